// A server whose modules have the faults that the tests must detect.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import paraminfo from '@wikiquery/action-paraminfo';
import { defineModule, f, p, Records } from '@wikiquery/core';
import { CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import { run } from '@wikiquery/server';
import { slowness } from './attacks/slowness.ts';

/** Duration of a block in milliseconds: three times the limit, because the speed of a machine varies. */
const BLOCKED = 150;
const SLOWNESS = slowness();

const faults: Readonly<Record<string, (size: number) => number | Promise<number>>> = {
  nothing: size => size,
  /** 16,000 characters take a second of processor time, in short slices. */
  async quadratic(size) {
    for (let left = (size / 16_000) ** 2 * 1000; left > 0; left -= 10) {
      work(Math.min(left, 10));
      await new Promise(resolve => setTimeout(resolve, 2));
    }
    return size;
  },
  block: () => work(BLOCKED),
  memory: () => new Uint8Array(300 * 2 ** 20).fill(1).length,
  failure() {
    throw new Error('The request asked for an error.');
  },
  silence: () => new Promise<never>(() => {}),
};

/** Uses as much processor time as `milliseconds` on the reference machine. */
function work(milliseconds: number): number {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  for (const end = used() + milliseconds * SLOWNESS; used() < end; );
  return milliseconds;
}

const returns = f.record({ done: f.int() });

const weak = defineModule({
  group: 'list',
  name: 'weak',
  prefix: 'wk',
  summary: 'Cause faults on request.',
  returns,
  params: { how: p.string().required(), text: p.string().long().required() },
  async execute({ params: { how, text } }) {
    return new Records([{ record: { done: await faults[how]!(text.length) } }]);
  },
});

const retained: Uint8Array[] = [];
const leaking = defineModule({
  group: 'list',
  name: 'leaking',
  prefix: 'lk',
  summary: 'Retains two megabytes per request.',
  params: {},
  returns,
  async execute() {
    return new Records([{ record: { done: retained.push(new Uint8Array(2 ** 21).fill(1)) } }]);
  },
});

const slow = defineModule({
  group: 'list',
  name: 'slow',
  prefix: 'sl',
  summary: 'Counts all combinations of four pages, for minutes.',
  params: {},
  returns,
  async execute({ db }) {
    const all = db.selectFrom(['page as a', 'page as b', 'page as c', 'page as d']);
    const { done } = await all.select(({ fn }) => fn.count<number>('d.page_id').as('done')).executeTakeFirstOrThrow();
    return new Records([{ record: { done } }]);
  },
});

function writeManifest(folder: string, manifest: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}

const plugins = new Map([weak, leaking, slow, paraminfo, json].map(plugin => [`${plugin.group}-${plugin.name}`, plugin]));
const root = mkdtempSync(join(tmpdir(), 'wikiquery-app-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
writeManifest(root, { name: 'app', version: '1.0.0', dependencies: Object.fromEntries([...plugins.keys()].map(name => [name, '1.0.0'])) });
for (const name of plugins.keys())
  writeManifest(join(root, 'node_modules', name), { name, version: '1.0.0', wikiquery: { contract: CONTRACT } });
await run({ root, load: async name => ({ default: plugins.get(name) }) });
