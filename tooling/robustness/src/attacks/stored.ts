import type { Wiki } from '@wikiquery/wiki-builder';
import { type Place, sending } from './places.ts';
import type { Kind } from './shapes/index.ts';

/** The page that is saved anew for each attack. */
const TITLE = 'Attacked page';

/** Places that read what was saved: a page with the text, and comments that begin with it. */
export function storedPlaces(wiki: Wiki): Place[] {
  const page = (name: string, takes: readonly Kind[], params: Readonly<Record<string, string>>): Place => ({
    name: `a page, ${name}`,
    takes,
    async request(text) {
      await save(wiki, text);
      return sending({ prop: 'revisions', titles: TITLE, rvprop: 'content', ...params });
    },
  });
  const slots = { rvslots: 'main' };
  return [
    page('parsed', ['wikitext', 'characters'], { rvparse: '1' }),
    page('expanded', ['wikitext'], { rvexpandtemplates: '1' }),
    page('as a tree', ['wikitext'], { rvprop: 'parsetree' }),
    page('a section', ['wikitext'], { ...slots, rvsection: '2' }),
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

/** A revision of the page; what is made of a text when it is saved is not what is tried. */
async function save(wiki: Wiki, text: string): Promise<void> {
  await wiki.edit(TITLE, { text: 'attacked' });
  await wiki.db
    .updateTable('text')
    .set({ old_text: text })
    .where('old_id', '=', is => is.selectFrom('text').select(({ fn }) => fn.max<number>('old_id').as('last')))
    .execute();
}

/** Characters. */
const LONGEST_COMMENT = 500;
