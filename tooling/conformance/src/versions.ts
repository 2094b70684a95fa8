import { readFileSync } from 'node:fs';
import type { Difference } from './json.ts';
import { type Probe, values } from './probe.ts';
import { MODULE_PARAMETERS } from './selection.ts';

/** What is known of a MediaWiki whose answers differ from those of the version that is imitated. */
export interface Version {
  /** Settings of the recorded wiki that the description of an older wiki does not tell: `wiki` of the configuration. */
  readonly wiki: Readonly<Record<string, unknown>>;
  /** What differs, in words, to what that looks like in answers. */
  readonly rows: Readonly<Record<string, readonly Look[]>>;
}

/** Differences of one kind. Each condition that is given must hold. */
interface Look {
  /** The probe asks one of these modules. */
  readonly modules?: readonly string[];
  /** The probe sends this parameter: a regular expression over `name=value`. */
  readonly params?: string;
  /** Regular expressions over the place of the difference (`.query.pages[0].title`) and over what is there. */
  readonly path: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** The rows that all differences of a probe fall under; undefined when one of them falls under none. */
export function explain({ rows }: Version, probe: Probe, differences: readonly Difference[]): ReadonlySet<string> | undefined {
  const asked = modulesOf(probe);
  const params = Object.entries(probe.params).map(([name, value]) => `${name}=${value}`);
  const candidates = Object.entries(rows).flatMap(([row, looks]) => looks.map(look => ({ row, look })));
  const possible = candidates.filter(
    ({ look }) => (!look.modules || look.modules.some(name => asked.has(name))) && (!look.params || params.some(matches(look.params))),
  );
  const found = new Set<string>();
  for (const { path, expected, actual } of differences) {
    const place = path.replace(/^#\d+ /, '');
    const explained = possible.find(
      ({ look }) => matches(look.path)(place) && matches(look.expected ?? '')(expected) && matches(look.actual ?? '')(actual),
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

/** What is known of the version that was recorded (`MediaWiki 1.39.17`); undefined for the imitated one. */
export function versionOf(generator: string, versions: string): Version | undefined {
  const known = JSON.parse(readFileSync(versions, 'utf8')) as Readonly<Record<string, Version>>;
  return known[/\d+\.\d+/.exec(generator)?.[0] ?? ''];
}
