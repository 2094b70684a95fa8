import { ApiError, type CacheMode, type Cursor, type Env, type Group, message, type Pages, type Params, p } from '@wikiquery/core';
import { type AnyModule, type ReadParams, type Registry, readParams } from '@wikiquery/core/host';
import type { ActionResult } from '../action.ts';
import { blame, blamed } from '../blame.ts';
import { cacheModeOf, type Lasting, lastingOf, shorter } from '../caching.ts';
import type { Call } from '../call.ts';
import { encoderOf } from '../encoders.ts';
import { Budget, keyedById, type Ordered } from '../result.ts';
import { type Assembly, addRecords } from './assembly.ts';
import { Continuation } from './continuation.ts';
import { exportPages } from './export.ts';
import { pagesOf, recordsOf, requireParams } from './output.ts';
import { multipleSources, PageFinder, type PageSetOptions, type PageSource } from './page-finder.ts';
import { addPageSetFacts, describePages } from './page-info.ts';
import { isNone, noPages, type RequestPages } from './page-set.ts';
import { type PageSetParams, pageSetParams, type QueryParams, queryParams } from './params.ts';

const GROUPS = ['prop', 'list', 'meta'] as const satisfies readonly Group[];

/** action=query: names the pages, runs the modules one after the other, and tells how to continue. */
export async function runQuery(call: Call): Promise<ActionResult> {
  const { registry, style, maxSize } = call;
  const read = blamed('query', () => readQueryParams(call));
  if (read.lookUp) await blamed('query', read.lookUp);
  const params = read.values as unknown as AllParams;
  const modules = selectModules(params, registry);
  const continuation = new Continuation(
    call.wire,
    modules.map(module => module.name),
    [...(params.prop ?? [])].filter(name => registry.get(name)?.group === 'prop'),
  );
  const running = modules.filter(module => continuation.runs(module.name));
  // Those that need not run any more have their parameters read all the same: what is wrong with them is told in every response.
  if (running.length < modules.length)
    for (const module of modules) if (!running.includes(module)) await checkModuleParams(call, module, false);
  checkReadRight(call, running);

  const query: Ordered = new Map();
  const top: Ordered = new Map();
  const budget = new Budget(maxSize);
  const named = blamed('query', () => pageSetOf(call, params, continuation, registry));
  const found = named instanceof Promise ? await named : named;
  const { pages, cacheMode, fields: generatorFields = {} } = found;
  for (const key in generatorFields) if (budget.take(generatorFields[key])) query.set(key, generatorFields[key]);
  let described = NO_PAGES;
  if (!isNone(pages)) {
    const pause = call.step('pages');
    if (pause) await pause;
    described = addPages(call, pages, params, query, budget);
  }
  let xml: string | undefined;
  // Where only modules go on, the pages were given before.
  if (params.export && (params.exportnowrap || !continuation.generatorDone)) {
    xml = await exportPages(call.env('query'), [...pages.found.values()], params.exportschema);
    if (!params.exportnowrap) query.set('export', style.formatVersion === 1 ? { '*': xml } : xml);
  }

  const noteQuery = (): void => {
    call.limits.queryBegan = query.size > 0;
    // Set again, it keeps the place where its first key arose.
    if (query.size > 0) top.set('query', query);
  };
  noteQuery();
  const assembly: Assembly = { query, top, pages: described, budget, warnings: call.warnings, maxSize, formatVersion: style.formatVersion };
  const modes: CacheMode[] = [cacheMode];
  let { lasting } = found;
  for (const module of running) {
    const path = pathOf(module);
    const ran = await runModule(call, module, path, pages, assembly);
    modes.push(ran.mode);
    lasting = shorter(lasting, ran.lasting);
    const pause = call.step(path);
    if (pause) await pause;
    if (ran.cursor !== undefined) continuation.stopModule(module.name, module.prefix, ran.cursor);
    noteQuery();
  }
  call.warnings.complete();

  const fields: Ordered = new Map();
  addContinuation(fields, continuation, params.rawcontinue);
  for (const [key, value] of call.requestedFields) fields.set(key, value);
  addResult(fields, call, top);
  const size = budget.taken + (xml?.length ?? 0);
  const body =
    xml !== undefined && params.exportnowrap ? { type: 'text/xml; charset=utf-8', text: xml, filename: 'export.xml' } : undefined;
  return { fields, cacheMode: strictest(modes), lasting, size, body };
}

const NO_PAGES: Assembly['pages'] = new Map();

