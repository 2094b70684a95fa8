/** A server with one module, which is slow: `node app.ts serve …` takes what apps/server takes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT, defineModule, f, Records } from '@wikiquery/core';
import { run } from '@wikiquery/server';

const NAME = 'list-slow';

/** Counts all combinations of four pages: with two hundred pages, more than a billion. */
const slow = defineModule({
  group: 'list',
  name: 'slow',
  prefix: 'sl',
  summary: 'A statement that takes minutes.',
  params: {},
  returns: f.record({ count: f.int() }),
  async execute({ db }) {
    const all = db.selectFrom(['page as a', 'page as b', 'page as c', 'page as d']);
    const { count } = await all.select(({ fn }) => fn.count<number>('d.page_id').as('count')).executeTakeFirstOrThrow();
    return new Records([{ record: { count } }]);
  },
});

const root = mkdtempSync(join(tmpdir(), 'wikiquery-slow-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
writeManifest(root, { name: 'slow-app', version: '1.0.0', dependencies: { [NAME]: '1.0.0' } });
writeManifest(join(root, 'node_modules', NAME), { name: NAME, version: '1.0.0', wikiquery: { contract: CONTRACT } });
await run({ root, load: async () => ({ default: slow }) });

function writeManifest(folder: string, manifest: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}
