import { readOptions } from '@wikiquery/launch/options';
import { engines } from '@wikiquery/testing';
import { examineCacheKeys, unkeyedHeaders } from './cache-keys.ts';
import { examineKept } from './kept.ts';

const USAGE = `usage: pnpm lab cache [--pairs N] [--seed N]

Asks N requests before and after random changes of the database, of workers that keep answers and of a server that keeps none. The
engines are those of the tests: see TEST_MARIADB_URL and TEST_POSTGRES_URL in CONTRIBUTING.md. Then asks N requests after others that spell
the keys under which their responses may be cached, and looks which headers the server reads.`;

const { values: options } = readOptions(USAGE, { pairs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } });
for (const engine of engines) {
  const { kept, changed, stale } = await examineKept({ engine, pairs: Number(options.pairs), seed: Number(options.seed) });
  for (const one of stale) console.log(one);
  console.log(`${engine}: ${options.pairs} pairs, ${changed} of them another answer, ${kept} kept answers, ${stale.length} stale`);
  if (stale.length > 0) process.exitCode = 1;
}
const { kept, wrong } = await examineCacheKeys({ pairs: Number(options.pairs), seed: Number(options.seed) });
const headers = await unkeyedHeaders({ share: 0.02 });
for (const one of wrong) console.log(one);
console.log(`cache keys: ${options.pairs} pairs, ${kept} cached responses, ${wrong.length} of another request`);
console.log(`headers read that are in no cache key: ${headers.join(', ') || 'none'}`);
if (wrong.length + headers.length > 0) process.exitCode = 1;
