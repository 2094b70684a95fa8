import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollutingDocuments, watchShared, withoutPlanted } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Directory } from './directory.ts';

const DOCUMENT = { query: { general: { sitename: 'Ponds', mainpage: 'Main Page', lang: 'en' } } };
/** The list with a wiki whose site configuration is unreadable. */
const UNDESCRIBED = JSON.stringify([
  { name: 'ponds', dbname: 'ponds', url: '', lang: 'en', sitename: 'ponds', closed: false, private: false, fishbowl: false },
]);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-list-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function listOf(text: string): Promise<unknown> {
  const site = join(folder, 'ponds.json');
  await writeFile(site, text);
  const directory = new Directory();
  directory.places = [{ name: 'ponds', hosts: [], given: { values: { site }, folder } }];
  return directory.all();
}

it('the site configuration of a listed wiki cannot pollute prototypes', async () => {
  const changes = watchShared();
  const expected = withoutPlanted(await listOf(JSON.stringify(DOCUMENT)));
  expect(expected).toContain('Ponds');
  for (const text of pollutingDocuments(DOCUMENT)) {
    const result = await listOf(text).then(withoutPlanted);
    expect(changes()).toEqual([]);
    expect(({} as { ofPollution?: string }).ofPollution).toBeUndefined();
    expect([expected, UNDESCRIBED]).toContain(result);
  }
});
