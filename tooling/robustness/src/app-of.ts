import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import paraminfo from '@wikiquery/action-paraminfo';
import { type AnyModule, CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import { run } from '@wikiquery/server';

/** Runs a server that has this module alone, tells of it, and answers in JSON, with the arguments of the command line: `node app.ts serve …` takes what apps/server takes. */
export async function runAppOf(module: AnyModule): Promise<void> {
  const plugins = new Map([module, paraminfo, json].map(plugin => [`${plugin.group}-${plugin.name}`, plugin]));
  const root = mkdtempSync(join(tmpdir(), 'wikiquery-app-'));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  const dependencies = Object.fromEntries([...plugins.keys()].map(name => [name, '1.0.0']));
  writeManifest(root, { name: 'app', version: '1.0.0', dependencies });
  for (const name of plugins.keys())
    writeManifest(join(root, 'node_modules', name), { name, version: '1.0.0', wikiquery: { contract: CONTRACT } });
  await run({ root, load: async name => ({ default: plugins.get(name) }) });
}

function writeManifest(folder: string, manifest: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}