/** Adds what the response says of the pages before any module does. */
function addPages(call: Call, pages: RequestPages, params: AllParams, query: Ordered, budget: Budget): Assembly['pages'] {
  const { known, style } = call;
  const env = call.env('query');
  const described = describePages(env, pages, known, style);
  addPageSetFacts(
    query,
    env,
    pages,
    described.keys(),
    { iwurl: params.iwurl, indexPageIds: params.indexpageids, formatVersion: style.formatVersion },
    budget,
  );
  if (described.size === 0) return described;
  // Modules add to the pages, which are counted by themselves: what is counted here, perhaps later, are copies.
  const shown = Array.from(described.values(), page => ({ ...page }));
  if (!budget.takeAll(shown)) for (const page of shown) budget.take(page);
  query.set('pages', style.formatVersion === 2 && style.listsPages ? byId(described) : keyedById(described));
  return described;
}

/** `limits` stands before `query` when a list or a generator told one. */
function addResult(fields: Ordered, { limits }: Call, top: Ordered): void {
  const tell = () => limits.values.size > 0 && fields.set('limits', Object.fromEntries(limits.values));
  if (!limits.afterQuery) tell();
  for (const [key, value] of top) {
    fields.set(key, value);
    if (key === 'query' && limits.afterQuery) tell();
  }
}

function addContinuation(fields: Ordered, continuation: Continuation, raw: boolean): void {
  if (raw) {
    const values = continuation.toRawResult();
    const repeated = continuation.toRawRepetition();
    if (values) fields.set('query-continue', values);
    if (repeated) fields.set('query-noncontinue', repeated);
    return;
  }
  const { values, batchComplete } = continuation.toResult();
  if (batchComplete) fields.set('batchcomplete', true);
  if (values) fields.set('continue', values);
}

type AllParams = QueryParams & PageSetParams;

function readQueryParams(call: Call): ReadParams {
  const reader = { params: queryParamsFor(call.registry), prefix: '' };
  return readParams(reader, call.wire, () => call.paramContext('query', 'query'), 'action=query');
}

const paramsOf = new WeakMap<Registry, Params>();

/** The declared parameters with the installed modules as values. */
export function queryParamsFor(registry: Registry): Params {
  let params = paramsOf.get(registry);
  if (!params) {
    const names = (group: Group) =>
      [...registry.values()]
        .filter(module => module.group === group)
        .map(module => module.name)
        .sort();
    params = {
      ...queryParams,
      ...Object.fromEntries(
        GROUPS.map(group => [
          group,
          p
            .enum(names(group))
            .multi()
            .help(queryParams[group].options.help ?? ''),
        ]),
      ),
      ...pageSetParams,
    };
    paramsOf.set(registry, params);
  }
  return params;
}

/** The requested modules: props, then lists, then metas, each as named. */
function selectModules(params: AllParams, registry: Registry): AnyModule[] {
  const modules: AnyModule[] = [];
  for (const group of GROUPS) for (const name of params[group] ?? []) modules.push(registry.get(name)!);
  return modules;
}

function checkReadRight(call: Call, modules: readonly AnyModule[]): void {
  if (call.actor.can('read')) return;
  const sent = new Set(call.wire.names());
  const names = Object.keys(queryParamsFor(call.registry));
  const isBare = names.every(name => OPEN_PARAMS.has(name) || !sent.has(name));
  if (isBare && modules.length > 0 && modules.every(module => module.read === false)) return;
  throw readDenied();
}

/** Parameters allowed without the right to read. A page set would reveal titles, so it is not among them; the same holds in MediaWiki. */
const OPEN_PARAMS: ReadonlySet<string> = new Set(['meta', 'rawcontinue', 'indexpageids']);

export const readDenied = (): ApiError => new ApiError(message('readapidenied', 'You need to log in to read this wiki.'));

interface NamedPages {
  readonly pages: RequestPages;
  readonly cacheMode: CacheMode;
  readonly lasting: Lasting;
  readonly fields?: Pages['fields'];
}

