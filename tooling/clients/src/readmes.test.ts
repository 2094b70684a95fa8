// The first example of the packages for clients, as their READMEs have it, with the sample wiki in the place of Wikipedia.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SOURCES } from '@wikiquery/launch/process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampleServer, serveSample } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.stop());

it.each(['types', 'client'])('the example of @wikiquery/%s runs', async name => {
  const readme = await readFile(join(import.meta.dirname, `../../../packages/${name}/README.md`), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1]?.replace('https://en.wikipedia.org/w/api.php', server.api) ?? '';
  expect(example).toContain(server.api);
  const args = [SOURCES, '--input-type=module-typescript', '--eval', example];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '..') });
  expect(stdout.trim().split('\n').length).toBeGreaterThan(1);
});
