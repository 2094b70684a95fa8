import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints the driver and the files of this package that are loaded with an address and without one. */
const PROGRAM = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
const { default: extension } = await import('./index.ts');
const names = () => loaded.filter(url => /ioredis.built.index|shared-state.src/.test(url)).map(url => url.replace(/.*[/]/, ''));
const server = { secretKey: async () => 'k'.repeat(64), processes: 1, metrics: { durations() {}, gauge() {} }, now: Date.now };
const shared = extension.share({ shared: undefined }, server);
const without = names();
const store = await extension.share({ shared: 'redis://127.0.0.1:1' }, server);
await store.close();
process.stdout.write(JSON.stringify({ shared: shared ?? 'none', without, with: names() }));
`;

it('the store and its driver are loaded only with the setting', async () => {
  const args = ['--conditions=@wikiquery/source', '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  expect(JSON.parse(stdout)).toEqual({
    shared: 'none',
    without: ['index.ts', 'address.ts'],
    with: expect.arrayContaining(['store.ts', 'index.js']),
  });
});
