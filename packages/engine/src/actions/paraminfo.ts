import { type AnyModule, type AnyParam, message, type ParamMark, type Params, p, type Registry } from '@wikiquery/core';
import { type AnyAction, defineAction } from '../action.ts';
import type { Call } from '../call.ts';
import { FORMATS, jsonParams, mainParams, prettyParams } from '../main-params.ts';
import { pageSetParams } from '../query/params.ts';
import { queryParamsFor } from '../query/query.ts';

type Info = Record<string, unknown>;
type HelpFormat = 'html' | 'none' | 'raw' | 'wikitext';

/** One describable thing: the entry point, an action, a format, a query module. */
interface Described {
  readonly path: string;
  readonly name: string;
  readonly group?: string;
  readonly prefix: string;
  readonly summary: string;
  readonly params: Params;
  readonly flags: readonly string[];
  readonly examples?: Readonly<Record<string, string>>;
  /** Parameters whose values are modules: name to the path of each value. */
  readonly submodules?: Readonly<
    Record<string, { readonly paths: Readonly<Record<string, string>>; readonly prefix?: string; readonly deprecated?: readonly string[] }>
  >;
}

/** action=paraminfo: what every module takes, for clients that ask before they send. */
export function paraminfo(registry: Registry, actions: () => readonly AnyAction[]): AnyAction {
  const names = [...registry.keys()].sort();
  return defineAction({
    name: 'paraminfo',
    prefix: '',
    summary: 'Obtain information about API modules.',
    read: false,
    params: {
      modules: p
        .string()
        .multi()
        .help('List of module names (values of action and format, or main). Submodules with a +, all with +*, recursively with +**.'),
      helpformat: p.enum(['html', 'none', 'raw', 'wikitext']).default('none').help('Format of help strings.'),
      querymodules: p.enum(names).multi().deprecated().help('List of query module names.'),
      mainmodule: p.string().deprecated().help('Get information about the main (top-level) module as well.'),
      pagesetmodule: p.string().deprecated().help('Get information about the page set module as well.'),
      formatmodules: p
        .enum([...FORMATS])
        .multi()
        .deprecated()
        .help('List of format module names.'),
    },
    examples: { 'action=paraminfo&modules=query%2B*': 'Show info for all query modules.' },
    async execute(call, params) {
      const all = describeAll(registry, actions());
      const describe = (item: Described) => moduleInfo(item, call, params.helpformat);
      const paths = new Set<string>();
      for (const path of params.modules ?? []) for (const one of expand(path, all, call)) paths.add(one);
      for (const name of params.querymodules ?? []) paths.add(`query+${name}`);
      for (const name of params.formatmodules ?? []) paths.add(name);
      const result = new Map<string, unknown>([['helpformat', params.helpformat]]);
      for (const path of paths) {
        const item = all.get(path);
        if (!item) {
          call.warnings.add('paraminfo', unknownModule(path, all));
          continue;
        }
        const oldQuery = item.path.startsWith('query+') && params.querymodules?.has(item.name);
        const key = params.formatmodules?.has(item.name as never) ? 'formatmodules' : oldQuery ? 'querymodules' : 'modules';
        const list = (result.get(key) as Info[] | undefined) ?? [];
        list.push({ ...describe(item), ...(oldQuery && { querytype: item.group }) });
        result.set(key, list);
      }
      if (params.mainmodule !== undefined) result.set('mainmodule', describe(all.get('main')!));
      if (params.pagesetmodule !== undefined) {
        const { name: _name, path: _path, group: _group, ...info } = describe(pageSet(registry)) as Info;
        result.set('pagesetmodule', info);
      }
      call.warnings.complete();
      return { fields: new Map([...call.requestedFields, ['paraminfo', encode(result, call)]]) };
    },
  });
}

/** Flags are `""` or absent in formatversion 1. */
function encode(value: unknown, call: Call): unknown {
  if (call.style.formatVersion === 2) return value;
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, encode(item, call)]));
  if (Array.isArray(value)) return value.map(item => encode(item, call));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === false ? [] : [[key, item === true ? '' : encode(item, call)] as const])),
  );
}

