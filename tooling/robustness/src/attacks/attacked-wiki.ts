import { join } from 'node:path';
import { unpackSet } from '@wikiquery/conformance/recording';
import { openWikiFile, type Wiki } from '@wikiquery/wiki-builder';
import { counterpartTitle } from './places.ts';
import { COUNTERPARTS, TEMPLATES } from './shapes/index.ts';

const SET = join(import.meta.dirname, '../../../conformance/sets/a-1.43-sqlite');

/** A wiki that goes on being written while a server reads it. */
export interface AttackedWiki {
  readonly wiki: Wiki;
  /** A temporary folder, to run the server in, and what it is given to serve the wiki. */
  readonly folder: string;
  readonly flags: readonly string[];
  close(): Promise<void>;
}

/** The wiki of a conformance set with the templates of the attacks, and pages to compare texts of these sizes, their halves and quarters with. */
export async function openAttackedWiki(sizes: readonly number[]): Promise<AttackedWiki> {
  const set = unpackSet(SET);
  const wiki = await openWikiFile(join(set.folder, 'wiki.sqlite'));
  for (const [title, text] of Object.entries(TEMPLATES)) await wiki.edit(title, { text });
  const all = new Set(sizes.flatMap(size => [size, size / 2, size / 4]));
  for (const [name, make] of Object.entries(COUNTERPARTS)) {
    for (const size of all) await wiki.edit(counterpartTitle(name, size), { text: make(size) });
  }
  return {
    wiki,
    folder: set.folder,
    flags: set.flags,
    async close() {
      await wiki.close();
      set.close();
    },
  };
}
