import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { readMutants } from './modules.ts';
import { applied } from './mutants.ts';
import { Tests } from './tests.ts';

const USAGE = `usage: pnpm lab mutate [--modules N] [--each N] [--seed TEXT] [MODULE...]

Changes one line of a module, runs the module's own test on SQLite, and reports the changes that no test notices.
  --modules N   modules to choose at random. Default: 30. MODULE names some instead: packages/list/allpages
  --each N      changes for each module. Default: 8
  --seed TEXT   the same text makes the same choices. Default: 1`;

const root = join(import.meta.dirname, '../../../..');

/** A change that alters nothing that a client of the module could see on SQLite. */
interface Equivalent {
  readonly was: string;
  readonly becomes: string;
  readonly because: string;
}
/** By path of the module. */
const equivalents: Readonly<Record<string, readonly Equivalent[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8'),
);

process.env.TEST_ENGINES = 'sqlite';
const { values, positionals } = readOptions(USAGE, {
  modules: { type: 'string', default: '30' },
  each: { type: 'string', default: '8' },
  seed: { type: 'string', default: '1' },
});
process.exitCode = await mutate();

async function mutate(): Promise<number> {
  const all = readMutants(root);
  const paths = positionals.length > 0 ? positionals : some([...all.keys()], values.modules, path => path);
  const counts = { killed: 0, survived: 0, equivalent: 0 };
  const tests = new Tests(root);
  for (const path of paths) {
    const chosen = some(all.get(path) ?? [], values.each, ({ file, was, becomes }) => file + was + becomes);
    const problem = chosen[0] && (await tests.problem(path, chosen[0]));
    if (problem) throw new Error(`The tests of ${path} fail without a change: ${problem}`);
    for (const mutant of chosen) {
      const { file, line, kind, was, becomes } = mutant;
      const known = equivalents[path]?.find(each => each.was === was && each.becomes === becomes);
      const outcome = known
        ? 'equivalent'
        : (await tests.problem(path, { file, text: applied(mutant.text, mutant) }))
          ? 'killed'
          : 'survived';
      counts[outcome]++;
      if (outcome === 'killed') continue;
      console.log(`${outcome}: ${path}: ${kind}${known ? `: ${known.because}` : ''}\n  ${file}:${line}\n  - ${was}\n  + ${becomes}`);
    }
  }
  await tests.close();
  const { killed, survived, equivalent } = counts;
  const share = ((100 * survived) / Math.max(1, killed + survived)).toFixed(1);
  console.log(`${paths.length} modules: ${killed} mutants killed, ${survived} survived (${share} %), ${equivalent} are equivalent.`);
  return survived === 0 ? 0 : 1;
}

/** Some of the items, the same for the same seed and keys. */
function some<T>(items: readonly T[], most: string, keyOf: (item: T) => string): T[] {
  const rank = (item: T): string =>
    createHash('sha1')
      .update(`${values.seed} ${keyOf(item)}`)
      .digest('hex');
  const ranked = items.map(item => ({ item, rank: rank(item) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, Number(most)).map(({ item }) => item);
}
