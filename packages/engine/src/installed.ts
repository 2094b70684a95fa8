import { p, type Service, type Site } from '@wikiquery/core';
import {
  type AnyFormat,
  type AnyModule,
  type AnyParam,
  type Described,
  extensionsOf,
  type Installed,
  type Params,
  type Registry,
} from '@wikiquery/core/host';
import type { RunnableAction } from './action.ts';
import type { mainParams } from './main-params.ts';
import { pageSetParams } from './query/params.ts';
import { queryParamsFor } from './query/query.ts';
import type { WikiEnvironment } from './request-context.ts';

interface Offered {
  readonly wiki: Pick<WikiEnvironment, 'registry' | 'services'> & { readonly site: Site };
  readonly actions: ReadonlyMap<string, RunnableAction>;
  readonly formats: ReadonlyMap<string, AnyFormat>;
  readonly mainParams: typeof mainParams;
  readonly documentation: string;
}

/** Returns the metadata of the installed plugins, for actions such as `paraminfo` and `help`. */
export function describeInstalled({ wiki, actions, formats, mainParams, documentation }: Offered): Installed {
  const { site, registry, services } = wiki;
  const pageSet = describePageSet(registry);
  const all = [
    describeEntryPoint(mainParams, [...actions.values()], [...formats.values()]),
    ...[...actions.values()].map(action => (action.checksRead ? describeQuery(action, registry, pageSet) : describeAction(action))),
    ...[...formats.values()].map(describeFormat),
    ...[...registry.values()].map(describeModule),
  ];
  const service = <T>({ name }: Service<T>) => (name === 'installed' ? offered : services.get(name)) as T | undefined;
  const offered: Installed = {
    documentation,
    described: new Map(all.map(item => [item.path, item])),
    pageSet,
    valuesOf: ({ type }: AnyParam) => type.values?.(site, service),
  };
  return offered;
}

interface Named {
  readonly name: string;
  readonly deprecated?: boolean;
}

function describeEntryPoint(params: Offered['mainParams'], actions: readonly Named[], formats: readonly Named[]): Described {
  return {
    path: 'main',
    name: 'main',
    prefix: '',
    summary: 'Run an action and write its result in a format.',
    params,
    flags: [],
    submodules: { action: { paths: paths(actions, '') }, format: { paths: paths(formats, '') } },
  };
}

function describeAction({
  name,
  prefix,
  summary,
  params,
  examples,
  deprecated,
  internal,
  read,
  mustBePosted,
  token,
}: RunnableAction): Described {
  const flags = { deprecated, internal, readrights: read !== false, mustbeposted: mustBePosted || token !== undefined };
  return { path: name, name, group: 'action', prefix, summary, params, flags: raised(flags), ...(examples && { examples }) };
}

function describeQuery(action: RunnableAction, registry: Registry, pageSet: Described): Described {
  const of = (group: string) => {
    const modules = [...registry.values()].filter(module => module.group === group);
    const deprecated = modules.filter(module => module.deprecated).map(module => module.name);
    return { paths: paths(modules), ...(deprecated.length > 0 && { deprecated }) };
  };
  return {
    ...describeAction(action),
    params: { ...queryParamsFor(registry), generator: pageSet.params.generator! },
    submodules: { prop: of('prop'), list: of('list'), meta: of('meta'), ...pageSet.submodules },
  };
}

function describeFormat({ name, summary, params, examples, deprecated, internal }: AnyFormat): Described {
  const flags = raised({ deprecated, internal, readrights: true });
  return { path: name, name, group: 'format', prefix: '', summary, params, flags, ...(examples && { examples }) };
}

function describeModule({ group, name, prefix, summary, params, examples, ...module }: AnyModule): Described {
  const [extension] = extensionsOf(module);
  const { deprecated, internal, read, generator } = module;
  const flags = raised({ deprecated, internal, readrights: read !== false, generator });
  return {
    path: `query+${name}`,
    name,
    group,
    ...(extension !== undefined && { extension }),
    prefix,
    summary,
    params,
    flags,
    ...(examples && { examples }),
  };
}

function describePageSet(registry: Registry): Described {
  const generators = paths([...registry.values()].filter(module => module.generator));
  const params: Params = {
    ...pageSetParams,
    generator: p.enum(Object.keys(generators)).help(pageSetParams.generator.options.help ?? ''),
  };
  return {
    path: 'pageset',
    name: 'pageset',
    prefix: '',
    summary: 'Select the pages of a request.',
    params,
    flags: [],
    submodules: { generator: { paths: generators, prefix: 'g' } },
  };
}

const raised = (flags: Readonly<Record<string, boolean | undefined>>): string[] => Object.keys(flags).filter(flag => flags[flag]);

/** Maps the names of plugins to their module paths, sorted by name with deprecated plugins last. */
const paths = (modules: readonly Named[], parent = 'query+'): Record<string, string> => {
  const late = ({ deprecated }: Named) => Number(deprecated ?? false);
  const sorted = modules.toSorted((a, b) => late(a) - late(b) || (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map(({ name }) => [name, parent + name]));
};
