import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SERVER } from '@wikiquery/launch/process';
import { historyDump } from './history-dump.ts';
import { installMediaWiki } from './mediawiki.ts';
import { type Cost, costOf, meanOf } from './process.ts';
import { TABLE_DUMPS, tableDump } from './table-dumps.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter(argument => argument !== '--'),
  options: {
    megabytes: { type: 'string', default: '200' },
    rows: { type: 'string', default: '1000000' },
    part: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '2' },
  },
});

/** Raised whenever the content of the dumps changes. */
const VERSION = 2;
/** Widths of the columns. */
const NAME = 40;
const CELL = 16;

const folder = join(import.meta.dirname, '../../../../.wikiquery/bench/import');
const database = join(folder, 'wikiquery/wiki.sqlite');
const BARE = ['--without', 'links', '--without', 'search'];

/** Something whose cost is measured in every round. */
interface Contest {
  readonly name: string;
  /** How much is imported, and what that is counted in. */
  readonly amount: number;
  readonly unit: 'MB' | 'rows';
  run(): Promise<Cost>;
}

const mediawiki = await mediawikiContests();
console.log(`${options.rounds} rounds, the time is the mean and the memory the peak; sizes are of uncompressed XML\n`);
console.log(' '.repeat(NAME) + ['', 'seconds', 'a second', 'memory in MB'].map(cell => cell.padStart(CELL)).join(''));
await measure(xmlContests());
await measure(tableContests());
const [own, peer] = await measure(mediawiki);
if (own && peer)
  console.log(`\nimportDump.php takes ${(peer.seconds / own.seconds).toFixed(1)} times as long as wikiquery, start of both included.`);

/** All take turns in every round, so that what else the machine does concerns them alike. Gives the costs in their order, and prints them. */
async function measure(contests: readonly Contest[]): Promise<Cost[]> {
  const rounds = contests.map((): Cost[] => []);
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [i, { run }] of contests.entries()) rounds[i]?.push(await run());
  }
  return rounds.map((costs, i) => {
    const { name, amount, unit } = contests[i] as Contest;
    const cost = meanOf(costs);
    const digits = unit === 'MB' ? 1 : 0;
    const rate = amount / cost.seconds;
    const cells = [
      `${amount.toFixed(digits)} ${unit}`,
      cost.seconds.toFixed(2),
      `${rate.toFixed(digits)} ${unit}`,
      (cost.memory / 1e6).toFixed(0),
    ];
    console.log(name.padEnd(NAME) + cells.map(cell => cell.padStart(CELL)).join(''));
    return cost;
  });
}

function xmlContests(): Contest[] {
  const file = historyFile(Number(options.megabytes));
  const xml = { amount: megabytesOf(file), unit: 'MB' } as const;
  return [
    { name: 'history', ...xml, run: () => importAnew(file, ...BARE) },
    { name: 'history, with links and search index', ...xml, run: () => importAnew(file) },
  ];
}

/** Each table goes into the database that has those before it. */
function tableContests(): Contest[] {
  const rows = Number(options.rows);
  return TABLE_DUMPS.map((table, i) => {
    const file = made(`${table.name}-${rows}`, 'sql', () => tableDump(table, rows));
    const run = i === 0 ? importAnew : importFile;
    return { name: `table ${table.name}`, amount: rows, unit: 'rows', run: () => run(file, ...BARE) };
  });
}

/** The same part of the history for both; empty without a MediaWiki. */
async function mediawikiContests(): Promise<Contest[]> {
  const program = process.env.TEST_MEDIAWIKI_PROGRAM;
  if (!program) {
    console.log('There is no MediaWiki to compare with: TEST_MEDIAWIKI_PROGRAM does not say where one is (tooling/mediawiki).');
    return [];
  }
  const fresh = await installMediaWiki(program, join(folder, 'mediawiki'));
  const file = historyFile(Number(options.part));
  const part = { amount: megabytesOf(file), unit: 'MB' } as const;
  return [
    { name: 'its beginning, wikiquery', ...part, run: () => importAnew(file, ...BARE) },
    { name: 'its beginning, importDump.php', ...part, run: () => fresh.importDump(file) },
  ];
}

function historyFile(megabytes: number): string {
  return made(`history-${megabytes}`, 'xml', () => historyDump(megabytes * 1e6));
}

function megabytesOf(file: string): number {
  return statSync(file).size / 1e6;
}

/** A file of computed content, made when it is not there yet. */
function made(name: string, extension: string, content: () => Iterable<string>): string {
  const file = join(folder, `${name}-v${VERSION}.${extension}`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = openSync(`${file}.unfinished`, 'w');
  for (const piece of content()) writeSync(unfinished, piece);
  closeSync(unfinished);
  renameSync(`${file}.unfinished`, file);
  return file;
}

function importAnew(file: string, ...flags: string[]): Promise<Cost> {
  rmSync(join(folder, 'wikiquery'), { recursive: true, force: true });
  return importFile(file, ...flags);
}

function importFile(file: string, ...flags: string[]): Promise<Cost> {
  return costOf(process.execPath, [...SERVER, 'import', file, '--database', `sqlite:${database}`, ...flags]);
}
