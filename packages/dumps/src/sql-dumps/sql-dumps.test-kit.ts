import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineName, sql, type TableName, tables } from '@wikiquery/database';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterEach, beforeEach } from 'vitest';
import { type ImportOptions, importSources } from '../index.ts';

type Value = string | number | null;

/** Formats a table as mysqldump does. */
export function dumpOf(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): string {
  const written = rows.map(
    row => `(${row.map(value => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value))).join(',')})`,
  );
  const head = `-- MySQL dump 10.13\nDROP TABLE IF EXISTS \`${table}\`;\nCREATE TABLE \`${table}\` (\n${columns.map(each => `  \`${each}\` blob`).join(',\n')}\n);\n`;
  return `${head}${written.length > 0 ? `INSERT INTO \`${table}\` VALUES ${written.join(',')};\n` : ''}-- Dump completed on 2026-01-01\n`;
}

/** Combines the dumps of several tables in one file. */
export const fileOf = (...dumps: readonly string[]): string =>
  `${dumps.join('').replaceAll(/^-- Dump completed.*\n/gm, '')}-- Dump completed on 2026-01-01\n`;

export const PAGE = [
  'page_id',
  'page_namespace',
  'page_title',
  'page_is_redirect',
  'page_is_new',
  'page_random',
  'page_touched',
  'page_latest',
  'page_len',
];
export const pages = dumpOf('page', PAGE, [
  [1, 0, 'Heron', 0, 1, 0.25, '20240101000000', 10, 5],
  [2, 1, "Heron's", 0, 0, 0.5, '20240101000000', 20, 5],
  [3, 14, 'Birds', 0, 0, 0.75, '20240101000000', 30, 5],
]);
export const linktarget = dumpOf(
  'linktarget',
  ['lt_id', 'lt_namespace', 'lt_title'],
  [
    [7, 0, 'Bird'],
    [8, 10, 'Box'],
    [9, 14, 'Birds'],
    [10, 6, 'Heron.png'],
  ],
);

export const DERIVE: Partial<ImportOptions> = { without: new Set(['search']) };

/** Creates an empty wiki and a folder for dumps for each test. Collects the warnings of imports. */
export function importsOn(engine: EngineName): Imports {
  const imports = new Imports();
  beforeEach(async () => {
    imports.wiki = await openWiki(engine);
    imports.folder = await mkdtemp(join(tmpdir(), 'wikiquery-sql-'));
    imports.warnings = [];
  });
  afterEach(async () => {
    await imports.wiki.close();
    await rm(imports.folder, { recursive: true });
  });
  return imports;
}

class Imports {
  wiki!: TestWiki;
  folder!: string;
  warnings: string[] = [];

  async file(name: string, content: string | Uint8Array): Promise<string> {
    await writeFile(join(this.folder, name), content);
    return join(this.folder, name);
  }

  /** Writes dumps to files with these names, and imports them. */
  async run(dumps: Readonly<Record<string, string | Uint8Array>>, options: Partial<ImportOptions> = {}) {
    const paths = await Promise.all(Object.entries(dumps).map(([name, content]) => this.file(name, content)));
    const progress = { begin: () => {}, update: () => {}, end: () => {}, warn: (message: string) => this.warnings.push(message) };
    return importSources(this.wiki.url, paths, { progress, without: new Set(['links', 'search']), ...options });
  }

  async rows(table: TableName, ...columns: string[]): Promise<unknown[][]> {
    const order = sql.join((tables[table].primaryKey as readonly string[]).map(column => sql.ref(column)));
    const found = await this.wiki.db
      .selectFrom(table)
      .select(columns as never)
      .orderBy(order as never)
      .execute();
    return found.map(row => columns.map(column => (row as Record<string, unknown>)[column]));
  }
}
