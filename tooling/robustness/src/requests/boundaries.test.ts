// Tests every numeric parameter with the largest and smallest numbers of databases and programming languages.
import type { Assembled } from '@wikiquery/server';
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asker, login, openServer } from '../inside-process.ts';
import { findBases } from './bases.ts';
import { type Ask, type Parameter, type Question, readOffer } from './modules.ts';

const ADMIN = { name: 'Admin', password: 'correct horse' };

const NUMBERS = [
  ...[2n ** 31n - 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n - 513n, 2n ** 63n, 2n ** 64n],
  ...[-(2n ** 31n), -(2n ** 31n) - 1n, -(2n ** 53n), -(2n ** 63n), -(2n ** 63n) - 1n, -(2n ** 64n)],
].map(String);
/** Numbers that once caused internal errors. */
const SOME = [2n ** 63n - 1n, 2n ** 63n - 513n, -(2n ** 63n), 2n ** 31n].map(String);
const ALL = [...NUMBERS, '1e308', '1e400', '-0', '+5', '9'.repeat(400), '0.5', 'NaN', 'Infinity', ''];
const TEXTS = process.env.CI ? ALL : SOME;

/** Types whose values may be numbers, including those of times. */
const NUMERIC = new Set(['integer', 'limit', 'namespace', 'expiry', 'timestamp']);
const isNumeric = ({ kind, wireName }: Parameter): boolean => NUMERIC.has(kind) || /(?:id|ids|continue|offset|size|rev)$/.test(wireName);

/** Beginnings of continue values, before the number. */
const PREFIXES = ['', '0|', 'Page|', '20240101000000|', '0|Page|', '0|Page|20240101000000|'];

describe.each(engines)('on %s', engine => {
  let wiki: TestWiki;
  let server: Assembled;
  let ask: Ask;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.user(ADMIN.name, { password: ADMIN.password, groups: ['sysop', 'suppress', 'bureaucrat'] });
    for (const title of ['Page 0', 'Page 1']) await wiki.page(title, { text: 'Text', user: ADMIN.name });
    await wiki.file('File.png');
    server = await openServer(wiki.url);
    ask = asker(server, await login(server, ADMIN.name, ADMIN.password));
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await wiki?.close();
  });

  it('numbers at the limits of number types cause no internal error', { timeout: 600_000 }, async () => {
    const offer = await readOffer(ask);
    const failures: string[] = [];
    let asked = 0;
    const tryAll = async (params: Question, parameters: readonly Parameter[]) => {
      for (const { wireName } of parameters.filter(isNumeric))
        for (const prefix of wireName.endsWith('continue') ? PREFIXES : [''])
          for (const text of TEXTS) {
            asked += 1;
            const { error } = await ask({ ...params, [wireName]: prefix + text });
            if (error?.code.startsWith('internal'))
              failures.push(`${String(new URLSearchParams(params))} ${wireName}=${prefix}${text.slice(0, 30)}`);
          }
    };
    for (const [{ parameters, group }, { all, filters }] of await findBases(offer, { titles: 'Page 0|Page 1' }, ask))
      await tryAll({ ...(group === 'prop' && { titles: 'Page 0|File:File.png' }), ...all, ...filters[0] }, parameters);
    for (const { name, parameters } of offer.actions) await tryAll({ action: name }, parameters);
    await tryAll({ prop: 'info' }, offer.common);
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(1000);
  });
});
