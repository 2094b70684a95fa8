import { join } from 'node:path';
import { readAccounts } from '@wikiquery/conformance/accounts';
import { readRecording, type ServedSet, unpackSet } from '@wikiquery/conformance/recording';
import type { Assembled } from '@wikiquery/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, login, openServer } from './inside-process.ts';
import { type QueryModule, readOffer } from './modules.ts';
import type { Question } from './secrets/bases.ts';
import { type Base, findBases } from './secrets/bases.ts';

const SET = join(import.meta.dirname, '../../conformance/sets/a-1.43-sqlite');
/** Records of a module that are compared at most. */
const MOST = 400;
/** Those of a list that a response groups: their order is that of the groups, so that only all of them can be compared. */
const MOST_GROUPED = 5000;
/** What is meant to differ, and why. */
const EXPECTED: Readonly<Record<string, string>> = {
  'list=allpages&apdir=ascending by 1': 'A title that is not in normal form C comes back in that form as continue value, as in MediaWiki.',
};
const TITLES = 'Main Page|Village|River crossing|Category:Birds|Category:Bridges|File:Mill wheel.png|Template:Box|Help:Contents';

/** On the recorded wiki, which has many rows of the same time, size or name. */
describe('every module that continues', () => {
  let wiki: ServedSet;
  let server: Assembled;
  let ask: Ask;
  let bases: (readonly [QueryModule, Base])[];
  beforeAll(async () => {
    wiki = unpackSet(SET);
    const flag = (name: string): string => wiki.flags[wiki.flags.indexOf(name) + 1]!;
    const clock = new Date(readRecording(SET).recorded);
    server = await openServer(flag('--database'), {}, { site: flag('--site'), images: flag('--images'), clock });
    const { user = '', password = '' } = readAccounts(join(SET, 'accounts.json')).get('suppress') ?? {};
    ask = asker(server, await login(server, user, password));
    const found = await findBases(await readOffer(ask), { titles: TITLES }, async question => (await ask(question)).error?.code ?? '');
    const has = ({ parameters }: QueryModule, name: string): boolean => parameters.some(parameter => parameter.name === name);
    bases = [...found].filter(([module]) => has(module, 'limit') && (has(module, 'continue') || has(module, 'offset')));
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    wiki?.close();
  });

  it('gives the same records one at a time, a few at a time and all at once, in every order', { timeout: 300_000 }, async () => {
    const differing: string[] = [];
    for (const [module, { all, filters }] of bases) {
      // Each request of this one gives others.
      if (module.name === 'random') continue;
      for (const filter of filters.slice(0, 3)) {
        for (const order of ordersOf(module)) {
          const question: Question = { ...(module.group === 'prop' && { titles: TITLES }), ...all, ...filter, ...order };
          const limit = `${module.prefix}limit`;
          const whole = await read(ask, module, { ...question, [limit]: 'max' });
          for (const size of ['1', '7']) {
            const parts = await read(ask, module, { ...question, [limit]: size }, size === '1' ? MOST / 4 : MOST);
            const what = `${new URLSearchParams(question).toString()} by ${size}`;
            if (!isSame(whole, parts) && !(what in EXPECTED)) differing.push(what);
          }
        }
      }
    }
    expect(differing).toEqual([]);
    expect(bases.length).toBeGreaterThan(30);
  });
});

/** Each direction, and each other order that the module has. */
function ordersOf({ parameters }: QueryModule): Question[] {
  const choices = (name: string): Question[] => {
    const parameter = parameters.find(each => each.name === name && each.kind === 'enum' && !each.multi);
    return parameter ? parameter.values.map(value => ({ [parameter.wireName]: value })) : [{}];
  };
  return choices('sort').flatMap(sort => choices('dir').map(dir => ({ ...sort, ...dir })));
}

interface Read {
  readonly records: readonly string[];
  readonly isAll: boolean;
  /** The order of the records depends on how many a response holds. */
  readonly isGrouped: boolean;
}

function isSame(whole: Read, parts: Read): boolean {
  if (whole.isGrouped && !parts.isAll) return true;
  const [expected, given] = [whole, parts].map(({ records, isGrouped }) => (isGrouped ? records.toSorted() : records));
  const count = parts.isAll ? undefined : parts.records.length;
  return JSON.stringify(given!.slice(0, expected!.length)) === JSON.stringify(expected!.slice(0, count));
}

/** The records as text, each item of a list within a record as one of its own. */
async function read(ask: Ask, module: QueryModule, question: Question, most = MOST): Promise<Read> {
  const records: string[] = [];
  let isGrouped = module.group === 'prop';
  let next: Question | undefined = {};
  while (next && records.length < (isGrouped ? MOST_GROUPED : most)) {
    const response = await ask({ ...question, ...next });
    // Combinations that the module refuses are no concern here.
    if (response.error) return { records: [], isAll: true, isGrouped };
    const found = recordsOf(module, response.query ?? {});
    isGrouped ||= found.some(record => listOf(record) !== undefined);
    records.push(...found.flatMap(singles).map(record => JSON.stringify(record)));
    next = response.continue && Object.fromEntries(Object.entries(response.continue).map(([name, value]) => [name, String(value)]));
  }
  return { records, isAll: next === undefined, isGrouped };
}

type AnyRecord = Record<string, unknown>;

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function recordsOf({ name, group }: QueryModule, query: any): AnyRecord[] {
  if (group !== 'prop') return [query[name]?.results ?? query[name] ?? []].flat();
  const pages: AnyRecord[] = query.pages ?? [];
  return pages.flatMap(page => [page[name] ?? []].flat().map(record => ({ page: page.title, ...(record as object) })));
}

/** The key of a list of records within a record. */
const listOf = (record: AnyRecord): string | undefined =>
  Object.keys(record).find(key => Array.isArray(record[key]) && typeof (record[key] as unknown[])[0] === 'object');

function singles(record: AnyRecord): AnyRecord[] {
  const key = listOf(record);
  return key === undefined ? [record] : (record[key] as unknown[]).map(item => ({ ...record, [key]: item }));
}
