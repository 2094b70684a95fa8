import { f, NS, type ShapeOut } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { type AliasableExpression, expressionBuilder, type Selectable, sql } from 'kysely';

/** The columns of table `category` that count its members. */
export const SIZE_COLUMNS = ['cat_pages', 'cat_subcats', 'cat_files'] as const;

/** What records say of the members of a category: how many there are, and how many of each kind. */
export const sizeFields = { size: f.int(), pages: f.int(), files: f.int(), subcats: f.int() };

export type SizeColumns = Pick<Selectable<Database['category']>, (typeof SIZE_COLUMNS)[number]>;

/** `cat_pages` counts members of every kind. */
export const describeSize = ({ cat_pages, cat_subcats, cat_files }: SizeColumns): ShapeOut<typeof sizeFields> => ({
  size: cat_pages,
  pages: cat_pages - cat_subcats - cat_files,
  files: cat_files,
  subcats: cat_subcats,
});

/** Not null for a category whose page says `__HIDDENCAT__`; `column` holds its name. Looked up for each row by two indexes. */
export const hiddenMark = (column: string): AliasableExpression<string | null> =>
  expressionBuilder<Database>()
    .selectFrom('page')
    .innerJoin('page_props', on => on.onRef('pp_page', '=', 'page_id').on('pp_propname', '=', 'hiddencat'))
    .select('pp_propname')
    .where('page_namespace', '=', NS.CATEGORY)
    .where('page_title', '=', sql.ref<string>(column))
    .$asScalar();
