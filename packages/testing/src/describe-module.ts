import { isDeepStrictEqual } from 'node:util';
import type { Site } from '@wikiquery/core';
import type { AnyModule, RecordOf } from '@wikiquery/core/host';
import type { UserAccount, WikiBuilder } from '@wikiquery/wiki-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiSetUp } from './api-of.ts';
import { ask, prefixed, type Response, type Values } from './ask.ts';
import { undeclaredIn } from './declared.ts';
import { checkFilter, filtersOf, unfiltered } from './filters.ts';
import { findLeaks } from './leaks.ts';
import { engines, openWiki, type TestWiki, type WikiOptions } from './open-wiki.ts';
import type { Reader } from './reader.ts';

/** Options of a request to the tested module. */
export interface AskOptions {
  /** The client. Default: the client that `seed` returns, or an anonymous user. */
  readonly as?: Reader;
  /** Current time. Default: 2025-01-01. */
  readonly now?: Date;
}

/** Functions that send requests to the tested module. */
export interface Ask<M extends AnyModule> {
  /** Returns the records (list), the object (meta) or the pages with their records (prop). Parameters have no prefix. */
  records(params?: Values, options?: AskOptions): Promise<M['group'] extends 'list' ? RecordOf<M>[] : Response>;
  /** Returns the whole response. `params` have no prefix. `request`: further parameters of the request, with their prefix. */
  ask(params?: Values, request?: Values, options?: AskOptions): Promise<Response>;
  /** Returns the pages that the module returns as a generator. `params` have no prefix. */
  pages(params?: Values, request?: Values, options?: AskOptions): Promise<Response[]>;
  /** Returns the filled wiki, from within a test. */
  readonly wiki: () => TestWiki;
}

/** Configuration of the common tests of a module. */
export interface ModuleTest extends WikiOptions {
  /** Parameters of the module in all requests, without prefix. */
  readonly params?: Values;
  /** Further parameters of all requests, such as `titles` for a prop module. */
  readonly request?: Values;
  /** The client of all requests. Default: an anonymous user. */
  readonly as?: Reader;
  /** Services by name. */
  readonly services?: Readonly<Record<string, unknown>>;
  /** Key of a list inside the records, which the limit may split. Its items are compared individually. */
  readonly grouped?: string;
  /**
   * Adds rows of the module's own tables that belong to a suppressed account. The test for suppressed content calls it, and fails if a
   * response then contains the name or the id of the account.
   */
  readonly suppressed?: (account: UserAccount) => Promise<unknown>;
  /** Whether the module accepts any continue value. */
  readonly anyContinue?: boolean;
  /** Reasons why common tests do not apply: too few records or pages, no continuation, or no exact reversal of order or bounds. */
  readonly without?: { readonly [what in 'records' | 'pages' | 'continuation' | 'reverse' | 'reversedBounds']?: string };
  /** By filter: further parameters that its test needs, or the reason why the test fails. */
  readonly filters?: Readonly<Record<string, Values | string>>;
  /** Further modules that requests may use. */
  readonly modules?: readonly AnyModule[];
}

/** Runs a suite and common tests for a module on every engine. `seed` fills the wiki and configures the common tests. */
export function describeModule<M extends AnyModule>(
  module: M,
  seed: (wiki: WikiBuilder) => Promise<ModuleTest | undefined>,
  suite: (kit: Ask<M>) => void,
  options: WikiOptions = {},
): void {
  describe.each(engines)(`${module.group}=${module.name} on %s`, engine => {
    let wiki: TestWiki;
    let given: ModuleTest = {};
    beforeAll(async () => {
      wiki = await openWiki(engine, options);
      given = (await seed(wiki)) ?? {};
    }, 60_000);
    afterAll(() => wiki?.close());

    const send = (params: Values, { as = given.as, now }: AskOptions) => sendRequest(wiki, module, given, params, { as, now });
    const kit: Ask<M> = {
      wiki: () => wiki,
      ask: (params = {}, request = {}, options = {}) =>
        send(
          { [module.group]: module.name, ...given.request, ...request, ...prefixed({ ...given.params, ...params }, module.prefix) },
          options,
        ),
      async records(params, options) {
        const response = await kit.ask(params, {}, options);
        const { error } = response;
        if (error) throw new Error(`${error.code}: ${error.info}`);
        const result = resultOf(module, response);
        if (module.group === 'prop') return result?.pages ?? [];
        return module.placement === 'spread' ? result : (result?.[module.resultKey ?? module.name] ?? []);
      },
      async pages(params = {}, request = {}, options = {}) {
        const wire = {
          generator: module.name,
          ...given.request,
          ...request,
          ...prefixed({ ...given.params, ...params }, `g${module.prefix}`),
        };
        const { query: result, error } = await send(wire, options);
        if (error) throw new Error(`${error.code}: ${error.info}`);
        return result?.pages ?? [];
      },
    };
    suite(kit);
    commonTests(module, kit, () => given);
  });
  it(`${module.group}=${module.name} returns no suppressed data`, { timeout: 60_000 }, async () => {
    const wiki = await openWiki(engines[0], options);
    try {
      expect(await findLeaks(wiki, module, (await seed(wiki)) ?? {})).toEqual([]);
    } finally {
      await wiki.close();
    }
  });
}

