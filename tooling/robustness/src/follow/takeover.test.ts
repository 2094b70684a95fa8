// Tests pairs of concurrent writers whose first process is killed at a random time. The result must equal that of an undisturbed run.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EngineName, sql } from '@wikiquery/database';
import { writeDump } from '@wikiquery/export';
import { type Ended, type RunningCommand, startCommand } from '@wikiquery/launch/command';
import { listenInside } from '@wikiquery/launch/inside';
import { readSite } from '@wikiquery/site';
import { quickEngines as engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { createTitles } from '@wikiquery/titles';
import { describe, expect, it, vi } from 'vitest';
import { Random } from '../random.ts';
import { useStand } from '../stand.test-kit.ts';
import { Visitor } from '../visitor.ts';
import { allQueries, recordsOf } from './all-answers.ts';
import { readSiteinfo } from './siteinfo.test-kit.ts';

vi.setConfig({ testTimeout: 1_200_000 });

const { TAKEOVER_TRIES, TAKEOVER_SEED = '5' } = process.env;
/** Number of killed processes. On database servers, each of them blocks the next one for 15 seconds. */
const triesOn = (engine: EngineName): number => Number(TAKEOVER_TRIES ?? (engine === 'sqlite' ? 3 : 1));
const PAGES = 60;
const BUSY = /^wikiquery: Another import, follow or index is working on this database\./m;

const stand = useStand();
const folder = stand.folder();

describe.each(engines)('concurrent writers on %s', engine => {
  it('leave the same data as an undisturbed run, although the first of them is killed repeatedly', async () => {
    const tries = triesOn(engine);
    const chance = new Random(Number(TAKEOVER_SEED));
    const wiki = stand.use(await openWiki('sqlite'));
    // The test writes while the server reads.
    await sql`pragma journal_mode = wal`.execute(wiki.db);
    await addPages(wiki, 0);
    const api = new URL('/w/api.php', stand.use(await listenInside(wiki.url)).origin).href;
    const dump = await dumpOf(wiki, api);
    await writeFile(join(folder, 'site.json'), JSON.stringify(await readSiteinfo(api)));

    const address = await newDatabase('disturbed');
    const commands = commandsFor(address, 'disturbed', api, dump);
    expect(await commands.import().ended).toMatchObject({ code: 0 });
    const pairs: readonly (readonly [() => RunningCommand, () => RunningCommand])[] = [
      [commands.follow, commands.standby],
      [commands.index, commands.index],
      [commands.follow, commands.import],
    ];
    const kills: string[] = [];
    for (let number = 1; number <= tries; number++) {
      await addPages(wiki, number);
      const [first, second] = pairs[(number - 1) % pairs.length]!;
      const holder = first();
      const others = [second()];
      await Promise.race([holder.ended, sleep(500 + 3000 * chance.fraction())]);
      holder.kill();
      const { code } = await holder.ended;
      if (code === null) kills.push(String(number));
      for (const other of others) check(await other.ended, second === commands.standby);
    }
    expect(await commands.follow().ended).toMatchObject({ code: 0 });
    expect(await commands.index().ended).toMatchObject({ code: 0 });
    console.log(`${engine}: ${tries} tries, ${kills.length} killed.`);

    const undisturbed = await newDatabase('undisturbed');
    const alone = commandsFor(undisturbed, 'undisturbed', api, dump);
    for (const command of [alone.import, alone.follow, alone.index]) expect(await command().ended).toMatchObject({ code: 0 });
    const [found, expected] = await Promise.all([recordsIn(address, 'disturbed'), recordsIn(undisturbed, 'undisturbed')]);
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(PAGES);
  });

  async function newDatabase(name: string): Promise<string> {
    return engine === 'sqlite' ? `sqlite:${join(folder, `${name}.sqlite`)}` : stand.use(await openWiki(engine)).url;
  }

  const indexOf = (name: string): string => join(folder, `${engine}-${name}.search-index`);

  function commandsFor(address: string, name: string, api: string, dump: string) {
    const place = ['--database', address, '--search-index', indexOf(name)];
    const start = (...args: string[]) => startCommand([...args, ...place, '--data', join(folder, 'data')], { folder });
    const site = ['--site', join(folder, 'site.json')];
    return {
      import: () => start('import', dump, ...site),
      follow: () => start('follow', api, '--once', '--rate', '1000'),
      standby: () => start('follow', api, '--once', '--standby', '--rate', '1000'),
      index: () => start('index', ...site),
    };
  }

  async function recordsIn(address: string, name: string): Promise<string[]> {
    const site = join(folder, 'site.json');
    const server = stand.use(await listenInside(address, { site, searchIndex: indexOf(name) }));
    const visitor = stand.use(new Visitor(`${server.origin}/w/api.php`));
    const ask = (query: Parameters<Visitor['json']>[0]) => visitor.json(query);
    const records: string[] = [];
    for (const query of await allQueries(ask)) records.push(...(await recordsOf(ask, query)));
    // The servers respond at different times.
    return records.filter(record => !record.startsWith('query.general.time:')).toSorted();
  }
});

/** Checks that a command succeeded, or was rejected with a clear message. */
function check({ code, output }: Ended, mustSucceed: boolean): void {
  expect(output).not.toMatch(/^ {4}at |Deadlock|deadlock/m);
  const isRejected = !mustSucceed && code === 2 && BUSY.test(output);
  expect(code === 0 || isRejected, `code ${code}: ${output}`).toBe(true);
}

/** Adds pages that the next sync fetches. */
async function addPages(wiki: TestWiki, round: number): Promise<void> {
  const day = String(round + 1).padStart(2, '0');
  for (let number = 0; number < (round === 0 ? PAGES : 10); number++) {
    const text = `Text ${round} of a bird [[Heron]] [[Category:Seen]]`;
    await wiki.page(`Page ${round} ${number}`, { text, user: 'Ada', timestamp: `202401${day}000000` });
  }
}

async function dumpOf(wiki: TestWiki, api: string): Promise<string> {
  const file = join(stand.folder(), 'dump.xml');
  const site = readSite(await readSiteinfo(api));
  const out = createWriteStream(file);
  await writeDump(
    { db: wiki.db, site, titles: createTitles(site), clean: text => text },
    { schema: '0.11', current: false, titles: undefined, namespaces: undefined, withPages: true, withLogs: true, uploads: undefined },
    out,
  );
  out.end();
  await once(out, 'finish');
  return file;
}
