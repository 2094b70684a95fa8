import type { Client } from './client.ts';
import { type Probe, type RecordedProbe, values } from './probe.ts';

/** Parameters of `action=query` whose values are names of modules. */
export const MODULE_PARAMETERS: readonly string[] = ['list', 'prop', 'meta', 'generator'];

/** Conditions that a probe must all meet. */
export interface Filter {
  readonly modules?: readonly string[];
  readonly kinds?: readonly string[];
  readonly sessions?: readonly string[];
  /** A prefix of the probe's id. */
  readonly id?: string;
}

export function select(probes: readonly RecordedProbe[], { modules, kinds, sessions, id = '' }: Filter): RecordedProbe[] {
  const allows = (list: readonly string[] | undefined, value: string): boolean => !list || list.includes(value);
  return probes.filter(
    row =>
      allows(modules, row.probe.module) && allows(kinds, row.probe.kind) && allows(sessions, row.probe.session) && row.id.startsWith(id),
  );
}

/** Returns a predicate for probes that a server with these modules can respond to. Unknown modules of MediaWiki count as installed. */
export function answerableWith(installed: ReadonlySet<string>, recorded: readonly RecordedProbe[]): (probe: Probe) => boolean {
  const modules = recorded.flatMap(({ probe }) => (MODULE_PARAMETERS.includes(probe.group) ? [probe.module] : []));
  const missing = new Set(modules).difference(installed);
  if (missing.size === 0) return () => true;
  return ({ params, raw = '' }) => {
    const named = MODULE_PARAMETERS.flatMap(name => [params[name] ?? '', ...new URLSearchParams(raw).getAll(name)].flatMap(values));
    return named.every(value => value !== '*' && !missing.has(value));
  };
}

/** Returns the names of the installed query modules, as the server's `action=paraminfo` reports them. */
export async function installedModules(client: Client): Promise<Set<string>> {
  const { paraminfo } = await client.json({ action: 'paraminfo', modules: 'query' });
  const parameters = paraminfo?.modules?.[0]?.parameters;
  if (!parameters) throw new Error('The server does not respond to action=paraminfo&modules=query.');
  return new Set(
    parameters.flatMap(({ name, type }) => (MODULE_PARAMETERS.includes(name) && Array.isArray(type) ? (type as string[]) : [])),
  );
}
