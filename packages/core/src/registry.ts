import { type AnyModule, CONTRACT } from './module.ts';
import type { AnyParam } from './param.ts';

export interface Candidate {
  /** Where it came from: `@someone/list-x@1.2.3`. */
  readonly source: string;
  readonly module: AnyModule;
}
const QUERY = 'action=query';

export type Registry = ReadonlyMap<string, AnyModule>;

/** What the modules must not clash with and may rely on. */
export interface Surroundings {
  /** Parameters of action=query and of the entry point. */
  readonly reserved: Iterable<string>;
  /** Names of the services that the server provides. */
  readonly services: ReadonlySet<string>;
}

/** Checks the modules against each other. Returns every problem found, so that one start names them all. */
export function createRegistry(
  candidates: readonly Candidate[],
  { reserved, services }: Surroundings,
): { registry: Registry; problems: string[] } {
  const registry = new Map<string, AnyModule>();
  const sources = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const name of reserved) owners.set(name, QUERY);
  const problems: string[] = [];

  for (const { source, module } of candidates) {
    const found = [...checkAlone(module, services), ...checkName(module, sources)];
    const names = wireNames(module);
    if (!sources.has(module.name)) {
      for (const name of names) {
        const owner = owners.get(name);
        if (owner && !(owner === QUERY && isShared(module, name)))
          found.push(`uses the parameter "${name}", which belongs to ${owner}; choose another prefix`);
      }
    }
    if (found.length > 0) {
      problems.push(...found.map(problem => `${source} ${problem}.`));
      continue;
    }
    registry.set(module.name, module);
    sources.set(module.name, source);
    for (const name of names) if (!owners.has(name)) owners.set(name, source);
  }
  return { registry, problems };
}

function checkAlone(module: AnyModule, services: ReadonlySet<string>): string[] {
  const found: string[] = [];
  if (module.contract !== CONTRACT) found.push(`was built for module contract ${module.contract}; this server speaks ${CONTRACT}`);
  if (!/^[a-z][a-z0-9-]*$/.test(module.name)) found.push(`has the name "${module.name}"; use lower-case letters, digits and dashes`);
  for (const [key, { options }] of Object.entries(module.params) as [string, AnyParam][]) {
    for (const [hole, filler] of Object.entries(options.each ?? {})) {
      if (key.includes(`{${hole}}`) && module.params[filler]?.options.multi) continue;
      found.push(`fills {${hole}} of "${key}" from "${filler}", which is not a multi-value parameter`);
    }
  }
  for (const { name } of Object.values(module.services ?? {})) {
    if (!services.has(name)) found.push(`needs the service "${name}", which this server does not provide`);
  }
  return found;
}

function checkName({ name }: AnyModule, sources: ReadonlyMap<string, string>): string[] {
  const twin = sources.get(name);
  return twin ? [`provides "${name}", which ${twin} provides too; uninstall one of them`] : [];
}

/** With action=query alone: two modules never share a name, because both would take it for theirs. */
const isShared = ({ prefix, params }: AnyModule, name: string): boolean => params[name.slice(prefix.length)]?.options.shared === true;

/** Full names of all parameters, with the `g` forms of a generator. */
export const wireNames = ({ prefix, params, generator }: AnyModule): string[] =>
  Object.keys(params).flatMap(key => [prefix + key, ...(generator ? [`g${prefix}${key}`] : [])]);
