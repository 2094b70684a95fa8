// Every parameter that takes a number, with the numbers at which a type of a database or of a language ends.

import type { Assembled } from '@wikiquery/server';
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, login, openServer } from '../inside-process.ts';
import { type Parameter, readOffer } from '../modules.ts';
import { findBases } from '../secrets/bases.ts';

const ADMIN = { name: 'Admin', password: 'correct horse' };

const NUMBERS = [
  ...[2n ** 31n - 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n - 513n, 2n ** 63n, 2n ** 64n],
  ...[-(2n ** 31n), -(2n ** 31n) - 1n, -(2n ** 53n), -(2n ** 63n), -(2n ** 63n) - 1n, -(2n ** 64n)],
].map(String);
/** Those that have been internal errors; all of them where there is time. */
const SOME = [2n ** 63n - 1n, 2n ** 63n - 513n, -(2n ** 63n), 2n ** 31n].map(String);
const ALL = [...NUMBERS, '1e308', '1e400', '-0', '+5', '9'.repeat(400), '0.5', 'NaN', 'Infinity', ''];
const TEXTS = process.env.CI ? ALL : SOME;

/** Times, texts and titles may be read as numbers as well, as may the parts of a continue parameter. */
const NUMERIC = new Set(['integer', 'limit', 'namespace', 'expiry', 'timestamp']);

describe.each(engines)('numbers at a boundary on %s', engine => {
  let wiki: TestWiki;
  let server: Assembled;
  let ask: Ask;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.user(ADMIN.name, { password: ADMIN.password, groups: ['sysop', 'suppress', 'bureaucrat'] });
    await wiki.page('Page 0', { text: 'Text', user: ADMIN.name });
    await wiki.page('Page 1', { text: 'Text', user: ADMIN.name });
    await wiki.file('File.png');
    server = await openServer(wiki.url);
    ask = asker(server, await login(server, ADMIN.name, ADMIN.password));
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await wiki?.close();
  });

  it('are no internal errors', { timeout: 600_000 }, async () => {
    const offer = await readOffer(ask);
    const bases = await findBases(offer, { titles: 'Page 0|Page 1' }, async question => (await ask(question)).error?.code ?? '');
    const failures = new Map<string, string[]>();
    let asked = 0;
    const tryAll = async (params: Readonly<Record<string, string>>, parameters: readonly Parameter[], texts = TEXTS) => {
      for (const { kind, wireName } of parameters.filter(each => isNumeric(each))) {
        for (const text of wireName.endsWith('continue') ? continues(texts) : texts) {
          asked += 1;
          const { error } = await ask({ ...params, [wireName]: text });
          const code = String(error?.code ?? '');
          if (!code.startsWith('internal')) continue;
          const key = `${params.action ?? params.list ?? params.prop ?? params.meta} ${wireName} (${kind})`;
          failures.set(key, [...(failures.get(key) ?? []), text.slice(0, 30)]);
        }
      }
    };
    for (const [{ parameters, group }, { all, filters }] of bases)
      await tryAll({ ...(group === 'prop' && { titles: 'Page 0|File:File.png' }), ...all, ...filters[0] }, parameters);
    for (const { name, parameters } of offer.actions) await tryAll({ action: name }, parameters);
    await tryAll({ prop: 'info' }, offer.common);
    expect(Object.fromEntries(failures)).toEqual({});
    expect(asked).toBeGreaterThan(1000);
  });
});

const isNumeric = ({ kind, wireName }: Parameter): boolean => NUMERIC.has(kind) || /(?:id|ids|continue|offset|size|rev)$/.test(wireName);

/** Continue parameters have one to four parts. */
const continues = (texts: readonly string[]): string[] => texts.flatMap(text => [text, ...BEGINNINGS.map(begin => `${begin}|${text}`)]);
const BEGINNINGS = ['0', 'Page', '20240101000000', '0|Page', '0|Page|20240101000000'];
