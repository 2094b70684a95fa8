import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackSet } from '@wikiquery/conformance/recording';
import { readSite } from '@wikiquery/site';
import { openWikiFile, type WikiBuilder } from '@wikiquery/wiki-builder';
import { SET } from '../server-process.ts';
import { counterpartTitle } from './places.ts';
import { COUNTERPARTS, TEMPLATES } from './shapes/index.ts';

/** A wiki that attacks modify while a server reads it. */
export interface AttackedWiki {
  readonly wiki: WikiBuilder;
  /** Working directory of the server. */
  readonly folder: string;
  readonly flags: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the wiki of a conformance set. Adds templates, and pages for comparison with texts. The pages have the given sizes, and a
 * half and a quarter of each.
 */
export async function openAttackedWiki(sizes: readonly number[]): Promise<AttackedWiki> {
  const set = unpackSet(SET);
  const description = describe(JSON.parse(readFileSync(join(SET, 'site.json'), 'utf8')));
  const site = join(set.folder, 'site-with-extensions.json');
  writeFileSync(site, JSON.stringify(description));
  const wiki = await openWikiFile(join(set.folder, 'wiki.sqlite'), readSite(description));
  for (const [title, text] of Object.entries(TEMPLATES)) await wiki.edit(title, { text });
  const all = new Set(sizes.flatMap(size => [size, size / 2, size / 4]));
  for (const [name, make] of Object.entries(COUNTERPARTS)) {
    for (const size of all) await wiki.edit(counterpartTitle(name, size), { text: make(size) });
  }
  return {
    wiki,
    folder: set.folder,
    // If an option occurs twice, the last one takes precedence.
    flags: [...set.flags, '--site', site],
    async close() {
      await wiki.close();
      set.close();
    },
  };
}

interface Description {
  readonly query: {
    readonly extensions: readonly object[];
    readonly extensiontags: readonly string[];
    readonly namespaces: Readonly<Record<string, object>>;
  };
}

const EXTENSIONS = ['ParserFunctions', 'Scribunto', 'TextExtracts', 'Cite', 'Poem'];
const TAGS = ['<ref>', '<references>', '<poem>'];

/** Adds Lua modules, and other extensions that render, to a site configuration. */
function describe({ query }: Description): Description {
  const { 10: template = {} } = query.namespaces;
  return {
    query: {
      ...query,
      extensions: [...query.extensions, ...EXTENSIONS.map(name => ({ type: 'other', name }))],
      extensiontags: [...query.extensiontags, ...TAGS],
      namespaces: { ...query.namespaces, 828: { ...template, id: 828, name: 'Module', canonical: 'Module' } },
    },
  };
}
