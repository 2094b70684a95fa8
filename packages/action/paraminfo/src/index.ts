import { defineAction, f, message, p, type Returned } from '@wikiquery/core';
import { badValue, type Described, installed, Param, type ParamType, type ServiceLookup } from '@wikiquery/core/host';
import { type HelpFormat, type Info, moduleInfo } from './module-info.ts';
import { shape } from './shape.ts';

const returns = f.record({ paraminfo: f.object(shape).help('Description of the modules.') });

type Modules = ReadonlyMap<string, Described>;

/** Describes the parameters of API modules, as MediaWiki's `action=paraminfo` does. */
export default defineAction({
  name: 'paraminfo',
  prefix: '',
  summary: 'Describe the parameters of API modules.',
  read: false,
  params: {
    modules: p
      .string()
      .multi()
      .help(
        'Module paths: an action, a format, `main`, or a submodule such as `query+allpages`. `+*` selects all direct submodules, `+**` submodules at all depths.',
      ),
    helpformat: p.enum(['html', 'none', 'raw', 'wikitext']).default('none').help('Format of the descriptions.'),
    querymodules: new Param(namesOf(isOfQuery)).multi().deprecated().help('Names of query modules. Use `modules` instead.'),
    mainmodule: p.string().deprecated().help('Describe the main module. Use `modules=main` instead.'),
    pagesetmodule: p.string().deprecated().help('Describe the parameters that select pages.'),
    formatmodules: new Param(namesOf(({ group }) => group === 'format'))
      .multi()
      .deprecated()
      .help('Names of output formats. Use `modules` instead.'),
  },
  returns,
  services: { installed },
  examples: { 'action=paraminfo&modules=query%2B*': 'Description of all query modules.' },

  async execute(q) {
    const { params, services } = q;
    const { described: all, pageSet } = services.installed;
    const describe = (item: Described) => moduleInfo(item, services.installed, q, params.helpformat as HelpFormat);
    const paths = new Set<string>();
    for (const path of params.modules ?? []) for (const one of expand(path, all, q.warn)) paths.add(one);
    for (const name of params.querymodules ?? []) paths.add(`query+${name}`);
    for (const name of params.formatmodules ?? []) paths.add(name);
    const result: Record<string, unknown> = { helpformat: params.helpformat };
    for (const path of paths) {
      const item = all.get(path);
      if (!item) {
        q.warn(unknownModule(path, all));
        continue;
      }
      const oldQuery = isOfQuery(item) && params.querymodules?.has(item.name);
      const key = params.formatmodules?.has(item.path) ? 'formatmodules' : oldQuery ? 'querymodules' : 'modules';
      const list = (result[key] as Info[] | undefined) ?? [];
      list.push({ ...describe(item), ...(oldQuery && { querytype: item.group }) });
      result[key] = list;
    }
    if (params.mainmodule !== undefined) result.mainmodule = describe(all.get('main')!);
    if (params.pagesetmodule !== undefined) {
      const { name: _name, path: _path, group: _group, ...info } = describe(pageSet) as Info;
      result.pagesetmodule = info;
    }
    return { paraminfo: result } as Returned<typeof returns>;
  },
});

function namesOf(matches: (item: Described) => boolean): ParamType<string> {
  const namesIn = (service: ServiceLookup | undefined): string[] =>
    [...(service?.(installed)?.described.values() ?? [])]
      .filter(matches)
      .map(({ name }) => name)
      .sort();
  return {
    name: 'enum',
    values: (_site, service) => namesIn(service),
    read(text, { service, wireName }) {
      if (!namesIn(service).includes(text)) throw badValue({ param: wireName, value: text });
      return text;
    },
  };
}

function isOfQuery({ path }: Described): boolean {
  return path.startsWith('query+');
}

/** Expands a path that ends in `+*` or `+**` to the paths of the submodules, with a warning if there are none. */
function expand(path: string, all: Modules, warn: (warning: ReturnType<typeof message>) => void): string[] {
  const wild = path === '*' || path === '**' ? `main+${path}` : path;
  const match = /^(.*)[+ ](\*\*?)$/.exec(wild);
  if (!match) return [path];
  const [, parent, stars] = match as unknown as [string, string, string];
  if (!all.has(parent)) {
    warn(unknownModule(parent, all));
    return [];
  }
  const direct = (one: string) =>
    [...all.values()]
      .filter(item => parentOf(item) === one)
      .map(item => item.path)
      .sort();
  const found = direct(parent).flatMap(child => (stars === '**' ? [child, ...direct(child)] : [child]));
  if (found.length === 0) {
    warn(message('badmodule', `The module "${parent}" has no submodules.`, { key: 'apierror-badmodule-nosubmodules', params: [parent] }));
  }
  return found;
}

const parentOf = (item: Described): string | undefined => (item.path === 'main' ? undefined : isOfQuery(item) ? 'query' : 'main');

function unknownModule(path: string, all: Modules) {
  const steps = path.split('+');
  const at = steps.findIndex((_, i) => !all.has(steps.slice(0, i + 1).join('+')));
  const parent = at === 0 ? 'main' : steps.slice(0, at).join('+');
  const sentence = `The module "${parent}" does not have a submodule "${steps[at]}".`;
  const advice =
    parent === 'main' ? ` This server has the actions ${actionsIn(all).join(', ')}. Use the upstream API for other actions.` : '';
  return message('badmodule', sentence + advice, {
    key: 'apierror-badmodule-badsubmodule',
    params: [parent, steps[at] ?? ''],
  });
}

const actionsIn = (all: Modules): string[] => [...all.values()].flatMap(({ group, name }) => (group === 'action' ? [name] : [])).sort();
