import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { together } from './load.ts';
import type { BenchmarkWiki } from './wiki-file.ts';

/** The two servers of wikiquery, and who answers the same beside them. */
export type ContestantName = 'made' | 'kept' | 'floor' | 'by hand' | 'peer';

/** What was measured of one request: of wikiquery, which makes answers or keeps them, and of those that it is compared with. */
export interface Row {
  readonly name: string;
  readonly results: ReadonlyMap<ContestantName, ReturnType<typeof together> & { readonly bytes: number }>;
}

/** Whose rates are told as parts of that of the floor. */
const COMPARED = ['made', 'kept', 'by hand'] as const;
export const RATIOS: readonly string[] = COMPARED.map(name => `${name} : floor`);

export function ratiosOf(results: Row['results']): string[] {
  const floor = results.get('floor')?.perSecond ?? Number.NaN;
  return COMPARED.map(name => {
    const own = results.get(name);
    return own ? (own.perSecond / floor).toFixed(2) : '';
  });
}

const HEADS = ['request', 'bytes', 'made, a second', 'p50 ms', 'p99 ms', 'kept, a second', 'floor, a second', ...RATIOS];

export interface Measured {
  readonly rows: readonly Row[];
  readonly wiki: BenchmarkWiki;
  /** Of wikiquery; the floor has one. */
  readonly processes: number;
}

const NAMES: Readonly<Record<string, string>> = { sqlite: 'SQLite', mariadb: 'MariaDB', postgres: 'PostgreSQL' };

/** Puts the table of an engine into a document, in place of the one that is there. */
export function writeSection(path: string, engine: string, measured: Measured): void {
  const [, ...sections] = existsSync(path) ? readFileSync(path, 'utf8').split(/^(?=## )/m) : [''];
  const others = sections.filter(section => !section.startsWith(`## ${NAMES[engine]}\n`)).map(section => `${section.trimEnd()}\n`);
  writeFileSync(path, [HEAD, ...[...others, sectionOf(engine, measured)].sort()].join('\n'));
}

const HEAD = `# Speed

Requests a second of wikiquery and of a bare server that sends the same SQL from one process and adds nothing (the floor), by turns in one run, measured by
\`pnpm lab bench --write\` (tooling/benchmark) with an \`--engine\` each and 4 connections; clients, servers and database share the cores, and the clients never sleep, so that nobody pays for waking them. "Made": every answer is made anew (\`--kept-answers 0\`), none for two at once;
"kept": with default settings; "by hand": the same answers by code for these requests and this wiki alone, without errors, warnings, rights, limits and deadlines,
which is as near to the floor as a server could come that does nothing else.
`;

function sectionOf(engine: string, { rows, wiki, processes }: Measured): string {
  const lines = rows.map(({ name, results }) => {
    const [made, kept, floor] = (['made', 'kept', 'floor'] as const).map(contestant => results.get(contestant));
    const rate = (of: typeof made): string => (of?.perSecond ?? Number.NaN).toFixed(0);
    const times = [made?.p50, made?.p99].map(time => (time ?? Number.NaN).toFixed(2));
    return [name, String(made?.bytes), rate(made), ...times, rate(kept), rate(floor), ...ratiosOf(results)];
  });
  return `## ${NAMES[engine]}

${wiki.pages.toLocaleString('en')} pages, ${wiki.revisions.toLocaleString('en')} revisions, ${wiki.links.toLocaleString('en')} links; ${processes} ${processes === 1 ? 'process' : 'processes'} of wikiquery.

${[HEADS, HEADS.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |`).join('\n')}
`;
}
