// Tests numeric parameters with the largest and smallest numbers of databases and programming languages, and all other parameters with the
// names of properties that JavaScript objects inherit.
import type { Assembled } from '@wikiquery/server';
import { engines, inheritedNames, openWiki, type TestWiki } from '@wikiquery/testing';
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

const NAMES = process.env.CI ? inheritedNames : inheritedNames.slice(0, 1);
const takesName = ({ kind }: Parameter): boolean => !NUMERIC.has(kind) && kind !== 'boolean';
const textWith = (wireName: string, word: string): string =>
  /(?:args|text)$/.test(wireName) ? `{{#expr:${word}}} {{#time:Y|1 ${word}}} &${word}; {{${word}:a}}` : word;

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

  type Try = (params: Question, parameters: readonly Parameter[]) => Promise<void>;
  const tryEverywhere = async (tryAll: Try): Promise<void> => {
    const offer = await readOffer(ask);
    for (const [{ parameters, group }, { all, filters }] of await findBases(offer, { titles: 'Page 0|Page 1' }, ask))
      await tryAll({ ...(group === 'prop' && { titles: 'Page 0|File:File.png' }), ...all, ...filters[0] }, parameters);
    for (const { name, parameters } of offer.actions) await tryAll({ action: name }, parameters);
    await tryAll({ prop: 'info' }, offer.common);
  };

  it('numbers at the limits of number types cause no internal error', { timeout: 600_000 }, async () => {
    const failures: string[] = [];
    let asked = 0;
    await tryEverywhere(async (params, parameters) => {
      for (const { wireName } of parameters.filter(isNumeric))
        for (const prefix of wireName.endsWith('continue') ? PREFIXES : [''])
          for (const text of TEXTS) {
            asked += 1;
            const { error } = await ask({ ...params, [wireName]: prefix + text });
            if (error?.code.startsWith('internal'))
              failures.push(`${String(new URLSearchParams(params))} ${wireName}=${prefix}${text.slice(0, 30)}`);
          }
    });
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(1000);
  });

  it('inherited names get the response of an unknown word', { timeout: 600_000 }, async () => {
    const failures: string[] = [];
    let asked = 0;
    await tryEverywhere(async (params, parameters) => {
      // Failed logins count against the address.
      if (/^log(?:in|out)$/.test(params.action ?? '')) return;
      for (const { wireName } of parameters.filter(takesName))
        for (const name of NAMES) {
          const outcomeOf = (word: string): Promise<string> =>
            ask({ ...params, [wireName]: textWith(wireName, word) }).then(
              ({ error }): string => error?.code ?? 'accepted',
              () => 'not JSON',
            );
          const [found, expected] = [await outcomeOf(name), await outcomeOf(name.replaceAll(/[a-z]/gi, 'x'))];
          asked += 1;
          if (found !== expected) failures.push(`${String(new URLSearchParams(params))} ${wireName}=${name}: ${found}, not ${expected}`);
        }
    });
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(200);
  });
});