function pageSetOf(call: Call, params: AllParams, continuation: Continuation, registry: Registry): NamedPages | Promise<NamedPages> {
  const generator = params.generator === undefined ? undefined : generatorModule(params.generator, registry);
  const source = pageSource(params);
  const none = noPages(params.redirects);
  if (!source && !generator) return { pages: none, cacheMode: 'public', lasting: 'unchanged' };
  return loadPages();

  async function loadPages(): Promise<NamedPages> {
    if (continuation.generatorDone) {
      if (generator) await checkModuleParams(call, generator, true);
      return { pages: none, cacheMode: 'public', lasting: 'unchanged' };
    }
    const env = call.env('query');
    const options: PageSetOptions = {
      redirects: params.redirects,
      convertsTitles: params.converttitles,
      known: call.known,
      unclean: call.uncleanValues('titles'),
    };
    const pages = source ? await PageFinder.named(env, source, options) : none;
    const cacheMode = pages.dependsOnReader ? 'private' : 'public';
    if (!generator) return { pages, cacheMode, lasting: 'unchanged' };
    const path = pathOf(generator);
    call.progress?.enter(path);
    const { output, mode, lasting } = await blamed(path, () => execute(call, generator, path, pages, true));
    const pause = call.step(path);
    if (pause) await pause;
    const found = pagesOf(generator, output);
    if (found.first !== undefined) requireParams(generator, found.first);
    if (found.next !== undefined) requireParams(generator, found.next);
    if (found.first !== undefined) continuation.repeatGenerator(generator.name, generator.prefix, found.first);
    if (found.next !== undefined) continuation.stopGenerator(generator.name, generator.prefix, found.next);
    const encode = encoderOf(generator, call.style.formatVersion);
    const refs = encode ? found.refs.map(ref => (ref.data ? { ...ref, data: encode(ref.data, undefined) } : ref)) : found.refs;
    return {
      pages: await PageFinder.generated(env, refs, options),
      cacheMode: strictest([cacheMode, mode]),
      lasting,
      fields: found.fields,
    };
  }
}

/** Undefined when no page is named. */
function pageSource(params: AllParams): PageSource | undefined {
  const given = (['titles', 'pageids', 'revids'] as const).filter(name => params[name] !== undefined);
  if (given.length > 1) throw multipleSources(given[1]!, given[0]!);
  if (given.length === 0) return undefined;
  return { titles: params.titles, pageids: params.pageids, revids: params.revids };
}

function generatorModule(name: string, registry: Registry): AnyModule {
  const module = registry.get(name);
  if (!module) throw badGenerator(name, 'unknown');
  if (!module.generator) throw badGenerator(name, 'notgenerator');
  return module;
}

const badGenerator = (name: string, kind: 'unknown' | 'notgenerator'): ApiError =>
  new ApiError(
    message('badgenerator', kind === 'unknown' ? `There is no generator "${name}".` : `The module "${name}" is not a generator.`, {
      key: `apierror-badgenerator-${kind}`,
      params: [name],
    }),
  );

async function runModule(
  call: Call,
  module: AnyModule,
  path: string,
  pages: RequestPages,
  assembly: Assembly,
): Promise<{ mode: CacheMode; lasting: Lasting; cursor: Cursor | undefined }> {
  try {
    call.progress?.enter(path);
    const { output, mode, lasting } = await execute(call, module, path, pages, false);
    const added = addRecords(assembly, module, recordsOf(module, output));
    const cursor = added instanceof Promise ? await added : added;
    if (cursor !== undefined) requireParams(module, cursor);
    return { mode, lasting, cursor };
  } catch (error) {
    return blame(path, error);
  }
}

const pathOf = (module: AnyModule): string => `query+${module.name}`;

function readModuleParams(call: Call, module: AnyModule, asGenerator: boolean) {
  const feature = `action=query&${module.group}=${module.name}`;
  return readParams(module, call.wire, () => call.paramContext(pathOf(module), module.name), feature, asGenerator);
}

/** Reads the parameters for their errors and warnings only. */
async function checkModuleParams(call: Call, module: AnyModule, asGenerator: boolean): Promise<void> {
  const path = pathOf(module);
  const { lookUp } = blamed(path, () => readModuleParams(call, module, asGenerator));
  if (lookUp) await blamed(path, lookUp);
}

/** Runs one module up to its records, which may still be made while they are taken. */
async function execute(
  call: Call,
  module: AnyModule,
  path: string,
  pages: RequestPages,
  asGenerator: boolean,
): Promise<{ output: unknown; mode: CacheMode; lasting: Lasting }> {
  const read = readModuleParams(call, module, asGenerator);
  if (read.lookUp) await read.lookUp();
  const params = read.values;
  if (module.quirks?.warnsTwice && call.style.errorFormat === 'raw') readModuleParams(call, module, asGenerator);
  const env: Env = call.env(path, (asGenerator ? 'g' : '') + module.prefix);
  const services = call.servicesOf(module);
  const output = await module.execute({ ...env, params, services, pages, asGenerator, followsRedirects: pages.resolvesRedirects });
  return { output, mode: cacheModeOf(module, params, call.actor), lasting: lastingOf(module, params) };
}

const STRICTNESS: Readonly<Record<CacheMode, number>> = { public: 0, 'anon-public': 1, private: 2 };

const strictest = (modes: readonly CacheMode[]): CacheMode => modes.reduce((a, b) => (STRICTNESS[b] > STRICTNESS[a] ? b : a));

const byId = (pages: ReadonlyMap<number, unknown>): unknown[] => [...pages.keys()].sort((a, b) => a - b).map(id => pages.get(id));
