// Tests how many SQL statements a request for many pages takes.
import type { Statement } from '@wikiquery/database';
import type { Assembled } from '@wikiquery/server';
import { openWiki, quickEngines, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asker, login, openServer } from '../inside-process.ts';
import { findBases } from '../requests/bases.ts';
import { type Ask, readOffer } from '../requests/modules.ts';

const ADMIN = { name: 'Admin', password: 'correct horse' };
const MOST = 500;

const TITLES = {
  pages: (n: number) => `Page ${n}`,
  files: (n: number) => `File:File ${n}.png`,
  categories: (n: number) => `Category:Category ${n}`,
  'deleted pages': (n: number) => `Gone ${n}`,
};

describe.each(quickEngines)('every prop module on %s', engine => {
  let wiki: TestWiki;
  let server: Assembled;
  let ask: Ask;
  let statements: Statement[] = [];
  /** Statements about the account, which the server repeats from time to time. */
  const ofAccount = new Set<string>();
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await fill(wiki);
    await start();
  }, 300_000);
  const start = async () => {
    statements = [];
    server = await openServer(wiki.url, { statement: statement => statements.push(statement) });
    ask = asker(server, await login(server, ADMIN.name, ADMIN.password));
    await ask({ meta: 'userinfo', uiprop: 'blockinfo|groups|rights' });
    for (const { sql } of statements) ofAccount.add(sql);
  };
  afterAll(async () => {
    await server?.close();
    await wiki?.close();
  });

  /** Returns the numbers of statements for one page, 50 and 500, if they grow. */
  const growthOf = async (name: string, parameters: Readonly<Record<string, string>>, title: (n: number) => string) => {
    // The second request may find cached results.
    const [first, again]: [number[], number[]] = [[], []];
    for (const count of [1, 50, MOST])
      for (const counts of [first, again]) {
        statements = [];
        const { error } = await ask({ ...parameters, titles: Array.from({ length: count }, (_, n) => title(n)).join('|') });
        expect(error, `error of ${name}`).toBeUndefined();
        counts.push(statements.filter(({ sql }) => !ofAccount.has(sql)).length);
      }
    const grows = ([one = 0, some = 0, many = 0]: readonly number[]) => many > some || some > one;
    const differs = grows(first) || grows(again) || again[2] !== again[1];
    return differs ? `${first.join(', ')} statements, repeated ${again.join(', ')}` : undefined;
  };

  it('runs no more SQL statements for 500 pages than for 50 pages or for one', { timeout: 600_000 }, async () => {
    const bases = await findBases(await readOffer(ask), { titles: 'Page 0|Page 1' }, ask);
    const growing: string[] = [];
    let modules = 0;
    for (const [{ name, group }, { all }] of bases) {
      if (group !== 'prop') continue;
      modules++;
      // Modules for stashed files accept no pages.
      if ((await ask({ prop: name, titles: 'Page 0' })).error) continue;
      for (const [kind, title] of Object.entries(TITLES)) {
        const subject = `${name} of ${kind}`;
        if ((await growthOf(subject, all, title)) === undefined) continue;
        // On a busy machine, a cache of seconds may expire in between. A new server repeats the measurement.
        await server.close();
        await start();
        const growth = await growthOf(subject, all, title);
        if (growth !== undefined) growing.push(`${subject}: ${growth}`);
      }
    }
    expect(growing).toEqual([]);
    expect(modules).toBeGreaterThan(10);
  });
});

/** Adds pages of every kind with values for all modules. */
async function fill(wiki: TestWiki): Promise<void> {
  await wiki.user(ADMIN.name, { password: ADMIN.password, groups: ['sysop', 'suppress'] });
  for (let n = 0; n < MOST; n++) {
    const page = await wiki.page(TITLES.pages(n), { text: `Text ${n} [[Page 0]]`, user: 'Alma' });
    await wiki.edit(page, { text: `Newer text ${n}`, user: 'Bert', tags: ['mobile'] });
    await wiki.link(page, TITLES.pages(n));
    await wiki.template(page, TITLES.pages(n));
    await wiki.image(page, TITLES.files(n));
    await wiki.category(page, `Category ${n}`);
    await wiki.extlink(page, `https://example.org/${n}`);
    await wiki.langlink(page, 'de', `Seite ${n}`);
    await wiki.iwlink(page, 'wikipedia', `Page ${n}`);
    await wiki.prop(page, 'defaultsort', `Page ${n}`);
    await wiki.redirect(`Redirect ${n}`, TITLES.pages(n));
    await wiki.file(`File ${n}.png`);
    await wiki.page(TITLES.categories(n));
    await wiki.page(TITLES['deleted pages'](n), { text: `Gone ${n}`, user: 'Alma' });
    await wiki.deletePage(TITLES['deleted pages'](n));
  }
}
