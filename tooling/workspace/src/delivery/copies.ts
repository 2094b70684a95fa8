import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT } from '@wikiquery/core/host';
import { scaffold } from '../scaffold.ts';
import { command, manifestOf, packed, type Tarballs, writeManifest } from './managers.ts';
import { sayings } from './plugins.ts';

/** A plugin that brings its own copy of the contract. */
export interface OlderCopy {
  /** Of the plugin's package. */
  readonly name: string;
  /** Specifiers of the packed packages. */
  readonly plugin: string;
  readonly core: string;
}

export const OLDER = { version: '0.0.9', contract: '2.0' };

/** Packs the contract once more, as an older minor version, and a plugin that depends on that. */
export async function withOlderContract(root: string, folder: string, tarballs: Tarballs): Promise<OlderCopy> {
  const copy = join(folder, 'older-core');
  mkdirSync(copy);
  command('tar', copy, ['-xzf', (tarballs['@wikiquery/core'] as string).replace('file:', ''), '--strip-components=1']);
  // Whoever bundles writes it out wherever it is used.
  const files = globSync('dist/*.js', { cwd: copy }).map(name => join(copy, name));
  const telling = files.filter(file => readFileSync(file, 'utf8').includes(`"${CONTRACT}"`));
  if (telling.length === 0) throw new Error(`Nothing in ${copy} tells the version ${CONTRACT}.`);
  for (const file of telling) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`"${CONTRACT}"`, `"${OLDER.contract}"`));
  writeManifest(copy, { ...manifestOf(copy), version: OLDER.version });

  const plugin = join(folder, 'older');
  await scaffold(root, { group: 'list', name: 'older', prefix: 'ol', language: 'js', folder: plugin });
  writeFileSync(join(plugin, 'src/index.js'), sayings.index.replace("'sayings'", "'older'").replace("'sa'", "'ol'"));
  const { peerDependencies: _, devDependencies: __, ...manifest } = manifestOf(plugin);
  writeManifest(plugin, { ...manifest, wikiquery: { contract: OLDER.contract }, dependencies: { '@wikiquery/core': `^${OLDER.version}` } });
  for (const each of [copy, plugin]) command('npm', each, ['pack', '--ignore-scripts', '--pack-destination', folder]);
  return { name: manifest.name, plugin: packed(plugin, folder), core: packed(copy, folder) };
}
