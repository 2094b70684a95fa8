/**
 * Writes into the package.json of each module which tables it reads, and prints those that every server does: `pnpm tables`. What stands there already
 * stays: some reads depend on what a wiki holds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { manifestOf } from './manifests.ts';
import { traceTables } from './trace.ts';

const { server, modules } = await traceTables();
console.log(`every server: ${server.map(name => `'${name}'`).join(', ')}`);
for (const [name, tables] of modules) {
  const path = manifestOf(name);
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const known: readonly string[] = manifest.wikiquery.tables ?? [];
  manifest.wikiquery = { ...manifest.wikiquery, tables: [...new Set([...known, ...tables])].sort() };
  writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
}
