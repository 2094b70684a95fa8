import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTables } from '@wikiquery/database';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import { sql } from 'kysely';

type Tables = Parameters<typeof createTables>[1];

const cwd = fileURLToPath(new URL('../../../packages', import.meta.url));
const files = globSync('extensions/*/{*,*/*}/src/tables.ts', { cwd }).sort();
const found = await Promise.all(files.map(async file => Object.values((await import(join(cwd, file))) as Record<string, unknown>)));

/** Declared tables of all extensions in this repository. */
export const EXTENSION_TABLES: Tables = Object.assign(
  {},
  ...found.flat().filter(exported => typeof exported === 'object' && exported !== null && Object.values(exported).some(isTable)),
);

function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'columns' in value && 'primaryKey' in value;
}

export async function addExtensionTables({ db, database }: WikiBuilder): Promise<void> {
  for (const statement of createTables(database.engine, EXTENSION_TABLES)) await sql.raw(statement).execute(db);
}
