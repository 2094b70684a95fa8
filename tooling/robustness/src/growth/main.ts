import { readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { benchmarkWiki } from '@wikiquery/benchmark/wiki';
import { readOptions } from '@wikiquery/launch/options';
import { GrowthMeter } from './growth.ts';
import { documentOf } from './report.ts';

const USAGE = `usage: pnpm lab growth [--scales 0.01,0.1,1,10] [--walk ROWS] [--write]

Asks every module by default and with each value of each parameter, as list and as generator, from the beginning and from near the end, of wikis on SQLite with
a scale of a million pages each (ten million: 32 GB, and half an hour to make them), and counts the rows that the database visits. Lists without a direction are
gone through as far as ROWS. --write puts it into docs/growth.md.`;

const { values: options } = readOptions(USAGE, {
  scales: { type: 'string', default: '0.01,0.1,1,10' },
  walk: { type: 'string', default: '1000000' },
  write: { type: 'boolean', default: false },
});

const root = join(import.meta.dirname, '../../../..');

await measure();

async function measure(): Promise<void> {
  const tell = (line: string) => console.log(`  ${line}`);
  const wikis = options.scales.split(',').map(scale => benchmarkWiki(join(root, '.wikiquery/bench'), Number(scale), tell));
  const reasons = JSON.parse(readFileSync(join(import.meta.dirname, 'expected-growth.json'), 'utf8')) as Record<string, string>;
  const reasonFor = (what: string) => Object.entries(reasons).find(([pattern]) => matchesGlob(what, pattern))?.[1];
  await using meter = await GrowthMeter.open(wikis.map(({ file, pages }) => ({ url: `sqlite:${file}`, pages })));
  const growths = await meter.rows(what => reasonFor(what) !== undefined, tell);
  const byDefault = [...Map.groupBy(growths, ({ what }) => what)].flatMap(([what, [first]]) =>
    /^\w+$/.test(what) && first ? [first] : [],
  );
  const most = Number(options.walk);
  const walks = await meter.walks(most);
  const pages = wikis.map(wiki => wiki.pages);
  const report = { pages, growths, byDefault, most, walks, reasonFor, reasons };
  const text = documentOf(report);
  console.log(text);
  const unexplained = growths.filter(({ kind, what }) => kind === 'growing' && reasonFor(what) === undefined);
  for (const { what, visits, exponent } of unexplained) {
    const { question, sql } = visits.at(-1)!;
    console.log(`\n${what}: ${visits.map(({ visited }) => visited).join(', ')} rows, power ${exponent.toFixed(2)}`);
    console.log(`  ${new URLSearchParams(question).toString()}\n  ${sql.slice(0, 1200)}`);
  }
  if (unexplained.length > 0) process.exitCode = 1;
  if (options.write) writeFileSync(join(root, 'docs/growth.md'), text);
}
