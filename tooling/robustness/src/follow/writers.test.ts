// Tests concurrent writers of one database: one succeeds, the others end with a clear error, and no data is lost.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { open } from '@wikiquery/database';
import { type RunningCommand, startCommand } from '@wikiquery/launch/command';
import { listenInside } from '@wikiquery/launch/inside';
import { engines, openWiki } from '@wikiquery/testing';
import { writeXml } from '@wikiquery/wiki-builder';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DatabaseServer } from '../faults/database-server.ts';
import { hasGalera, startCluster } from '../faults/galera.test-kit.ts';
import { useStand } from '../stand.test-kit.ts';
import { readSiteinfo } from './siteinfo.test-kit.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const PAGES = 300;
const BUSY = /^wikiquery: Another import, follow or index is working on this database\. Wait until it has finished/m;

const stand = useStand();
const folder = stand.folder();
let origin: string;

beforeAll(async () => {
  const source = stand.use(await openWiki('sqlite'));
  await source.page('Heron', { text: 'A bird.', user: 'Ada' });
  ({ origin } = stand.use(await listenInside(source.url)));
  const revisions = (id: number) => [{ id: 10_000 + id, text: `Text ${id} [[Heron]] [[Category:Birds]]`, timestamp: '20200101000000' }];
  await writeFile(
    join(folder, 'dump.xml'),
    writeXml({
      sitename: 'Wiki',
      dbname: 'wiki',
      base: 'http://localhost:8080/wiki/Main_Page',
      pages: Array.from({ length: PAGES }, (_, at) => ({ id: 1000 + at, title: `Page ${at}`, revisions: revisions(at) })),
    }),
  );
});

const start = (...args: string[]): RunningCommand => startCommand([...args, '--data', join(folder, 'data')], { folder });

const importInto = (address: string) =>
  start('import', join(folder, 'dump.xml'), '--database', address, '--any-wiki', '--without', 'search');
const follow = (address: string, ...more: string[]) =>
  start('follow', `${origin}/w/api.php`, '--database', address, '--without', 'search', '--interval', '1s', '--rate', '100', ...more);

async function pagesOf(address: string): Promise<number> {
  const database = await open(address, { connections: 1 });
  try {
    const { pages } = await database.db
      .selectFrom('page')
      .select(is => is.fn.countAll<number>().as('pages'))
      .executeTakeFirstOrThrow();
    return Number(pages);
  } finally {
    await database.close();
  }
}

/** Functions that create an empty database and return its URLs for two processes. */
const DATABASES: Readonly<Record<string, () => Promise<readonly [string, string]>>> = {
  ...Object.fromEntries(
    engines.map(engine => [
      engine,
      async () => {
        const wiki = stand.use(await openWiki(engine));
        // An import rejects an existing SQLite file that no import created.
        const address = engine === 'sqlite' ? `sqlite:${join(folder, 'wiki.sqlite')}` : wiki.url;
        return [address, address];
      },
    ]),
  ),
  ...(hasGalera &&
    process.env.CI && {
      Galera: async () => {
        const nodes = await startCluster(stand, 2);
        const [first, second] = nodes as [DatabaseServer, DatabaseServer];
        const wiki = await openWiki('mariadb', { server: first.url });
        stand.use(wiki.database);
        const other = new URL(wiki.url);
        other.port = String(second.port);
        return [wiki.url, other.href];
      },
    }),
};

describe.each(Object.entries(DATABASES))('concurrent writers of one database on %s', (name, openDatabase) => {
  let addresses: readonly [string, string];
  beforeAll(async () => {
    addresses = await openDatabase();
  });

  it('one of several concurrent imports succeeds, and the others end with a clear error', async () => {
    const [first, second] = addresses;
    const runs = [first, second, first].map(address => importInto(address));
    const ended = await Promise.all(runs.map(run => run.ended));
    for (const { output } of ended) expect(output).not.toMatch(/^ {4}at |Deadlock|deadlock/m);
    expect(ended.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
    const others = ended.filter(({ code }) => code !== 0);
    expect(others.filter(({ code, output }) => code !== 2 || !BUSY.test(output))).toEqual([]);
    expect(await pagesOf(second)).toBe(PAGES);
  });

  it('import, follow and index are rejected during a sync, and the next sync resumes after a kill', async () => {
    const [first, second] = addresses;
    const site = ['--site', join(folder, 'site.json')];
    await writeFile(join(folder, 'site.json'), JSON.stringify(await readSiteinfo(`${origin}/w/api.php`)));
    const following = follow(first);
    void following.ended.then(({ output }) => process.stderr.write(output.slice(0, 2000)));
    await vi.waitUntil(async () => (await pagesOf(first)) === 1, { timeout: 90_000, interval: 200 });
    const others = [
      importInto(second),
      follow(second, '--once'),
      start('index', '--database', second, '--search-index', join(folder, `${name}.index.sqlite`), ...site),
    ];
    for (const other of others) {
      const { code, output } = await other.ended;
      expect([code, output]).toEqual([2, expect.stringMatching(BUSY)]);
      expect(output).not.toMatch(/^ {4}at /m);
    }
    following.kill();
    await following.ended;
    expect(await follow(second, '--once').ended).toMatchObject({ code: 0 });
    expect(await start('index', '--database', second, '--search-index', join(folder, `${name}.index.sqlite`), ...site).ended).toMatchObject(
      { code: 0 },
    );
  });
});
