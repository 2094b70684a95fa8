import { ApiError, type CacheMode, type Cursor, type Env, message, type Pages, p } from '@wikiquery/core';
import type { AnyModule, Group, Params, Registry } from '@wikiquery/core/host';
import type { ActionResult } from '../action.ts';
import { cacheModeOf, dependsOnlyOnPages, type Freshness, freshnessOf, shorter } from '../caching.ts';
import { encoderOf } from '../encoders.ts';
import type { RequestContext } from '../request-context.ts';
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

/** Runs `action=query`: finds the pages, runs the modules one after the other, and returns their records and the continuation. */
export async function runQuery(context: RequestContext): Promise<ActionResult> {
  const { registry, style, maxSize } = context;
  const params = await readQueryParams(context);
  const modules = selectModules(params, registry);
  const continuation = new Continuation(
    context.params,
    modules.map(module => module.name),
    [...(params.prop ?? [])].filter(name => registry.get(name)?.group === 'prop'),
  );
  const running = modules.filter(module => continuation.runs(module.name));
  // Also read the parameters of finished modules, because every response reports their errors.
  for (const module of modules) if (!running.includes(module)) await readModuleParams(context, module, false);
  checkReadRight(context, running);

  const query: Ordered = new Map();
  const top: Ordered = new Map();
  const budget = new Budget(maxSize);
  const found = await findPages(context, params, continuation);
  const { pages, cacheMode, fields: generatorFields = {} } = found;
  for (const key in generatorFields) if (budget.take(generatorFields[key])) query.set(key, generatorFields[key]);
  const described = isNone(pages) ? NO_PAGES : addPages(context, pages, params, query, budget);
  let xml: string | undefined;
  // If this response only resumes modules, an earlier response contained the export.
  if (params.export && (params.exportnowrap || !continuation.generatorDone)) {
    xml = await exportPages(context.env('query'), [...pages.found.values()], params.exportschema);
    if (!params.exportnowrap) query.set('export', style.formatVersion === 1 ? { '*': xml } : xml);
  }

  const noteQuery = (): void => {
    context.limits.queryBegan = query.size > 0;
    // Setting an existing key again does not change its position in the Map.
    if (query.size > 0) top.set('query', query);
  };
  noteQuery();
  const assembly: Assembly = {
    query,
    top,
    pages: described,
    budget,
    warnings: context.warnings,
    maxSize,
    formatVersion: style.formatVersion,
  };
  const modes: CacheMode[] = [cacheMode];
  let { freshness } = found;
  let dependsOnOthers = params.generator !== undefined || params.converttitles || params.export;
  for (const module of running) {
    const ran = await context.runs.run('module', pathOf(module), () => runModule(context, module, pages, assembly));
    modes.push(ran.mode);
    freshness = shorter(freshness, ran.freshness);
    dependsOnOthers ||= !ran.isOfPages;
    if (ran.cursor !== undefined) continuation.stopModule(module.name, module.prefix, ran.cursor);
    noteQuery();
  }
  context.warnings.complete();

  const fields: Ordered = new Map();
  addContinuation(fields, continuation, params.rawcontinue);
  for (const [key, value] of context.requestedFields) fields.set(key, value);
  addResult(fields, context, top);
  const size = budget.taken + (xml?.length ?? 0);
  const body =
    xml !== undefined && params.exportnowrap ? { type: 'text/xml; charset=utf-8', text: xml, filename: 'export.xml' } : undefined;
  return { fields, cacheMode: strictest(modes), freshness, pages: dependsOnOthers ? undefined : pages.pages, size, body };
}

const NO_PAGES: Assembly['pages'] = new Map();

/** Adds the pages, and the normalizations and redirects of their titles, to `query`. */
function addPages(context: RequestContext, pages: RequestPages, params: AllParams, query: Ordered, budget: Budget): Assembly['pages'] {
  const { style } = context;
  const env = context.env('query');
  const described = describePages(env, pages, context.wiki.virtualTitles, style);
  addPageSetFacts(
    query,
    env,
    pages,
    described.keys(),
    { iwurl: params.iwurl, indexPageIds: params.indexpageids, formatVersion: style.formatVersion },
    budget,
  );
  if (described.size === 0) return described;
  // The budget may measure the pages later. Copies do not contain the data that modules add to the pages, which is measured separately.
  const shown = Array.from(described.values(), page => ({ ...page }));
  if (!budget.takeAll(shown)) for (const page of shown) budget.take(page);
  query.set('pages', style.formatVersion === 2 && style.listsPages ? byId(described) : keyedById(described));
  return described;
}