function commonTests<M extends AnyModule>(module: M, kit: Ask<M>, given: () => ModuleTest): void {
  const single = (records: Records) => ungroup(records, given().grouped);
  /** Fails if a check would be trivial, unless the module's test states a reason. */
  const atLeast = (count: number, found: readonly unknown[], lack: 'records' | 'pages' | 'continuation'): void => {
    const why = given().without?.[lack];
    if (why !== undefined) expect(found.length, `The check applies. Remove the reason from the test: ${why}`).toBeLessThan(count);
    else expect(found.length, 'The test wiki has too little data for this check').toBeGreaterThanOrEqual(count);
  };
  it('returns records that match the declared schema', async () => {
    const response = await kit.ask(module.params.limit ? { limit: 'max' } : {});
    expect(response.error).toBeUndefined();
    atLeast(1, recordsOf(module, response), 'records');
  });
  if (Array.isArray(module.sources) && !module.sources.includes('clock')) {
    it('returns the same response ten years later, because no declared source is the clock', async () => {
      for (const params of [{}, everyValue(module, kit.wiki().site)])
        expect(await kit.ask(params, {}, { now: LATER })).toEqual(await kit.ask(params));
    });
  }
  if (module.generator) {
    it('generates pages', async () => {
      const pages = await kit.pages();
      expect(Array.isArray(pages)).toBe(true);
      atLeast(1, pages, 'pages');
    });
  }
  if (module.group === 'prop') {
    it('returns the same data for one page as for several', async () => {
      if (given().request?.titles === undefined) return;
      const whole = module.params.limit ? { limit: 'max' } : {};
      const response = await kit.ask(whole);
      const all = recordsOf(module, response);
      for (const { title } of response.query.pages as { title: string }[]) {
        const ofPage = all.filter(record => record[PAGE] === title);
        expect(recordsOf(module, await kit.ask(whole, { titles: title })), `${title}, without a limit`).toEqual(ofPage);
        if (!module.params.limit) continue;
        // The limit does not count rows of other pages.
        const some = recordsOf(module, await kit.ask({ limit: 1 }, { titles: title }));
        expect(some.length > 0, `${title}, limited to 1`).toBe(ofPage.length > 0);
      }
    });
  }
  for (const [name, filter] of module.params.limit ? filtersOf(module) : []) {
    it(`returns exactly the records that match ${module.prefix}${name}`, async () => {
      const needed = given().filters?.[name] ?? {};
      const all = unfiltered(module, filter, kit.wiki().site);
      const check = async (dir: string | undefined) => {
        const read = async (params: Values) => {
          const common = { limit: 'max', ...(typeof needed === 'object' && needed), ...(dir && { dir }) };
          const { error, ...response } = await kit.ask({ ...common, ...params });
          expect(error).toBeUndefined();
          return recordsOf(module, response).flatMap(record => itemsOf(record, given().grouped));
        };
        await checkFilter(name, filter, { all, read, isReversed: REVERSED.includes(dir) });
      };
      const [forth, ...back] = directionsOf(module);
      if (typeof needed === 'string') {
        const passes = await check(forth).then(
          () => true,
          () => false,
        );
        if (passes) throw new Error(`The check passes. Delete the reason for its failure: ${needed}`);
      } else for (const dir of given().without?.reversedBounds === undefined ? [forth, ...back] : [forth]) await check(dir);
    });
  }
  if (!module.params.continue) return;
  it('rejects an invalid continue value', async () => {
    const { error } = await kit.ask({ continue: 'a|b|c|d|e|f|g|h' });
    const refusal = module.params.continue?.type.name === 'integer' ? 'badinteger' : 'badcontinue';
    expect(error?.code).toBe(given().anyContinue ? undefined : refusal);
  });
  if (!module.params.limit) return;
  for (const dir of directionsOf(module)) {
    it(`returns the same records with a limit of 1 as with the maximum${dir ? ` (${dir})` : ''}`, async () => {
      const params = dir ? { dir } : {};
      const all = single(recordsOf(module, await kit.ask({ ...params, limit: 'max' })));
      atLeast(2, all, 'continuation');
      expect(single(await readOneByOne(module, kit, params, given().grouped !== undefined))).toEqual(all);
    });
  }
  const [forth, back] = directionsOf(module);
  if (module.group !== 'list' || back === undefined) return;
  it('returns the same records in the opposite direction', async () => {
    const read = async (dir: string | undefined) => single(recordsOf(module, await kit.ask({ dir: dir ?? '', limit: 'max' })));
    const reversed = (await read(back)).toReversed();
    const same = given().grouped === undefined ? await read(forth) : (await read(forth)).toReversed();
    expect(isDeepStrictEqual(reversed, same)).toBe(given().without?.reverse === undefined);
  });
}

