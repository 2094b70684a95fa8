import { f, NS, type Props, p, type Shape, type ShapeOut } from '@wikiquery/core';
import { type Database, expressionBuilder, sql } from '@wikiquery/database';
import type { AliasableExpression, Kysely, Selectable, SelectQueryBuilder } from 'kysely';

export { type Collation, collationOf, sortedText } from './collation.ts';
export { EXTENSION_TRACKING_CATEGORIES, TRACKING_CATEGORIES, type TrackingCategory } from './tracking.ts';

/** The columns of table `category` that count its members. */
export const SIZE_COLUMNS = ['cat_pages', 'cat_subcats', 'cat_files'] as const;

/** What records say of the members of a category: how many there are, and how many of each kind. */
export const sizeFields = {
  size: f.int().help('How many members it has.'),
  pages: f.int().help('How many of them are neither files nor categories.'),
  files: f.int().help('How many files are in it.'),
  subcats: f.int().help('How many categories are in it.'),
};

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

/** Which columns are there depends on what is asked. */
export interface CategoryRow extends SizeColumns {
  readonly cat_title: string;
  readonly hiddenMark: string | null;
}

/** What lists of categories tell of each. */
export const categoryParts = { size: sizeFields, hidden: { hidden: f.boolean().help('Whether pages do not show it.') } };

/** Which of them they list, and what they tell. */
export const categoryParams = <A extends Shape>(props: Props<typeof categoryParts, A>) => ({
  min: p.int().help('Minimum number of members.'),
  max: p.int().help('Maximum number of members.'),
  limit: p.limit().help('Number of categories to return.'),
  prop: props
    .param()
    .default([])
    .help('What to tell of each category: size, the numbers of its members by kind; hidden, whether pages do not show it.'),
});

/** Categories with the columns for what is to be told, that have so many members. */
export function selectCategories(
  db: Kysely<Database>,
  {
    prop,
    min,
    max,
  }: { readonly prop: ReadonlySet<keyof typeof categoryParts>; readonly min: number | undefined; readonly max: number | undefined },
): SelectQueryBuilder<Database, 'category', CategoryRow> {
  let categories = db
    .selectFrom('category')
    .select('cat_title')
    .$if(prop.has('size'), query => query.select(SIZE_COLUMNS))
    .$if(prop.has('hidden'), query => query.select(hiddenMark('cat_title').as('hiddenMark')))
    .$castTo<CategoryRow>();
  if (min !== undefined) categories = categories.where('cat_pages', '>=', min);
  if (max !== undefined) categories = categories.where('cat_pages', '<=', max);
  return categories;
}

export const describeCategory = (row: CategoryRow) => ({ size: () => describeSize(row), hidden: { hidden: row.hiddenMark !== null } });
