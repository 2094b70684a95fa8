import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { unpackSet } from '@wikiquery/conformance/recording';
import { SERVER, startServer } from '@wikiquery/conformance/server';
import autocannon from 'autocannon';
import { REQUESTS } from './requests.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter(argument => argument !== '--'),
  options: {
    base: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '8' },
  },
});
const set = join(import.meta.dirname, '../../conformance/sets/a-1.43-sqlite');
const load = { duration: Number(options.seconds), connections: Number(options.connections) };

if (options.base) await measure(options.base);
else {
  const wiki = unpackSet(set);
  try {
    const server = await startServer(SERVER, wiki.flags, wiki.folder);
    try {
      await measure(`${server.origin}/w/api.php`);
    } finally {
      await server.stop();
    }
  } finally {
    wiki.close();
  }
}

/** Prints one line a request. A request that the server refuses, because a module is not installed, is told and not measured. */
async function measure(base: string): Promise<void> {
  const titles = await someTitles(base);
  const columns = ['request', 'bytes', 'requests/s', 'p50 ms', 'p99 ms', 'floor/s'];
  console.log(columns.map((column, i) => (i ? column.padStart(11) : column.padEnd(18))).join(''));
  for (const [name, request] of Object.entries(REQUESTS)) {
    if (options.only && !options.only.split(',').includes(name)) continue;
    const url = `${base}?action=query&format=json&formatversion=2&${request.replace('{titles}', titles)}`;
    const body = await (await fetch(url)).text();
    const { error, warnings } = JSON.parse(body) as { readonly error?: { readonly info: string }; readonly warnings?: unknown };
    if (error || warnings) {
      console.log(`${name.padEnd(18)} not measured: ${error?.info ?? JSON.stringify(warnings)}`);
      continue;
    }
    const served = await run(url);
    const floor = await runFloor(body);
    const cells = [Buffer.byteLength(body), Math.round(served.requests.average), served.latency.p50, served.latency.p99, floor];
    console.log(name.padEnd(18) + cells.map(cell => String(cell).padStart(11)).join(''));
  }
}

async function someTitles(base: string): Promise<string> {
  const answer = await fetch(`${base}?action=query&format=json&formatversion=2&list=allpages&aplimit=50`);
  const { query } = (await answer.json()) as { readonly query?: { readonly allpages?: readonly { readonly title: string }[] } };
  return (query?.allpages ?? []).map(({ title }) => encodeURIComponent(title)).join('|');
}

/** One second of the same load to warm up, which is not counted. */
async function run(url: string): Promise<autocannon.Result> {
  await autocannon({ ...load, duration: 1, url });
  const result = await autocannon({ ...load, url });
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refusals.`);
  return result;
}

/** Requests per second of a server that only sends these bytes. */
async function runFloor(body: string): Promise<number> {
  const worker = new Worker(new URL('./floor.ts', import.meta.url), { workerData: { body } });
  const [port] = (await once(worker, 'message')) as [number];
  try {
    return Math.round((await run(`http://127.0.0.1:${port}/`)).requests.average);
  } finally {
    await worker.terminate();
  }
}
