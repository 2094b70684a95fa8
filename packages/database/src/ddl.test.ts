// Compares the tables and indexes of `createStatements` with those that MediaWiki creates.
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createStatements, tables } from './index.ts';

/** Database created by MediaWiki 1.43. */
const recorded = new URL('../../../tooling/conformance/sets/a-1.43-sqlite/wiki.sqlite.gz', import.meta.url);

const meta = { needs: 'the recorded answers of tooling/conformance' };
test.skipIf(!existsSync(recorded))('createStatements creates the tables of MediaWiki 1.43 on SQLite', { meta }, () => {
  const theirs = new SQLite(gunzipSync(readFileSync(recorded)));
  const ours = new SQLite(':memory:');
  for (const statement of createStatements('sqlite', '', '1.43')) ours.exec(statement);
  // Later releases dropped these, and no query reads them.
  theirs.exec('drop table module_deps; alter table objectcache drop column modtoken');
  expect(layoutOf(ours)).toEqual(layoutOf(theirs));
});

test('createStatements uses the table prefix in every statement', () => {
  for (const engine of ['sqlite', 'mariadb', 'postgres'] as const) {
    const statements = createStatements(engine, 'wiki_').filter(statement => !/^create (?:unique )?index /.test(statement));
    expect(statements.filter(statement => !/^create (?:virtual )?table ["`]wiki_/.test(statement))).toEqual([]);
    expect(statements).toHaveLength(Object.keys(tables).length);
  }
});

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}
interface IndexInfo {
  readonly name: string;
  readonly unique: number;
}

function layoutOf(database: SQLite.Database): unknown {
  const names = database
    .prepare<unknown[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'searchindex_%' order by name`,
    )
    .pluck()
    .all();
  return names.map(table => {
    const columns = database.pragma(`table_info("${table}")`) as ColumnInfo[];
    const indexes = database.pragma(`index_list("${table}")`) as IndexInfo[];
    return {
      table,
      columns: columns
        .map(({ name, type, notnull, dflt_value, pk }) => `${name} ${type} ${notnull} ${dflt_value?.toLowerCase() ?? 'null'} ${pk}`)
        .sort(),
      indexes: indexes
        .filter(({ name }) => !name.startsWith('sqlite_'))
        .map(
          ({ name, unique }) =>
            `${name} ${unique} ${(database.pragma(`index_info("${name}")`) as { name: string }[]).map(column => column.name).join()}`,
        )
        .sort(),
    };
  });
}
