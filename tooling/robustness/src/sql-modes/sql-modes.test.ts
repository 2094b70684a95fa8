// Hostile strings remain data on database servers with unusual SQL modes, character sets and session defaults.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insertRows, open, openPlain, sql, type WikiDatabase } from '@wikiquery/database';
import { importSources } from '@wikiquery/dumps';
import { Stand } from '@wikiquery/launch/stand';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { writeXml } from '@wikiquery/wiki-builder';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseServer, isInstalled, needsPrograms } from '../faults/database-server.ts';
import { progressTo } from '../stand.test-kit.ts';
import { hostileStrings } from './hostile-strings.ts';

const SECRET = 'the-secret-of-another-database';
const progress = progressTo();
/** Hostile strings that do not end with a NUL byte, which columns of a fixed length would lose. */
const strings = hostileStrings(200).map(text => text.replace(/\0$/, '\0.'));

/** Global settings of MariaDB that change the meaning of statements. */
const MODES: Readonly<Record<string, readonly string[]>> = {
  'backslashes that escape nothing': ["sql_mode = 'NO_BACKSLASH_ESCAPES'"],
  'quotes and pipes of the standard': ["sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES,HIGH_NOT_PRECEDENCE,PAD_CHAR_TO_FULL_LENGTH'"],
  'the modes of Oracle': ["sql_mode = 'ORACLE,EMPTY_STRING_IS_NULL,NO_BACKSLASH_ESCAPES'"],
  'strict modes': ["sql_mode = 'TRADITIONAL,ONLY_FULL_GROUP_BY,NO_AUTO_VALUE_ON_ZERO'"],
  'sessions that commit nothing and return little': ['autocommit = 0', 'sql_select_limit = 1', "time_zone = '+05:30'"],
  'characters of another encoding': ["init_connect = 'set names gbk'", "sql_mode = 'NO_BACKSLASH_ESCAPES'"],
};

describe.runIf(isInstalled('mariadb'))('a MariaDB server', { timeout: 120_000, meta: needsPrograms }, () => {
  let server: DatabaseServer;
  const defaults = new Map<string, string>();

  beforeAll(async () => {
    server = await DatabaseServer.start('mariadb', undefined, ['--skip-character-set-client-handshake', '--character-set-server=gbk']);
    server.execute(
      `create database vault; create table vault.secrets (secret varchar(100)); insert into vault.secrets values ('${SECRET}')`,
    );
    // `init_connect` does not apply to accounts with all rights.
    server.execute(
      "create user 'writer'@'%'; grant select, insert, update, delete, create, drop, index, alter, references on *.* to 'writer'@'%'",
    );
    for (const name of ['sql_mode', 'autocommit', 'sql_select_limit', 'time_zone', 'init_connect'])
      defaults.set(name, server.execute(`select @@global.${name}`).trim());
  }, 60_000);
  afterAll(() => server?.remove());

  function set(settings: readonly string[]): void {
    for (const setting of settings) server.execute(`set global ${setting}`);
    onTestFinished(() => {
      for (const [name, value] of defaults)
        server.execute(`set autocommit = 1; set global ${name} = ${/^\d+$/.test(value) ? value : `'${value}'`}`);
    });
  }
  const address = () => server.url.replace('root@', 'writer@');

  describe.each(Object.entries(MODES))('with %s', (_name, settings) => {
    it('keeps hostile strings unchanged in every way of reading and writing', async () => {
      set(settings);
      await using wiki = await openWiki('mariadb', { server: address() });
      expect(await roundTrip(wiki)).toBeGreaterThan(150);
    });

    it('imports hostile dumps without reading another database', async () => {
      set(settings);
      await using wiki = await openWiki('mariadb', { server: address() });
      expect(await importHostile(wiki)).toEqual([]);
    });
  });

  it('reads hostile strings unchanged on a connection that lost its settings', async () => {
    const database = await openPlain(address(), { writable: true, single: true });
    onTestFinished(() => database.close());
    const db = database.forRequest({});
    for (const modes of ['', 'NO_BACKSLASH_ESCAPES', 'ANSI', 'ORACLE,NO_BACKSLASH_ESCAPES']) {
      await sql`set session sql_mode = ${modes}`.execute(db);
      for (const text of strings) {
        const { rows } = await sql`select hex(${text}) as text, ${text.length} as size`.execute(db);
        expect(rows).toEqual([{ text: Buffer.from(text).toString('hex').toUpperCase(), size: text.length }]);
      }
    }
  });

  it('has the same session settings on every connection, whatever its global settings', async () => {
    const settingsOf = async (writable: boolean) => {
      const database = await open(wiki.url, { writable, connections: 1 });
      try {
        return await readSettings(database);
      } finally {
        await database.close();
      }
    };
    await using wiki = await openWiki('mariadb', { server: address() });
    const usual = await Promise.all([settingsOf(false), settingsOf(true)]);
    set(Object.values(MODES).flat());
    expect(await Promise.all([settingsOf(false), settingsOf(true)])).toEqual(usual);
    expect(usual[0]).toMatchObject({ modes: expect.not.stringMatching(/ESCAPES|ANSI|PIPES/), names: 'utf8mb4' });
  });
});

describe.runIf(isInstalled('postgres'))('a PostgreSQL server', { timeout: 120_000, meta: needsPrograms }, () => {
  it('keeps hostile strings unchanged with unusual defaults', async () => {
    const server = await DatabaseServer.start('postgres');
    try {
      for (const setting of POSTGRES) server.execute(`alter role all set ${setting}`);
      await using wiki = await openWiki('postgres', { server: server.url });
      expect(await roundTrip(wiki)).toBeGreaterThan(150);
      expect(await importHostile(wiki)).toEqual([]);
    } finally {
      await server.remove();
    }
  });
});

