import type { Statement } from '@wikiquery/database';
import type { Assembled } from '@wikiquery/server';
import { openWiki, quickEngines, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, login, openServer } from './inside-process.ts';
import { readOffer } from './modules.ts';
import { findBases } from './secrets/bases.ts';

const ADMIN = { name: 'Admin', password: 'correct horse' };
const MOST = 500;
const numbered = (title: (n: number) => string, count: number): string => Array.from({ length: count }, (_, n) => title(n)).join('|');

/** Pages of every kind, each with everything that a module may look for. */
const KINDS: Readonly<Record<string, (n: number) => string>> = {
  pages: n => `Page ${n}`,
  files: n => `File:File ${n}.png`,
  categories: n => `Category:Category ${n}`,
  'deleted pages': n => `Gone ${n}`,
};

describe.each(quickEngines)('every prop module on %s', engine => {
  let wiki: TestWiki;
  let server: Assembled;
  let ask: Ask;
  let statements: Statement[] = [];
  /** What is asked about the reader now and then, whenever it was read too long ago. */
  const ofReader = new Set<string>();
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await fill(wiki);
    server = await openServer(wiki.url, { statement: statement => statements.push(statement) });
    ask = asker(server, await login(server, ADMIN.name, ADMIN.password));
    await ask({ meta: 'userinfo', uiprop: 'blockinfo|groups|rights' });
    for (const { sql } of statements) ofReader.add(sql);
  }, 300_000);
  afterAll(async () => {
    await server?.close();
    await wiki?.close();
  });

  it('takes as many statements for 500 pages as for 50, and no more than for one', { timeout: 300_000 }, async () => {
    const offer = await readOffer(ask);
    const bases = await findBases(offer, { titles: 'Page 0|Page 1' }, async question => (await ask(question)).error?.code ?? '');
    const differing: string[] = [];
    for (const [{ name, group }, { all }] of bases) {
      // One of files in a stash has no need of pages.
      if (group !== 'prop' || (await ask({ prop: name, titles: 'Page 0' })).error) continue;
      for (const [kind, title] of Object.entries(KINDS)) {
        const counts: number[] = [];
        // What a module keeps of its work is there the second time.
        const first: number[] = [];
        for (const count of [1, 50, MOST]) {
          for (const taken of [first, counts]) {
            statements = [];
            const { error } = await ask({ ...all, titles: numbered(title, count) });
            expect(error, `${name} of ${count} ${kind}`).toBeUndefined();
            taken.push(statements.filter(({ sql }) => !ofReader.has(sql)).length);
          }
        }
        const [one = 0, some = 0, many = 0] = counts;
        const [firstOne = 0, firstSome = 0, firstMany = 0] = first;
        const grows = firstMany > firstSome || firstSome > firstOne;
        if (many !== some || some > one || grows)
          differing.push(`${name} of ${kind}: ${first.join(', ')} statements, again ${counts.join(', ')}`);
      }
    }
    expect(differing).toEqual([]);
    expect([...bases.keys()].filter(({ group }) => group === 'prop').length).toBeGreaterThan(10);
  });
});

async function fill(wiki: TestWiki): Promise<void> {
  await wiki.user(ADMIN.name, { password: ADMIN.password, groups: ['sysop', 'suppress'] });
  for (let n = 0; n < MOST; n++) {
    const page = await wiki.page(KINDS.pages!(n), { text: `Text ${n} [[Page 0]]`, user: 'Alma' });
    await wiki.edit(page, { text: `Newer text ${n}`, user: 'Bert', tags: ['mobile'] });
    await wiki.link(page, KINDS.pages!(n));
    await wiki.template(page, KINDS.pages!(n));
    await wiki.image(page, KINDS.files!(n));
    await wiki.category(page, `Category ${n}`);
    await wiki.extlink(page, `https://example.org/${n}`);
    await wiki.langlink(page, 'de', `Seite ${n}`);
    await wiki.iwlink(page, 'wikipedia', `Page ${n}`);
    await wiki.prop(page, 'defaultsort', `Page ${n}`);
    await wiki.redirect(`Redirect ${n}`, KINDS.pages!(n));
    await wiki.file(`File ${n}.png`);
    await wiki.page(KINDS.categories!(n));
    await wiki.page(KINDS['deleted pages']!(n), { text: `Gone ${n}`, user: 'Alma' });
    await wiki.deletePage(KINDS['deleted pages']!(n));
  }
}
