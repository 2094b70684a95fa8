import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { together } from './load.ts';
import type { BenchmarkWiki } from './wiki-file.ts';

/** What was measured of one request: for answers that are made, answers that are kept, and the floor. */
export interface Row {
  readonly name: string;
  /** Bytes of the answers. */
  readonly sizes: readonly number[];
  readonly results: readonly ReturnType<typeof together>[];
}

/** The rates of the first two as parts of that of the floor. */
export const ratiosOf = ([made, kept, floor]: Row['results']): string[] =>
  [made, kept].map(own => (own && floor ? own.perSecond / floor.perSecond : Number.NaN).toFixed(2));

const HEADS = [
  'request',
  'bytes',
  'made, a second',
  'p50 ms',
  'p99 ms',
  'kept, a second',
  'floor, a second',
  'made : floor',
  'kept : floor',
];

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
\`pnpm bench --write\` (tooling/benchmark) with an \`--engine\` each and 4 connections; clients, servers and database share the cores, and the clients never sleep, so that nobody pays for waking them. "Made": every answer is made anew (\`--kept-answers 0\`);
"kept": with default settings.
`;

function sectionOf(engine: string, { rows, wiki, processes }: Measured): string {
  const lines = rows.map(({ name, sizes, results }) => {
    const [made, kept, floor] = results;
    const rate = (of: typeof made): string => (of?.perSecond ?? Number.NaN).toFixed(0);
    const times = [made?.p50, made?.p99].map(time => (time ?? Number.NaN).toFixed(2));
    return [name, String(sizes[0]), rate(made), ...times, rate(kept), rate(floor), ...ratiosOf(results)];
  });
  return `## ${NAMES[engine]}

${wiki.pages.toLocaleString('en')} pages, ${wiki.revisions.toLocaleString('en')} revisions, ${wiki.links.toLocaleString('en')} links; ${processes} ${processes === 1 ? 'process' : 'processes'} of wikiquery.

${[HEADS, HEADS.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |`).join('\n')}
`;
}
