import { badContinue, type Cursor, defineModule, f, Pages, p, Records, readPage } from '@wikiquery/core';
import { filterEquals, isMoreThan, keepsStatistics, whereEquals } from '@wikiquery/database';
import { PAGE_COLUMNS, type PageColumns, toPageRow } from '@wikiquery/pages';
import { contentModelParam } from '@wikiquery/revisions';

/** Returns random pages, as MediaWiki's `list=random` does. */
export default defineModule({
  group: 'list',
  name: 'random',
  prefix: 'rn',
  summary: 'Return random pages.',
  cache: 'public',
  generator: true,
  params: {
    namespace: p.namespace().multi().help('Include only pages in these namespaces.'),
    filterredir: p
      .enum(['all', 'redirects', 'nonredirects'])
      .siteDefault(() => 'nonredirects')
      .help('Include or exclude redirects. Default: `nonredirects`.'),
    minsize: p.int().since('1.44').help('Minimum page size in bytes.'),
    maxsize: p.int().since('1.44').help('Maximum page size in bytes.'),
    contentmodel: contentModelParam().since('1.44').help('Include only pages with this content model.'),
    redirect: p.boolean().deprecated().help('Use `rnfilterredir=redirects` instead.'),
    limit: p.limit({ default: 1 }).help('Number of pages to return.'),
    continue: p.continue(),
  },
  atMostOne: [['filterredir', 'redirect']],
  element: 'page',
  returns: f.record({ id: f.int(), ...f.title(), redirect: f.boolean().optional() }),
  examples: { 'list=random&rnnamespace=0&rnlimit=2': 'Two random pages of the main namespace.' },

  async execute(q) {
    const { namespace, limit, minsize, maxsize, contentmodel } = q.params;
    const filterredir = q.params.redirect ? 'redirects' : (q.params.filterredir ?? 'nonredirects');
    const at = q.params.continue === undefined ? anywhere() : readPosition(q.params.continue);

    const filter = {
      page_namespace: namespace?.size ? namespace : undefined,
      page_is_redirect: filterredir === 'all' ? undefined : Number(filterredir === 'redirects'),
    };
    // On SQLite, scanning the random index is faster for many matching pages, and sorting them for a few.
    const areMany = !keepsStatistics(q.db) && (await isMoreThan(MANY, whereEquals(q.db.selectFrom('page'), filter)));
    let pages = (areMany ? filterEquals : whereEquals)(
      q.db
        .selectFrom('page')
        .select(['page_random', 'page_id', 'page_namespace', 'page_title', 'page_is_redirect'])
        .$if(q.asGenerator, query => query.select(PAGE_COLUMNS)),
      filter,
    );
    if (contentmodel !== undefined) pages = pages.where('page_content_model', '=', contentmodel);
    if (minsize !== undefined) pages = pages.where('page_len', '>=', minsize);
    if (maxsize !== undefined) pages = pages.where('page_len', '<=', maxsize);
    const read = async (isWrapped: boolean, count: number, from?: string) => {
      const rows = await readPage(isWrapped ? pages.where('page_random', '<', Number(at.start)) : pages, {
        by: { page_random: 'real', page_id: 'int' },
        limit: count,
        continue: from,
      });
      const position = (row: Cursor) => `${at.start}|${row as string}|${Number(isWrapped)}`;
      return {
        entries: rows.map(row => ({ row, cursor: position(rows.cursorOf(row)) })),
        next: rows.next === undefined ? undefined : position(rows.next),
      };
    };

    // The list runs from a random position to the largest number, then from the smallest number to that position.
    const first = await read(at.isWrapped, limit, `${at.from}|${at.id}`);
    const rest = at.isWrapped || first.next !== undefined ? undefined : await read(true, limit - first.entries.length);
    const entries = [...first.entries, ...(rest?.entries ?? [])];
    const next = first.next ?? rest?.next;
    if (q.asGenerator)
      return new Pages(
        entries.map(({ row }) => ({ row: toPageRow(row as PageColumns) })),
        next,
        `${at.start}|${at.from}|${at.id}|${Number(at.isWrapped)}`,
      );
    return new Records(
      entries.map(({ row, cursor }) => ({
        record: {
          id: row.page_id,
          ...q.titles.fields(row.page_namespace, row.page_title),
          ...(filterredir === 'all' && { redirect: row.page_is_redirect === 1 }),
        },
        cursor,
      })),
      next,
    );
  },
});

const MANY = 1000;

/** Parsed continue value: start position, next random number and page id, and whether the list passed the largest number. */
interface Position {
  readonly start: string;
  readonly from: string;
  readonly id: number;
  readonly isWrapped: boolean;
}

function anywhere(): Position {
  const start = `0.${String(Math.floor(Math.random() * 1e12)).padStart(12, '0')}`;
  return { start, from: start, id: 0, isWrapped: false };
}

function readPosition(text: string): Position {
  const [, start, from, id, isWrapped] = /^(0\.\d+)\|(0\.\d+)\|(0|-?[1-9]\d*)\|([01])$/.exec(text) ?? [];
  if (start === undefined || from === undefined) throw badContinue();
  return { start, from, id: Number(id), isWrapped: isWrapped === '1' };
}
