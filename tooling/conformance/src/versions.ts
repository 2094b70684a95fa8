import { readFileSync } from 'node:fs';
import type { Difference } from './json.ts';
import { type Probe, values } from './probe.ts';
import { MODULE_PARAMETERS } from './selection.ts';

/** Known differences between another MediaWiki version and the supported version. */
export interface Version {
  /** Settings (`wiki` of the configuration) that older site configurations lack. */
  readonly wiki: Readonly<Record<string, unknown>>;
  /** Patterns that recognize a difference in responses, by the description of the difference. */
  readonly rows: Readonly<Record<string, readonly Look[]>>;
}

/** Pattern that recognizes a difference. All given conditions must hold. */
interface Look {
  /** Modules. The probe must request at least one of them. */
  readonly modules?: readonly string[];
  /** Regular expression that a parameter of the probe must match, as `name=value`. */
  readonly params?: string;
  /** Regular expressions for the path of the difference (`.query.pages[0].title`), and for the expected and the actual value. */
  readonly path: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** Returns the rows that cover all differences of a probe, or undefined if no row covers one of them. */
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

/** Returns the known differences of a recorded version such as `MediaWiki 1.39.17`, or undefined for the supported version. */
export function versionOf(generator: string, versions: string): Version | undefined {
  const known = JSON.parse(readFileSync(versions, 'utf8')) as Readonly<Record<string, Version>>;
  return known[/\d+\.\d+/.exec(generator)?.[0] ?? ''];
}
