import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { open, sql } from '@wikiquery/database';
import { writeXml } from '@wikiquery/wiki-builder';
import { describe, expect, it, vi } from 'vitest';
import { Place, page } from './import.test-kit.ts';

vi.setConfig({ testTimeout: 60_000 });

const FILES = 120;
const BARE = { without: new Set(['links', 'search'] as const) };

/** Returns a small dump of one page. The dumps share some accounts, comments and texts. */
const dump = (i: number): string =>
  writeXml({
    pages: [
      page(
        i,
        `Page ${i}`,
        {
          id: i * 2,
          timestamp: `2024010100${String(i % 60).padStart(2, '0')}00`,
          user: [`User ${i % 7}`, (i % 7) + 1],
          comment: `edit ${i % 5}`,
          text: 'Same.',
        },
        {
          id: i * 2 + 1,
          parent: i * 2,
          timestamp: `2024010200${String(i % 60).padStart(2, '0')}00`,
          user: null,
          comment: null,
          text: `[[Page ${i + 1}]]`,
        },
      ),
    ],
  });

async function fill(place: Place, write: (i: number) => string = dump): Promise<string> {
  const folder = join(place.folder, 'many');
  await mkdir(folder);
  for (let i = 1; i <= FILES; i++) await writeFile(join(folder, `page-${i}.xml`), write(i));
  return folder;
}

it('many dumps in one folder produce the same rows as dumps imported one after the other', async () => {
  const [together, alone] = [await Place.make(), await Place.make()];
  await together.run([await fill(together)]);
  const folder = await fill(alone);
  // A few separate imports suffice, because each one takes long.
  for (let i = 1; i <= 4; i++) await alone.run([join(folder, `page-${i}.xml`)]);
  await alone.run([folder]);
  const [a, b] = [await together.contents(), await alone.contents()];
  // Leaves out tables with columns that depend on chance and time.
  const lasting = (contents: object) => {
    const { actor, comment, content, revision, slots, text, user } = contents as Record<string, unknown>;
    return { actor, comment, content, revision, slots, text, user };
  };
  expect(lasting(a)).toEqual(lasting(b));
  expect((a as { readonly revision: unknown[] }).revision).toHaveLength(FILES * 2);
  expect(await together.titles()).toEqual(await alone.titles());
});

it('an import of many dumps reports each damaged file and imports the others', async () => {
  const place = await Place.make();
  const folder = await fill(place, i => (i % 40 === 0 ? dump(i).slice(0, -60) : dump(i)));
  const { failures } = await place.run([folder]);
  expect(failures.map(failure => failure.split(':')[0])).toEqual(['page-40.xml', 'page-80.xml', 'page-120.xml']);
  expect((await place.titles()).length).toBeGreaterThanOrEqual(FILES - 3);
  await place.run([folder]);
  expect(place.warnings.filter(warning => warning.includes('already imported'))).toHaveLength(FILES - 3);
});

describe('dumps with the same name, size and modification time', () => {
  const time = new Date('2024-01-01T00:00:00Z');
  const write = async (place: Place, name: string, title: string, id: number): Promise<string> => {
    const file = await place.file(name, writeXml({ pages: [page(id, title, { id, text: 'Same.' })] }));
    await utimes(file, time, time);
    return file;
  };
  const known = (place: Place): string[] => place.warnings.filter(warning => warning.includes('already imported'));

  it('are imported as different dumps from different folders', async () => {
    const place = await Place.make();
    for (const name of ['all', 'all/a', 'all/b']) await mkdir(join(place.folder, name));
    await write(place, 'all/a/dump.xml', 'Egret', 1);
    await write(place, 'all/b/dump.xml', 'Heron', 2);
    await place.run([join(place.folder, 'all')], BARE);
    expect(await place.titles()).toEqual(['0:Egret', '0:Heron']);
    await place.run([join(place.folder, 'all')], BARE);
    expect(known(place)).toEqual(['a/dump.xml: already imported.', 'b/dump.xml: already imported.']);
  });

  it('are imported as different dumps one after the other', async () => {
    const place = await Place.make();
    for (const name of ['a', 'b']) await mkdir(join(place.folder, name));
    await place.run([await write(place, 'a/dump.xml', 'Egret', 1)], BARE);
    await place.run([await write(place, 'b/dump.xml', 'Heron', 2)], BARE);
    expect(await place.titles()).toEqual(['0:Egret', '0:Heron']);
    expect(known(place)).toEqual([]);
  });

  it('are recognized from the checkpoints of earlier versions', async () => {
    const place = await Place.make();
    await mkdir(join(place.folder, 'all/a'), { recursive: true });
    const file = await write(place, 'all/a/dump.xml', 'Egret', 1);
    await place.run([file], BARE);
    const { size, mtimeMs } = await stat(file);
    const { db, close } = await open(place.url, { writable: true, single: true });
    try {
      const { rows } = await sql<{ state: string }>`select state from wikiquery_import where source = 'dump.xml'`.execute(db);
      const state = { ...JSON.parse(rows[0]?.state ?? ''), mark: JSON.stringify([size, mtimeMs, null, null]) };
      await sql`update wikiquery_import set state = ${JSON.stringify(state)} where source = 'dump.xml'`.execute(db);
    } finally {
      await close();
    }
    await place.run([join(place.folder, 'all')], BARE);
    expect(known(place)).toEqual(['a/dump.xml: already imported.']);
  });
});
