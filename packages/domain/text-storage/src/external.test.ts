// External storage on every engine, with two reachable clusters and an unreachable one.
import { createServer, type Server } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { open, type Statement, sql, type WikiDatabase } from '@wikiquery/database';
import { engines, openWiki, serializePhp, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBlobs } from './index.ts';
import { phpObject } from './stored.test-kit.ts';

const BLOBS = {
  sqlite: sql`create table blobs (blob_id integer primary key, blob_text blob)`,
  mariadb: sql`create table blobs (blob_id integer primary key, blob_text longblob)`,
  postgres: sql`create table blobs (blob_id integer primary key, blob_text bytea)`,
};

describe.each(engines)('external storage on %s', engine => {
  let wiki: TestWiki;
  let clusters: readonly TestWiki[];
  let database: WikiDatabase;
  let statements: Statement[];
  let silent: Server;
  const failures: string[] = [];
  /** Addresses of rows in table `text`, by the name that the test gives each row. */
  const rows: Record<string, string> = {};

  beforeAll(async () => {
    wiki = await openWiki(engine);
    clusters = [await openWiki(engine), await openWiki(engine)];
    for (const { db } of clusters) await BLOBS[engine].execute(db);
    const items = deflateRawSync(serializePhp({ aaa: 'first', bbb: 'sécond' }));
    await fill(0, {
      1: 'one',
      2: deflateRawSync('naïve'),
      3: phpObject('ConcatenatedGzipHistoryBlob', { mVersion: 0, mCompressed: true, mItems: items, mDefaultHash: 'aaa' }),
    });
    await fill(1, { 1: 'uno', 9: Buffer.from('\xe9', 'latin1') });
    const stored = {
      one: ['DB://cluster1/1', 'utf-8,external'],
      packed: ['DB://cluster1/2', 'utf-8,gzip,external'],
      uno: ['DB://cluster2/1', 'utf-8,external'],
      second: ['DB://cluster1/3/bbb', 'utf-8,external'],
      first: ['DB://cluster1/3/aaa', 'utf-8,external'],
      blob: ['DB://cluster1/3', 'utf-8,object,external'],
      here: ['here', 'utf-8'],
      bad: ['DB://cluster1/1', 'external,error'],
    } as const;
    for (const [name, [text, flags]] of Object.entries(stored)) rows[name] = await store(text, flags);
    const stub = phpObject('HistoryBlobStub', { mOldId: Number(rows.blob!.slice('tt:'.length)), mHash: 'bbb' });
    rows.stub = await store(stub, 'utf-8,object');
    silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise(resolve => silent.once('listening', resolve));
    const { port } = silent.address() as { readonly port: number };
    database = await open(wiki.url, {
      onStatement: statement => statements.push(statement),
      texts: {
        stores: {
          cluster1: { database: clusters[0]!.url },
          cluster2: { database: clusters[1]!.url, table: 'blobs' },
          silent: { database: `${engine === 'postgres' ? 'postgres' : 'mysql'}://nobody@127.0.0.1:${port}/texts` },
        },
        legacyEncoding: 'windows-1252',
        onFailure: name => failures.push(name),
      },
    });
  }, 60_000);
  afterAll(async () => {
    await database.close();
    silent.close();
    for (const each of [wiki, ...clusters]) await each.close();
  });

  async function fill(cluster: number, blobs: Readonly<Record<number, string | Buffer>>): Promise<void> {
    const { db } = clusters[cluster]!;
    for (const [id, text] of Object.entries(blobs)) await sql`insert into blobs values (${Number(id)}, ${Buffer.from(text)})`.execute(db);
  }
  async function store(text: string | Uint8Array, flags: string): Promise<string> {
    const row = await wiki.db.insertInto('text').values({ old_text: text, old_flags: flags }).returning('old_id').executeTakeFirstOrThrow();
    return `tt:${row.old_id}`;
  }
  async function load(...names: (string | undefined)[]): Promise<(string | undefined)[]> {
    statements = [];
    const addresses = names.map(String);
    const texts = await loadBlobs(database.db, addresses);
    return addresses.map(address => texts.get(address));
  }

  it('reads a batch with one statement per cluster', async () => {
    const { one, packed, uno, second, first, blob, here } = rows;
    expect(await load(one, packed, uno, second, first, blob, here)).toEqual(['one', 'naïve', 'uno', 'sécond', 'first', 'first', 'here']);
    expect(statements.map(({ sql }) => /from [`"]?(\w+)/.exec(sql)?.[1])).toEqual(['text', 'blobs', 'blobs']);
  });

  it('reads addresses in external storage', async () => {
    const addresses = ['es:DB://cluster1/2?flags=utf-8,gzip', 'es:DB://cluster1/1', 'es:db://cluster2/9', 'es:DB://cluster2/9?flags=utf-8'];
    expect(await load(...addresses)).toEqual(['naïve', 'one', 'é', '\uFFFD']);
    expect(statements).toHaveLength(2);
  });

  it('follows pointers to rows in external storage', async () => {
    expect(await load(rows.stub)).toEqual(['sécond']);
    expect(statements).toHaveLength(3);
  });

  it('omits texts that are missing from external storage', async () => {
    const addresses = [
      'es:DB://cluster1/77',
      'es:DB://cluster1/3/zzz',
      'es:DB://cluster3/1',
      'es:http://cluster1/1',
      'es:DB://cluster1',
      'bad:x',
    ];
    expect(await load(...addresses, rows.bad)).toEqual(Array(7).fill(undefined));
  });

  it('omits the texts of an unreachable cluster and leaves time for the other clusters', { timeout: 20_000 }, async () => {
    const db = database.forRequest({ deadline: performance.now() + 2000 });
    const texts = await loadBlobs(db, ['es:DB://silent/1', 'es:DB://cluster1/1?flags=utf-8']);
    expect([...texts.values()]).toEqual(['one']);
    // Later requests do not wait for the unreachable cluster.
    expect((await loadBlobs(db, ['es:DB://silent/1'])).size).toBe(0);
    expect(failures).toEqual(['silent']);
    const problems = await database.stores({ deadline: performance.now() + 2000 });
    expect([...problems].filter(([, problem]) => problem !== undefined).map(([name]) => name)).toEqual(['silent']);
  });
});
