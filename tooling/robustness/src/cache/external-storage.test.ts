// Tests cached responses of a wiki whose texts are in external storage.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@wikiquery/database';
import type { RunningServer } from '@wikiquery/launch/process';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { beforeAll, expect, it } from 'vitest';
import { useStand } from '../stand.test-kit.ts';
import { countCached } from './freshness.ts';

const stand = useStand();
let wiki: TestWiki;
let store: TestWiki;
let server: RunningServer;

beforeAll(async () => {
  [wiki, store] = [stand.use(await openWiki('sqlite')), stand.use(await openWiki('sqlite'))];
  await sql`create table blobs (blob_id integer primary key, blob_text blob)`.execute(store.db);
  await editOutside(1, 'text 1');
  const folder = stand.folder();
  await writeFile(join(folder, 'wikiquery.config.json'), JSON.stringify({ stores: { cluster1: store.url } }));
  server = await stand.serve(['--database', wiki.url, '--workers', '1'], folder);
}, 60_000);

/** Edits the page, and moves its text to external storage. Without `text`, external storage lacks the text. */
async function editOutside(blob: number, text?: string): Promise<void> {
  if (text !== undefined) await addBlob(blob, text);
  await wiki.edit('Page', { text: `inside ${blob}` });
  const address = `DB://cluster1/${blob}`;
  await sql`update text set old_text = ${address}, old_flags = 'utf-8,external' where old_text = ${`inside ${blob}`}`.execute(wiki.db);
}

const addBlob = (blob: number, text: string) => sql`insert into blobs values (${blob}, ${Buffer.from(text)})`.execute(store.db);

async function read(): Promise<string | undefined> {
  const response = await fetch(
    `${server.api}?action=query&format=json&formatversion=2&prop=revisions&rvprop=content&rvslots=main&titles=Page`,
  );
  const { query } = (await response.json()) as {
    readonly query: {
      readonly pages: readonly { readonly revisions: readonly { readonly slots: { readonly main: { readonly content?: string } } }[] }[];
    };
  };
  return query.pages[0]?.revisions[0]?.slots.main.content;
}

it('caches responses, and never returns the text from before an edit', async () => {
  for (let blob = 2; blob < 30; blob++) {
    for (let i = 0; i < 3; i++) expect(await read()).toBe(`text ${blob - 1}`);
    await editOutside(blob, `text ${blob}`);
    expect(await read()).toBe(`text ${blob}`);
  }
  expect(await countCached(server)).toBeGreaterThan(20);
});

it('caches no response that lacks a text, because the text may arrive later', async () => {
  await editOutside(100);
  for (let i = 0; i < 3; i++) expect(await read()).toBeUndefined();
  await addBlob(100, 'late');
  expect(await read()).toBe('late');
});
