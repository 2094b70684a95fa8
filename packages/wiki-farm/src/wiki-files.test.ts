import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { output } from '@wikiquery/server/extend';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeAs, FarmFolder, get, query } from './farm.test-kit.ts';

let made: FarmFolder;
const logged: string[] = [];

beforeAll(async () => {
  vi.spyOn(output, 'write').mockImplementation(line => logged.push(String(line)) > 0);
  made = await FarmFolder.create();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await made.remove();
});

it('serves the files and messages that an import wrote into a folder of its own', { timeout: 30_000 }, async () => {
  const marsh = join(made.wikis, 'marsh');
  await mkdir(join(marsh, 'wiki.images'), { recursive: true });
  await mkdir(join(marsh, 'wiki.messages'));
  await made.build(join(marsh, 'wiki.sqlite'), 'Heron');
  await writeFile(join(marsh, 'wiki.images', 'Reed.svg'), '<svg/>');
  await describeAs(join(marsh, 'wiki.site.json'), 'Marsh', { general: { sitename: 'Marsh', server: 'https://old.example' } });
  await writeFile(join(marsh, 'wikiquery.config.json'), JSON.stringify({ publicUrl: 'https://archive.example/marsh' }));
  const other = await made.serve({ wikis: made.all() });
  try {
    for (const path of ['/marsh/images/Reed.svg', '/marsh/w/images/Reed.svg'])
      expect(await get(other.server, path)).toMatchObject({ status: 200, body: '<svg/>' });
    expect(other.many.byName('marsh')?.place.given.values).toMatchObject({ messages: join(marsh, 'wiki.messages') });
    const listed = await other.many.directory.all();
    expect(listed.find(({ name }) => name === 'marsh')).toMatchObject({ sitename: 'Marsh', url: 'https://archive.example/marsh' });
  } finally {
    await other.server.stop();
    await rm(marsh, { recursive: true });
  }
});

it('keeps the previous settings of a wiki whose new settings are invalid, and reports them', { timeout: 60_000 }, async () => {
  const file = join(made.wikis, 'brink.config.json');
  await made.build(join(made.wikis, 'brink.sqlite'), 'Heron');
  await describeAs(join(made.wikis, 'brink.site.json'), 'Brink');
  const settings = made.settings({ wikis: made.all() });
  const other = await made.serve(settings);
  const status = async () => (await get(other.server, `/brink/w/api.php?${query}`)).status;
  try {
    for (const [content, problem] of [
      ['{ "port": 1 }', 'cannot have its own setting "port"'],
      ['{ "private": ', 'brink.config.json'],
    ] as const) {
      await writeFile(file, content);
      await expect(other.server.reload(settings)).rejects.toThrow(problem);
      await vi.waitFor(() => expect(other.many.report().problems).toContainEqual(expect.stringContaining(problem)), { timeout: 30_000 });
      expect(await status()).toBe(200);
    }
    await rm(file);
    await other.server.reload(settings);
    expect([await status(), other.many.report().problems]).toEqual([200, []]);
  } finally {
    await other.server.stop();
    await rm(join(made.wikis, 'brink.sqlite'));
  }
});

it('uses a changed site configuration in all processes, and keeps the previous one if it is invalid', { timeout: 60_000 }, async () => {
  const file = join(made.wikis, 'fen.site.json');
  await made.build(join(made.wikis, 'fen.sqlite'), 'Heron');
  await describeAs(file, 'Fen');
  const processes = [await made.serve({ wikis: made.all() }), await made.serve({ wikis: made.all() })];
  const names = () =>
    Promise.all(
      processes.map(async each => (await get(each.server, `/fen/w/api.php?${query}&meta=self`)).json().query.self.wiki as string),
    );
  try {
    expect(await names()).toEqual(['Fen', 'Fen']);
    await describeAs(file, 'Carr');
    await vi.waitFor(async () => expect(await names()).toEqual(['Carr', 'Carr']), { timeout: 30_000, interval: 100 });
    logged.length = 0;
    await writeFile(file, '{');
    await vi.waitFor(() => expect(logged.join('').match(/"not-reloaded"/g)).toHaveLength(2), { timeout: 30_000, interval: 100 });
    expect(await names()).toEqual(['Carr', 'Carr']);
  } finally {
    for (const each of processes) await each.server.stop();
    await rm(join(made.wikis, 'fen.sqlite'));
  }
});
