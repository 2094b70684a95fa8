import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT } from '@wikiquery/core';
import type { AnyModule } from '@wikiquery/core/host';
import { run } from '@wikiquery/server';

/** Runs a server that has this module alone, with the arguments of the command line: `node app.ts serve …` takes what apps/server takes. */
export async function runAppOf(module: AnyModule): Promise<void> {
  const name = `${module.group}-${module.name}`;
  const root = mkdtempSync(join(tmpdir(), 'wikiquery-app-'));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  writeManifest(root, { name: 'app', version: '1.0.0', dependencies: { [name]: '1.0.0' } });
  writeManifest(join(root, 'node_modules', name), { name, version: '1.0.0', wikiquery: { contract: CONTRACT } });
  await run({ root, load: async () => ({ default: module }) });
}

function writeManifest(folder: string, manifest: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}