const LATER = new Date(Date.UTC(2035, 0, 1));

function everyValue({ params: { prop } }: AnyModule, site: Site): Values {
  const values = prop?.type.values?.(site) ?? [];
  return values.length > 0 ? { prop: values.join('|') } : {};
}

type Records = Record<string, unknown>[];

/** Returns one record per item of the inner list, sorted independently of the grouping. */
function ungroup(records: Records, list: string | undefined): unknown[] {
  if (list === undefined) return records;
  const single = records.flatMap(record => (record[list] as unknown[]).map(item => ({ ...record, [list]: [item] })));
  return single.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

const REVERSED: readonly unknown[] = ['older', 'descending', 'desc'];

/** Returns the record, or one record per item of its list. */
const itemsOf = (record: Records[number], list: string | undefined): Records =>
  list === undefined ? [record] : (record[list] as Records).map(item => ({ ...record, [list]: undefined, ...item }));

async function readOneByOne<M extends AnyModule>(module: M, kit: Ask<M>, params: Values, isGrouped: boolean): Promise<Records> {
  const records: Records = [];
  let request: Values = {};
  for (let step = 0; step < 500; step++) {
    const response = await kit.ask({ ...params, limit: 1 }, request);
    expect(response.error).toBeUndefined();
    const some = recordsOf(module, response);
    expect(some.length).toBeLessThanOrEqual(module.group === 'list' && !isGrouped ? 1 : Number.POSITIVE_INFINITY);
    records.push(...some);
    if (!response.continue) return module.group === 'prop' ? records.sort(byPage) : records;
    request = response.continue;
  }
  throw new Error(`The continuation of ${module.name} did not end after 500 requests.`);
}

const directionsOf = (module: AnyModule): (string | undefined)[] => {
  const values = module.params.dir?.type.values?.({} as never) as string[] | undefined;
  return values ?? [undefined];
};

/** Returns the records of a response. Records of prop modules include their page. Other values become leaves with their path. */
function recordsOf(module: AnyModule, response: Response): Record<string, unknown>[] {
  const result = resultOf(module, response);
  const key = module.resultKey ?? module.name;
  const placement = module.placement ?? (module.group === 'meta' ? 'object' : 'list');
  if (module.group !== 'prop')
    return placement === 'list'
      ? [(result?.[key] as Records | undefined) ?? []].flat()
      : leaves(placement === 'spread' ? result : result?.[key]);
  const ofPages = ((result?.pages as Record<string, unknown>[] | undefined) ?? [])
    .flatMap(page => {
      const ofModule =
        placement === 'spread' ? Object.fromEntries(Object.entries(page).filter(([name]) => !OF_ANY_PAGE.includes(name))) : page[key];
      const records = placement === 'list' ? ((ofModule as Records | undefined) ?? []) : leaves(ofModule);
      return records.map(record => ({ ...record, [PAGE]: page.title }));
    })
    .sort(byPage);
  const ofNoPage = (result?.[key] as Records | undefined) ?? [];
  return [...ofPages, ...ofNoPage];
}

const OF_ANY_PAGE = ['pageid', 'ns', 'title', 'missing', 'invalid', 'invalidreason', 'special', 'known'];

/** Flattens a value to its leaves with their paths, because a continued response may contain any part of the value. */
function leaves(value: unknown, path = ''): Records {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(each => leaves(each, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, each]) => leaves(each, `${path}.${name}`));
}

const resultOf = (module: AnyModule, response: Response): Response => (module.quirks?.besideQuery ? response : response.query);

const PAGE = ' page';
const byPage = (a: unknown, b: unknown): number => {
  const [one, other] = [a, b].map(record => String((record as Record<string, unknown>)[PAGE]));
  return one! < other! ? -1 : one! > other! ? 1 : 0;
};

/** Sends a request, and validates the response by the declared schema, which also detects differences between database drivers. */
async function sendRequest(
  wiki: WikiBuilder,
  module: AnyModule,
  given: ModuleTest,
  params: Values,
  setUp: Pick<ApiSetUp, 'as' | 'now'>,
): Promise<Response> {
  const plugins = [module, ...(given.modules ?? [])];
  const response = await ask(wiki, plugins, { action: 'query', ...params }, { ...setUp, services: given.services });
  const problem = undeclaredIn(response, 'query', { plugins, site: wiki.site, version: params.formatversion === 1 ? 1 : 2 });
  if (problem !== undefined) throw new Error(`${module.group}=${module.name} returns fields that it does not declare: ${problem}`);
  return response;
}