const POSTGRES = [
  ...['standard_conforming_strings = off', 'backslash_quote = on', 'escape_string_warning = off', "DateStyle = 'SQL, DMY'"],
  ...["TimeZone = 'Asia/Kolkata'", 'transform_null_equals = on', 'array_nulls = off', "bytea_output = 'escape'"],
  ...["default_transaction_isolation = 'serializable'", "search_path = 'pg_catalog'", 'extra_float_digits = -10'],
];

it('a SQLite file keeps hostile strings unchanged', async () => {
  await using wiki = await openWiki('sqlite');
  expect(await roundTrip(wiki)).toBeGreaterThan(150);
  expect(await importHostile(wiki)).toEqual([]);
});

/** Writes the strings with `insertRows` and with Kysely, and searches for them one by one and in a list. Returns their number. */
async function roundTrip({ database, url }: TestWiki): Promise<number> {
  const texts = database.engine === 'postgres' ? strings.filter(text => !text.includes('\0')) : strings;
  const { db } = database;
  const half = texts.length / 2;
  await insertRows(
    database,
    'comment',
    COLUMNS,
    texts.slice(0, half).map((text, i) => [i + 1, 1, text]),
  );
  for (const [i, text] of texts.slice(half).entries())
    await db
      .insertInto('comment')
      .values({ comment_id: Math.floor(half) + i + 1, comment_hash: 0, comment_text: text })
      .execute();
  await db.updateTable('comment').set({ comment_hash: 1 }).where('comment_text', 'in', texts).execute();
  const reader = await open(url, { connections: 2 });
  try {
    for (const { db } of [database, reader]) {
      const rows = await db.selectFrom('comment').selectAll().orderBy('comment_id').execute();
      expect(rows.map(row => [row.comment_text, row.comment_hash])).toEqual(texts.map(text => [text, 1]));
      const among = await db.selectFrom('comment').select('comment_id').where('comment_text', 'in', texts).execute();
      expect(among).toHaveLength(texts.length);
      for (const text of texts.slice(0, 100)) {
        const found = await db.selectFrom('comment').select('comment_text').where('comment_text', '=', text).execute();
        expect(found).toEqual([{ comment_text: text }]);
      }
    }
  } finally {
    await reader.close();
  }
  return texts.length;
}

const COLUMNS = ['comment_id', 'comment_hash', 'comment_text'];

/** Texts that would read the secret of the other database if they were executed as SQL. */
const ATTACKS = ["'", "\\'", "\\\\'", "縗'", "¿'", '"'].map(
  begin => `${begin}), (99999, 1, (select secret from vault.secrets limit 1)) -- `,
);

/** Imports a dump with attacks. Returns the imported comments that contain the secret of the other database. */
async function importHostile(wiki: TestWiki): Promise<string[]> {
  await using stand = new Stand();
  const visible = [...ATTACKS, ...strings.slice(-60)].filter(text => !UNWRITABLE.some(each => text.includes(each)));
  const pages = visible.map((text, i) => ({
    id: i + 1,
    title: `Page ${i} ${text.replaceAll(/[^'"\\?%$@;()*!#/é縗表¿-]/g, '').replaceAll('#', '')}`,
    revisions: [
      {
        id: i + 1,
        comment: text,
        text: `${text}\n[[${text}]] {{${text}}} [[Category:${text}]]`,
        user: `U ${text.replaceAll(/[\n\r\t#/]/g, '')}`,
      },
    ],
  }));
  const dump = join(stand.folder(), 'hostile.xml');
  await writeFile(dump, writeXml({ pages }));
  await importSources(wiki.url, [dump], { progress });
  const stored = await wiki.db
    .selectFrom('revision')
    .innerJoin('comment', 'comment_id', 'rev_comment_id')
    .innerJoin('slots', 'slot_revision_id', 'rev_id')
    .innerJoin('content', 'content_id', 'slot_content_id')
    .select(['rev_id', 'comment_text', 'content_size'])
    .orderBy('rev_id')
    .execute();
  expect(stored).toHaveLength(visible.length);
  for (const { rev_id, comment_text } of stored) expect(comment_text).toBe(asRead(visible[rev_id - 1] as string));
  const titles = await wiki.db.selectFrom('page').select(['page_id', 'page_title']).execute();
  expect(titles).toHaveLength(visible.length);
  return (await readTexts(wiki.database)).filter(text => text.includes(SECRET));
}

/** Characters that XML cannot contain. */
const UNWRITABLE = ['\0', '\b', '\x1a'];

/** Returns a text as XML parsers read it, which convert carriage returns to line feeds. */
const asRead = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

async function readTexts({ db }: WikiDatabase): Promise<string[]> {
  const rows = await db.selectFrom('comment').select('comment_text').execute();
  return rows.map(row => row.comment_text);
}

async function readSettings({ db }: WikiDatabase): Promise<object | undefined> {
  const { rows } = await sql<object>`select @@sql_mode as modes, @@character_set_client as names, @@character_set_connection as connection,
    @@character_set_results as results, @@collation_connection as collation, @@time_zone as zone, @@autocommit as commits,
    @@sql_auto_is_null as last, @@sql_select_limit as most, @@sql_safe_updates as safe`.execute(db);
  return rows[0];
}
