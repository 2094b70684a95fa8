import { readOptions } from '@wikiquery/launch/options';
import { engines } from '@wikiquery/testing';
import { measureBusyWiki } from './busy-wiki.ts';
import { examineFreshness } from './freshness.ts';
import { examineCacheKeys, unkeyedHeaders } from './keys.ts';

const USAGE = `usage: pnpm lab cache [--pairs N] [--seed N] [--seconds N]

Sends N requests before and after random changes of the database to workers with a response cache and to a server without one, on the engines
of the tests (see TEST_MARIADB_URL and TEST_POSTGRES_URL in CONTRIBUTING.md). Then sends N requests that imitate the cache keys of others, and
reports headers that the server reads but no cache key contains. At last, measures for N seconds each how many requests a cache with a lifetime
answers while pages are edited, and how old its responses are.`;

const { values: options } = readOptions(USAGE, {
  pairs: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '10' },
});
const [pairs, seed] = [Number(options.pairs), Number(options.seed)];
for (const engine of engines) {
  const { cached, changed, stale } = await examineFreshness({ engine, pairs, seed });
  for (const one of stale) console.log(one);
  console.log(`${engine}: ${pairs} pairs, ${changed} of them with another response, ${cached} cached responses, ${stale.length} stale`);
  if (stale.length > 0) process.exitCode = 1;
}
const { cached, wrong } = await examineCacheKeys({ pairs, seed });
const headers = await unkeyedHeaders({ share: 0.02 });
for (const one of wrong) console.log(one);
console.log(`cache keys: ${pairs} pairs, ${cached} cached responses, ${wrong.length} of another request`);
console.log(`headers read that are in no cache key: ${headers.join(', ') || 'none'}`);
if (wrong.length + headers.length > 0) process.exitCode = 1;

const LIFETIMES = [
  { flags: [], bound: 0 },
  { flags: ['--cache-ttl', '1s'], bound: 1100 },
  { flags: ['--cache-ttl', '60s', '--change-feed', 'poll'], bound: 500 },
];
for (const engine of engines) {
  for (const { flags, bound } of LIFETIMES) {
    for (const edits of [0, 1, 10, 50, 200]) {
      const { hitRate, oldest, requests, ...measured } = await measureBusyWiki({ engine, flags, edits, seconds: Number(options.seconds) });
      const share = `${(hitRate * 100).toFixed(1)} % of ${requests} requests cached`;
      console.log(
        `${engine} ${flags.join(' ') || 'exact'}, ${measured.edits} edits: ${share}, oldest ${oldest.toFixed(0)} ms (bound ${bound})`,
      );
      if (oldest > bound) process.exitCode = 1;
    }
  }
}
