import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT } from '@wikiquery/core/host';
import { scaffold } from '../scaffold.ts';
import { command, manifestOf, packed, type Tarballs, writeManifest } from './managers.ts';
import { sayings } from './plugins.ts';

/** A packed plugin that installs its own, older copy of core. */
export interface OlderCopy {
  readonly name: string;
  /** Specifiers of the tarballs of the plugin and of its core. */
  readonly plugin: string;
  readonly core: string;
}

export const OLDER = { version: '0.0.9', contract: '2.0' };

/** Packs core again as an older minor version of the plugin API, and packs a plugin that depends on that version. */
export async function withOlderContract(root: string, folder: string, tarballs: Tarballs): Promise<OlderCopy> {
  const copy = join(folder, 'older-core');
  mkdirSync(copy);
  command('tar', copy, ['-xzf', (tarballs['@wikiquery/core'] as string).replace('file:', ''), '--strip-components=1']);
  // The bundler copies the version constant into each file that uses it.
  const files = globSync('dist/*.js', { cwd: copy }).map(name => join(copy, name));
  const versioned = files.filter(file => readFileSync(file, 'utf8').includes(`"${CONTRACT}"`));
  if (versioned.length === 0) throw new Error(`No file in ${copy} contains the version ${CONTRACT}.`);
  for (const file of versioned) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`"${CONTRACT}"`, `"${OLDER.contract}"`));
  writeManifest(copy, { ...manifestOf(copy), version: OLDER.version });

  const plugin = join(folder, 'older');
  await scaffold(root, { group: 'list', name: 'older', prefix: 'ol', language: 'js', folder: plugin });
  writeFileSync(join(plugin, 'src/index.js'), sayings.index.replace("'sayings'", "'older'").replace("'sa'", "'ol'"));
  const { peerDependencies: _, devDependencies: __, ...manifest } = manifestOf(plugin);
  writeManifest(plugin, { ...manifest, wikiquery: { contract: OLDER.contract }, dependencies: { '@wikiquery/core': `^${OLDER.version}` } });
  for (const each of [copy, plugin]) command('npm', each, ['pack', '--ignore-scripts', '--pack-destination', folder]);
  return { name: manifest.name, plugin: packed(plugin, folder), core: packed(copy, folder) };
}