/** `query+*` and `query+**` name all submodules. */
function expand(path: string, all: ReadonlyMap<string, Described>, call: Call): string[] {
  const wild = path === '*' || path === '**' ? `main+${path}` : path;
  const match = /^(.*)[+ ](\*\*?)$/.exec(wild);
  if (!match) return [path];
  const [, parent, stars] = match as unknown as [string, string, string];
  if (!all.has(parent)) {
    call.warnings.add('paraminfo', unknownModule(parent, all));
    return [];
  }
  const direct = (one: string) =>
    [...all.values()]
      .filter(item => parentOf(item) === one)
      .map(item => item.path)
      .sort();
  const found = direct(parent).flatMap(child => (stars === '**' ? [child, ...direct(child)] : [child]));
  if (found.length === 0) {
    call.warnings.add(
      'paraminfo',
      message('badmodule', `The module "${parent}" has no submodules.`, { key: 'apierror-badmodule-nosubmodules', params: [parent] }),
    );
  }
  return found;
}

const parentOf = ({ path }: Described): string | undefined => (path === 'main' ? undefined : path.startsWith('query+') ? 'query' : 'main');

function unknownModule(path: string, all: ReadonlyMap<string, Described>) {
  const steps = path.split('+');
  const at = steps.findIndex((_, i) => !all.has(steps.slice(0, i + 1).join('+')));
  const parent = at === 0 ? 'main' : steps.slice(0, at).join('+');
  return message('badmodule', `The module "${parent}" does not have a submodule "${steps[at]}".`, {
    key: 'apierror-badmodule-badsubmodule',
    params: [parent, steps[at] ?? ''],
  });
}

function describeAll(registry: Registry, actions: readonly AnyAction[]): Map<string, Described> {
  const all = new Map<string, Described>();
  const add = (item: Described) => all.set(item.path, item);
  const actionPaths = paths(actions, '');
  const formatPaths = Object.fromEntries(FORMATS.map(name => [name, name]));
  add({
    path: 'main',
    name: 'main',
    prefix: '',
    summary: 'Everything starts here.',
    params: { ...mainParams, action: p.enum(Object.keys(actionPaths)).default('help'), format: p.enum([...FORMATS]).default('jsonfm') },
    flags: [],
    submodules: { action: { paths: actionPaths }, format: { paths: formatPaths } },
  });
  for (const action of actions) add(describeAction(action, registry));
  for (const name of FORMATS) {
    const params: Params = name === 'json' ? jsonParams : name === 'jsonfm' ? prettyParams : {};
    add({ path: name, name, group: 'format', prefix: '', summary: `Output in the format ${name}.`, params, flags: ['readrights'] });
  }
  for (const module of registry.values()) add(describeModule(module));
  return all;
}

function describeAction(action: AnyAction, registry: Registry): Described {
  const flags = [...(action.read ? ['readrights'] : []), ...(action.mustBePosted ? ['mustbeposted'] : [])];
  const base = {
    path: action.name,
    name: action.name,
    group: 'action',
    prefix: action.prefix,
    summary: action.summary,
    flags,
    ...(action.examples && { examples: action.examples }),
  };
  if (action.name !== 'query') return { ...base, params: action.params };
  return {
    ...base,
    params: { ...queryParamsFor(registry), generator: pageSet(registry).params.generator! },
    submodules: querySubmodules(registry),
  };
}

function querySubmodules(registry: Registry): NonNullable<Described['submodules']> {
  const of = (group: string) => {
    const modules = [...registry.values()].filter(module => module.group === group);
    const deprecated = modules.filter(module => module.deprecated).map(module => module.name);
    return { paths: paths(modules), ...(deprecated.length > 0 && { deprecated }) };
  };
  return { prop: of('prop'), list: of('list'), meta: of('meta'), ...pageSet(registry).submodules };
}

