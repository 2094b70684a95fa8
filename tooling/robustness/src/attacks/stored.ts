import type { WikiBuilder } from '@wikiquery/wiki-builder';
import { type Place, sending } from './places.ts';
import type { Kind } from './shapes/index.ts';

/** Titles of the pages that each attack overwrites. */
const TITLE = 'Attacked page';
const MODULE = 'Module:Attack';

/** Returns places that read a stored page, module or comment. */
export function storedPlaces(wiki: WikiBuilder): Place[] {
  // Concurrent attackers save one after the other.
  let saved: Promise<void> = Promise.resolve();
  const save = (title: string, text: string): Promise<void> => {
    saved = saved.then(() => saveNow(wiki, title, text));
    return saved;
  };
  const page = (name: string, takes: readonly Kind[], params: Readonly<Record<string, string>>): Place => ({
    name: `a page, ${name}`,
    takes,
    async request(text) {
      await save(TITLE, text);
      return sending({ prop: 'revisions', titles: TITLE, rvprop: 'content', ...params });
    },
  });
  const latest = async (): Promise<number> => {
    const { id } = await wiki.db
      .selectFrom('revision')
      .select(({ fn }) => fn.max<number>('rev_id').as('id'))
      .executeTakeFirstOrThrow();
    return id;
  };
  const slots = { rvslots: 'main' };
  const module = (name: string, params: Readonly<Record<string, string>>): Place => ({
    name: `a module, ${name}`,
    takes: ['module'],
    async request(text) {
      await save(MODULE, text);
      return sending(params);
    },
  });
  return [
    page('parsed', ['wikitext', 'characters'], { rvparse: '1' }),
    page('expanded', ['wikitext'], { rvexpandtemplates: '1' }),
    page('as a tree', ['wikitext'], { rvprop: 'parsetree' }),
    page('a section', ['wikitext'], { ...slots, rvsection: '2' }),
    page('extracted', ['wikitext', 'characters'], { prop: 'extracts', explaintext: '1' }),
    page('extracted as HTML', ['wikitext'], { prop: 'extracts' }),
    page('its introduction extracted', ['wikitext', 'characters'], { prop: 'extracts', exintro: '1', explaintext: '1', exsentences: '10' }),
    page('as a page', ['wikitext', 'characters'], { action: 'parse', page: TITLE }),
    {
      name: 'a page, as a document of REST',
      takes: ['wikitext'],
      async request(text) {
        await save(TITLE, text);
        return { path: `/v1/page/${TITLE.replaceAll(' ', '_')}/html` };
      },
    },
    {
      name: 'a page, compared by REST',
      takes: ['difference'],
      async request(text) {
        await save(TITLE, `${text}\nAnother.`);
        const before = await latest();
        await save(TITLE, text);
        return { path: `/v1/revision/${before}/compare/${await latest()}` };
      },
    },
    module('called', { action: 'expandtemplates', text: CALL, prop: 'wikitext' }),
    module('called by a page', { action: 'parse', text: CALL, contentmodel: 'wikitext', prop: 'text' }),
    page('compared with the one before', ['difference'], { rvdiffto: 'prev', rvprop: 'ids' }),
    page('for people', ['wikitext', 'characters', 'printed'], { ...slots, format: 'jsonfm' }),
    page('in XML', ['characters', 'printed'], { ...slots, format: 'xml' }),
    page('searched', ['wikitext', 'characters', 'difference'], {
      list: 'search',
      srsearch: 'attacked',
      srprop: 'snippet|titlesnippet|sectiontitle|wordcount',
    }),
    {
      name: 'comments, parsed',
      takes: ['wikitext', 'characters', 'title'],
      async request(text) {
        await wiki.db
          .updateTable('comment')
          .set({ comment_text: text.slice(0, LONGEST_COMMENT) })
          .execute();
        return sending({ list: 'recentchanges', rclimit: 'max', rcprop: 'parsedcomment|comment' });
      },
    },
  ];
}

/** Stores a text without the wiki builder, because the cost of its derived data is not part of the attack. */
async function saveNow(wiki: WikiBuilder, title: string, text: string): Promise<void> {
  await wiki.edit(title, { text: 'attacked', ...(title === MODULE && { model: 'Scribunto' }) });
  await wiki.db
    .updateTable('text')
    .set({ old_text: text })
    .where('old_id', '=', is => is.selectFrom('text').select(({ fn }) => fn.max<number>('old_id').as('last')))
    .execute();
}

const CALL = '{{#invoke:Attack|main}}';

/** Maximum length of a comment in characters. */
const LONGEST_COMMENT = 500;
