import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import { readAccounts } from './accounts.ts';
import { Client } from './client.ts';
import { compare, type Result } from './comparison.ts';
import { DEFAULT_SET, excuse, readExcuses } from './excuses.ts';
import { type Recording, unpackSet } from './recording.ts';
import { isFailed } from './report.ts';
import { answerableWith, type Filter, installedModules, select } from './selection.ts';
import { explain, type Version, versionOf } from './versions.ts';

export interface SetOptions extends Filter {
  /** URL of the `api.php` of a running server. Default: apps/server is started on the wiki of the set. */
  readonly base?: string;
  /** Additional flags for apps/server. */
  readonly flags?: readonly string[];
  readonly concurrency: number;
  /** Request timeout in milliseconds. */
  readonly timeout: number;
  /** Whether the recording has only some probes of the set. Problems with excuses are then not reported. */
  readonly isPart?: boolean;
}

export interface SetVerdict {
  readonly results: readonly Result[];
  /** Number of skipped probes, whose modules are not installed. */
  readonly leftOut: number;
  readonly failed: readonly Result[];
  /** Ids of probes that differ for a reason in expected-differences.json or unrepeatable.json. */
  readonly excused: ReadonlySet<string>;
  /** Ids of probes to which MediaWiki itself, on the set's database, responds differently from the recording. */
  readonly unrepeatable: ReadonlySet<string>;
  /** Rows of versions.json with the probes that each row explains; undefined for the supported version. */
  readonly explained: ReadonlyMap<string, readonly Result[]> | undefined;
  /** Messages about sessions that could not log in. */
  readonly warnings: readonly string[];
  /** Messages about excuses that no probe needs, or that docs/project/differences.md does not document. */
  readonly problems: readonly string[];
  readonly passes: boolean;
}

const FOLDER = join(import.meta.dirname, '..');

/** Sends the probes of a set to a server and judges the responses. */
export async function judgeSet(set: string, recording: Recording, options: SetOptions): Promise<SetVerdict> {
  const { concurrency, timeout, flags = [], isPart = false } = options;
  const name = basename(set);
  const version = versionOf(recording.generator, join(FOLDER, 'versions.json'));
  await using stand = new Stand();
  const base = options.base ?? (await serveSet(stand, set, recording, version, flags));
  const isAnswerable = answerableWith(await installedModules(new Client(base, { timeout, keepsCookies: false })), recording.probes);
  const chosen = select(recording.probes, options);
  const probes = chosen.filter(({ probe }) => isAnswerable(probe));
  const accounts = readAccounts(join(set, 'accounts.json'));
  const compared = await compare(probes, recording, { base, accounts, concurrency, timeout, complete: version !== undefined });
  const { results } = compared;

  const unrepeatable = new Set(
    (JSON.parse(readFileSync(join(FOLDER, 'unrepeatable.json'), 'utf8')) as Readonly<Record<string, readonly string[]>>)[name],
  );
  const outcomes = results.map(result => ({ id: result.row.id, failed: isFailed(result) }));
  const { ids, problems } = excuse(readExcuses(join(FOLDER, 'expected-differences.json')), outcomes, documentedDifferences(), name);
  for (const { id, failed } of outcomes) if (failed && unrepeatable.has(id)) ids.add(id);
  const differing = results.filter(result => isFailed(result) && !ids.has(result.row.id));
  const explained = version && explainedBy(version, differing);
  const known = new Set(explained && [...explained.values()].flat());
  const failed = differing.filter(result => !known.has(result));
  const reported = isPart ? [] : problems;
  // In sets of other engines and versions, less than 1 % of the probes may have unexplained differences.
  const isTolerated = failed.length === 0 || (name !== DEFAULT_SET && failed.length < results.length / 100);
  return {
    ...{ results, failed, unrepeatable, explained, excused: ids, leftOut: chosen.length - probes.length, warnings: compared.problems },
    problems: reported,
    passes: isTolerated && reported.length === 0,
  };
}

async function serveSet(
  stand: Stand,
  set: string,
  recording: Recording,
  version: Version | undefined,
  flags: readonly string[],
): Promise<string> {
  const wiki = stand.use(unpackSet(set, version?.wiki));
  return (await stand.serve([...wiki.flags, '--clock', recording.recorded, ...flags], wiki.folder)).api;
}

/** Returns the probes that each row of a version explains, most frequent row first. Rows must cover all differences of a probe. */
function explainedBy(version: Version, differing: readonly Result[]): Map<string, Result[]> {
  const rows = new Map<string, Result[]>();
  for (const result of differing)
    for (const name of explain(version, result.row.probe, result.differences) ?? []) rows.set(name, [...(rows.get(name) ?? []), result]);
  return new Map([...rows].sort(([, a], [, b]) => b.length - a.length));
}

function documentedDifferences(): string {
  const file = join(FOLDER, '../../docs/project/differences.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