/** Adds `limits` before `query` if `query` was empty when the first limit was reported, otherwise after it. */
function addResult(fields: Ordered, { limits }: RequestContext, top: Ordered): void {
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

async function readQueryParams(context: RequestContext): Promise<AllParams> {
  const reader = { params: queryParamsFor(context.registry), prefix: '' };
  return (await context.readParams(reader, 'query', 'action=query')) as unknown as AllParams;
}

const paramsOf = new WeakMap<Registry, Params>();

/** Returns the parameters of `action=query` with the installed modules as values, cached per registry. */
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

/** Returns the requested modules: prop, list, then meta modules, each in request order. */
function selectModules(params: AllParams, registry: Registry): AnyModule[] {
  const modules: AnyModule[] = [];
  for (const group of GROUPS) for (const name of params[group] ?? []) modules.push(registry.get(name)!);
  return modules;
}

function checkReadRight(context: RequestContext, modules: readonly AnyModule[]): void {
  if (context.actor.can('read')) return;
  const sent = new Set(context.params.names());
  const names = Object.keys(queryParamsFor(context.registry));
  const isBare = names.every(name => OPEN_PARAMS.has(name) || !sent.has(name));
  if (isBare && modules.length > 0 && modules.every(module => module.read === false)) return;
  throw readDenied();
}

/**
 * The parameters of `action=query` that users without the right `read` can use, as in MediaWiki. Page sets are excluded, because they would
 * reveal titles.
 */
const OPEN_PARAMS: ReadonlySet<string> = new Set(['meta', 'rawcontinue', 'indexpageids']);

/** Makes the error `readapidenied` for the module `main`, because MediaWiki checks the right before it runs the action. */
export function readDenied(): ApiError {
  const error = new ApiError(message('readapidenied', 'Log in to read this wiki.'));
  error.module = 'main';
  return error;
}

interface FoundPages {
  readonly pages: RequestPages;
  readonly cacheMode: CacheMode;
  readonly freshness: Freshness;
  readonly fields?: Pages['fields'];
}

async function findPages(context: RequestContext, params: AllParams, continuation: Continuation): Promise<FoundPages> {
  const generator = params.generator === undefined ? undefined : generatorModule(params.generator, context.registry);
  const source = pageSource(params);
  const none: FoundPages = { pages: noPages(params.redirects), cacheMode: 'public', freshness: 'unchanged' };
  if (!source && !generator) return none;
  if (continuation.generatorDone) {
    if (generator) await readModuleParams(context, generator, true);
    return none;
  }
  const env = context.env('query');
  const options: PageSetOptions = {
    redirects: params.redirects,
    convertsTitles: params.converttitles,
    virtualTitles: context.wiki.virtualTitles,
    unclean: context.uncleanValues('titles'),
  };
  const pages = source ? await PageFinder.named(env, source, options) : none.pages;
  const cacheMode = pages.dependsOnReader ? 'private' : 'public';
  if (!generator) return { pages, cacheMode, freshness: 'unchanged' };
  const { output, mode, freshness } = await context.runs.run('generator', pathOf(generator), () =>
    execute(context, generator, pages, true),
  );
  const { first, next, refs, fields } = pagesOf(generator, output);
  if (first !== undefined) {
    requireParams(generator, first);
    continuation.repeatGenerator(generator.name, generator.prefix, first);
  }
  if (next !== undefined) {
    requireParams(generator, next);
    continuation.stopGenerator(generator.name, generator.prefix, next);
  }
  const encode = encoderOf(generator, context.style.formatVersion);
  const encoded = encode ? refs.map(ref => (ref.data ? { ...ref, data: encode(ref.data, undefined) } : ref)) : refs;
  return { pages: await PageFinder.generated(env, encoded, options), cacheMode: strictest([cacheMode, mode]), freshness, fields };
}

/** Returns the parameters that select pages, or undefined if the request has none. Throws `multisource` for several. */
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

/** The conditions for caching the results of a module. `isOfPages`: whether they depend only on the requested pages. */
interface Ran {
  readonly mode: CacheMode;
  readonly freshness: Freshness;
  readonly isOfPages: boolean;
}

async function runModule(
  context: RequestContext,
  module: AnyModule,
  pages: RequestPages,
  assembly: Assembly,
): Promise<Ran & { cursor: Cursor | undefined }> {
  const { output, ...ran } = await execute(context, module, pages, false);
  const cursor = await addRecords(assembly, module, recordsOf(module, output));
  if (cursor !== undefined) requireParams(module, cursor);
  return { ...ran, cursor };
}

const pathOf = (module: AnyModule): string => `query+${module.name}`;

const readModuleParams = (context: RequestContext, module: AnyModule, asGenerator: boolean) =>
  context.readParams(module, pathOf(module), `action=query&${module.group}=${module.name}`, { asGenerator });

/** Runs a module. It can produce its records lazily, after this function returns. */
async function execute(
  context: RequestContext,
  module: AnyModule,
  pages: RequestPages,
  asGenerator: boolean,
): Promise<Ran & { output: unknown }> {
  const params = await readModuleParams(context, module, asGenerator);
  if (module.quirks?.warnsTwice && context.style.errorFormat === 'raw') await readModuleParams(context, module, asGenerator);
  const env: Env = context.env(pathOf(module), (asGenerator ? 'g' : '') + module.prefix);
  const services = context.servicesOf(module);
  const output = await module.execute({ ...env, params, services, pages, asGenerator, followsRedirects: pages.resolvesRedirects });
  return {
    output,
    mode: cacheModeOf(module, params, context.actor),
    freshness: freshnessOf(module, params),
    isOfPages: dependsOnlyOnPages(module, params),
  };
}

const STRICTNESS: Readonly<Record<CacheMode, number>> = { public: 0, 'anon-public': 1, private: 2 };

const strictest = (modes: readonly CacheMode[]): CacheMode => modes.reduce((a, b) => (STRICTNESS[b] > STRICTNESS[a] ? b : a));

const byId = (pages: ReadonlyMap<number, unknown>): unknown[] => [...pages.keys()].sort((a, b) => a - b).map(id => pages.get(id));