/** Names to paths, sorted, deprecated ones last. */
const paths = (modules: readonly { readonly name: string; readonly deprecated?: boolean }[], parent = 'query+'): Record<string, string> => {
  const late = ({ deprecated }: { readonly deprecated?: boolean }) => Number(deprecated ?? false);
  const sorted = modules.toSorted((a, b) => late(a) - late(b) || (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map(({ name }) => [name, parent + name]));
};

function pageSet(registry: Registry): Described {
  const generators = paths([...registry.values()].filter(module => module.generator));
  return {
    path: 'pageset',
    name: 'pageset',
    prefix: '',
    summary: 'The pages to work on.',
    params: { ...pageSetParams, generator: p.enum(Object.keys(generators)).help(pageSetParams.generator.options.help ?? '') },
    flags: [],
    submodules: { generator: { paths: generators, prefix: 'g' } },
  };
}

const describeModule = (module: AnyModule): Described => ({
  path: `query+${module.name}`,
  name: module.name,
  group: module.group,
  prefix: module.prefix,
  summary: module.summary,
  params: module.params,
  flags: [
    ...(module.deprecated ? ['deprecated'] : []),
    ...(module.internal ? ['internal'] : []),
    ...(module.read === false ? [] : ['readrights']),
    ...(module.generator ? ['generator'] : []),
  ],
  ...(module.examples && { examples: module.examples }),
});

function moduleInfo(item: Described, call: Call, helpFormat: HelpFormat): Info {
  const help = (text: string) => (helpFormat === 'none' ? {} : { description: helpFormat === 'raw' ? [{ key: text, params: [] }] : text });
  const parameters = Object.entries(item.params).map(([name, param], i) => ({
    templated: param.options.each !== undefined,
    info: parameterInfo(i + 1, name, param, call, item.submodules?.[name], help, helpFormat),
  }));
  return {
    name: item.name,
    classname: 'wikiquery',
    path: item.path,
    ...(item.group && { group: item.group }),
    prefix: item.prefix,
    source: 'wikiquery',
    sourcename: 'wikiquery',
    licensetag: 'GPL-2.0-or-later',
    ...help(item.summary),
    ...Object.fromEntries(item.flags.map(flag => [flag, true])),
    helpurls: [],
    ...(helpFormat !== 'none' && {
      examples: Object.entries(item.examples ?? {}).map(([query, text]) => ({
        query: query.startsWith('action=') ? query : `action=query&${query}`,
        ...help(text),
      })),
    }),
    parameters: parameters.filter(entry => !entry.templated).map(entry => entry.info),
    templatedparameters: parameters.filter(entry => entry.templated).map(entry => entry.info),
  };
}

function parameterInfo(
  index: number,
  name: string,
  { type, options }: AnyParam,
  call: Call,
  submodules: NonNullable<Described['submodules']>[string] | undefined,
  help: (text: string) => Info,
  helpFormat: HelpFormat,
): Info {
  const { site } = call.wiki;
  const deprecatedValues = [...(submodules?.deprecated ?? options.deprecatedValues ?? [])].sort();
  const values = submodules
    ? Object.keys(submodules.paths)
    : type.name === 'enum'
      ? sortValues(type.values!(site, call.service), deprecatedValues)
      : type.name;
  const fallback = options.siteDefault ? options.siteDefault(site) : options.default;
  const multi = options.multi;
  return {
    index,
    name,
    ...(options.each && { templatevars: options.each }),
    ...help(options.help ?? ''),
    type: values,
    required: options.required ?? false,
    ...(options.deprecated && { deprecated: true }),
    ...(options.sensitive && { sensitive: true }),
    ...(fallback !== undefined &&
      fallback !== false &&
      !(options.collect && Array.isArray(fallback)) && { default: Array.isArray(fallback) ? joined(fallback) : fallback }),
    multi: multi !== undefined,
    ...(multi && { lowlimit: multi.low, highlimit: multi.high, limit: call.actor.can('apihighlimits') ? multi.high : multi.low }),
    ...(multi?.duplicates && { allowsduplicates: true }),
    ...(multi && (options.all || type.all) && { allspecifier: '*' }),
    ...type.describe?.(site),
    ...(submodules && { submodules: submodules.paths, ...(submodules.prefix && { submoduleparamprefix: submodules.prefix }) }),
    ...(deprecatedValues.length > 0 && { deprecatedvalues: deprecatedValues }),
    ...(options.marks && { info: options.marks.map(mark => markInfo(mark, helpFormat)) }),
  };
}

/** Several values as a client writes them; a single number stays one. */
const joined = (values: readonly unknown[]): unknown =>
  values.length === 1 && typeof values[0] === 'number' ? values[0] : values.join('|');

const markInfo = ({ name, values, text }: ParamMark, helpFormat: HelpFormat): Info => ({
  name,
  ...(values && { values }),
  ...(helpFormat !== 'none' && { text }),
});

/** As MediaWiki lists them: sorted, deprecated ones last. */
const sortValues = (values: readonly (string | number)[], deprecated: readonly string[] = []): (string | number)[] => {
  const late = (value: string | number) => Number(deprecated.includes(String(value)));
  return [...values].sort((a, b) => late(a) - late(b) || (a < b ? -1 : a > b ? 1 : 0));
};
