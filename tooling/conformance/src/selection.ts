import { MODULE_PARAMETERS } from './modules.ts';
import { type Probe, type RecordedProbe, values } from './probe.ts';

/** Which probes to ask: each list alone narrows the choice; an absent one allows all. */
export interface Filter {
  readonly modules?: readonly string[];
  readonly kinds?: readonly string[];
  readonly sessions?: readonly string[];
  /** The beginning of the probe's id. */
  readonly id?: string;
}

export function select(probes: readonly RecordedProbe[], { modules, kinds, sessions, id = '' }: Filter): RecordedProbe[] {
  const allows = (list: readonly string[] | undefined, value: string): boolean => !list || list.includes(value);
  return probes.filter(
    row =>
      allows(modules, row.probe.module) && allows(kinds, row.probe.kind) && allows(sessions, row.probe.session) && row.id.startsWith(id),
  );
}

/**
 * Tells whether a server with these modules can answer a probe. Names that no recorded wiki knows need no module: the
 * answer to them is the same everywhere.
 */
export function answerableWith(installed: ReadonlySet<string>, recorded: readonly RecordedProbe[]): (probe: Probe) => boolean {
  const modules = recorded.flatMap(({ probe }) => (MODULE_PARAMETERS.includes(probe.group) ? [probe.module] : []));
  const missing = new Set(modules).difference(installed);
  if (missing.size === 0) return () => true;
  return ({ params, raw = '' }) => {
    const named = MODULE_PARAMETERS.flatMap(name => [params[name] ?? '', ...new URLSearchParams(raw).getAll(name)].flatMap(values));
    return named.every(value => value !== '*' && !missing.has(value));
  };
}

/** The probes that ask for JSON, asking for another format, and those that ask for it already. */
export function inFormat(rows: readonly RecordedProbe[], format: string): RecordedProbe[] {
  return rows.flatMap(({ id, probe, ...row }) =>
    ['json', format].includes(probe.params.format ?? '') && probe.compare !== 'headers' && !('callback' in probe.params)
      ? [{ ...row, id, probe: { ...probe, params: { ...probe.params, format } } }]
      : [],
  );
}
