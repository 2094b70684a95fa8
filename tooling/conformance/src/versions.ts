import { readFileSync } from 'node:fs';
import type { Difference } from './json.ts';
import { type Probe, values } from './probe.ts';
import { MODULE_PARAMETERS } from './selection.ts';

/** Known differences of another MediaWiki version from the supported one. */
export interface Version {
  /** Settings (`wiki` of the configuration) that older site configurations lack. */
  readonly wiki: Readonly<Record<string, unknown>>;
  /** Descriptions of differences, each with its patterns in responses. */
  readonly rows: Readonly<Record<string, readonly Look[]>>;
}

/** A pattern of differences. All given conditions must hold. */
interface Look {
  /** The probe requests one of these modules. */
  readonly modules?: readonly string[];
  /** The probe sends a parameter that matches, as `name=value`. */
  readonly params?: string;
  /** Regular expressions for the path of the difference (`.query.pages[0].title`) and for both values. */
  readonly path: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** Returns the rows that cover all differences of a probe; undefined when a difference is not covered. */
export function explain({ rows }: Version, probe: Probe, differences: readonly Difference[]): ReadonlySet<string> | undefined {
  const requested = modulesOf(probe);
  const params = Object.entries(probe.params).map(([name, value]) => `${name}=${value}`);
  const candidates = Object.entries(rows).flatMap(([row, looks]) => looks.map(look => ({ row, look })));
  const possible = candidates.filter(
    ({ look }) => (!look.modules || look.modules.some(name => requested.has(name))) && (!look.params || params.some(matches(look.params))),
  );
  const found = new Set<string>();
  for (const { path, expected, actual } of differences) {
    const location = path.replace(/^#\d+ /, '');
    const explained = possible.find(
      ({ look }) => matches(look.path)(location) && matches(look.expected ?? '')(expected) && matches(look.actual ?? '')(actual),
    );
    if (!explained) return undefined;
    found.add(explained.row);
  }
  return found;
}

const modulesOf = ({ params }: Probe): ReadonlySet<string> => new Set(MODULE_PARAMETERS.flatMap(name => values(params[name] ?? '')));

const expressions = new Map<string, RegExp>();

function matches(source: string): (text: string) => boolean {
  const expression = expressions.get(source) ?? new RegExp(source);
  expressions.set(source, expression);
  return text => expression.test(text);
}

/** Returns the known differences of a recorded version (`MediaWiki 1.39.17`); undefined for the supported one. */
export function versionOf(generator: string, versions: string): Version | undefined {
  const known = JSON.parse(readFileSync(versions, 'utf8')) as Readonly<Record<string, Version>>;
  return known[/\d+\.\d+/.exec(generator)?.[0] ?? ''];
}
