import { readFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { copyToServer } from '@wikiquery/benchmark/copy';
import { benchmarkWiki } from '@wikiquery/benchmark/wiki';
import type { EngineName } from '@wikiquery/database';
import { readOptions } from '@wikiquery/launch/options';
import { engines } from '@wikiquery/testing';
import { examinePlans } from './plans.ts';
import type { SweepOptions } from './sweep.ts';
import { countVisits, isWithin } from './visits.ts';

const USAGE = `usage: pnpm lab plans [--engine sqlite|mariadb|postgres] [--scale 0.1] [--extent whole]

Prints the requests that make an engine read a whole table, and those that visit more rows of a wiki of a million pages times the scale than they return.`;

const { values: options } = readOptions(USAGE, {
  engine: { type: 'string' },
  scale: { type: 'string', default: '0.1' },
  extent: { type: 'string', default: 'whole' },
});

/** Where filters choose among rows: ten thousand of them, looked at twice, with the rows of another table. */
const LOOKED_AT = 45_000;

/** `engine: module.parameter` to why it may visit more. */
const reasons = Object.keys(JSON.parse(readFileSync(join(import.meta.dirname, 'expected-visits.json'), 'utf8')) as object);

const folder = join(import.meta.dirname, '../../../../.wikiquery/bench');
for (const engine of engines) {
  if (options.engine !== undefined && options.engine !== engine) continue;
  const { findings, statements } = await examinePlans(engine);
  console.log(`${engine}: ${statements} statements, ${findings.length} findings`);
  for (const { what, question, sql, plan } of findings)
    console.log(`\n${what}\n  ${new URLSearchParams(question).toString()}\n  ${sql.slice(0, 1200)}\n  ${plan}`);

  const isExpected = (what: string): boolean => reasons.some(pattern => matchesGlob(`${engine}: ${what}`, pattern));
  const extent = options.extent as SweepOptions['extent'];
  const { requests, visits, slow } = await countVisits(engine, await wikiOn(engine), { extent }, isExpected);
  const many = visits.filter(visit => !isWithin(visit, LOOKED_AT) && !isExpected(visit.what));
  console.log(`${engine}: ${requests} requests, ${many.length} of them visit too many rows, ${slow.length} take too long`);
  for (const { what, question, visited, answered, milliseconds, sql } of [...many, ...slow]) {
    console.log(`\n${what}: ${visited} rows for ${answered} values, ${Math.round(milliseconds)} ms`);
    console.log(`  ${new URLSearchParams(question).toString()}\n  ${sql.slice(0, 1200)}`);
  }
}

/** The address of the benchmark's wiki on an engine. */
async function wikiOn(engine: EngineName): Promise<string> {
  const tell = (line: string) => console.log(`  ${line}`);
  const { file } = benchmarkWiki(folder, Number(options.scale), tell);
  if (engine === 'sqlite') return `sqlite:${file}`;
  const server = process.env[`TEST_${engine.toUpperCase()}_URL`] ?? '';
  return copyToServer(engine, { server, file, name: `wikiquery_${basename(file, '.sqlite').replaceAll('-', '_')}` }, tell);
}
