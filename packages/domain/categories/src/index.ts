import { f, NS, type Props, p, type Shape, type ShapeOut } from '@wikiquery/core';
import { type Database, expressionBuilder, sql } from '@wikiquery/database';
import type { AliasableExpression, Kysely, Selectable, SelectQueryBuilder } from 'kysely';

export { type Collation, collationOf, sortedText } from './collation.ts';
export { EXTENSION_TRACKING_CATEGORIES, TRACKING_CATEGORIES, type TrackingCategory } from './tracking.ts';

/** Columns of table `category` that {@link describeSize} reads. */
export const SIZE_COLUMNS = ['cat_pages', 'cat_subcats', 'cat_files'] as const;

/** Fields of the member counts of a category. */
export const sizeFields = {
  size: f.int().help('Number of members.'),
  pages: f.int().help('Number of pages, without files and subcategories.'),
  files: f.int().help('Number of files.'),
  subcats: f.int().help('Number of subcategories.'),
};

/** Row with the columns of {@link SIZE_COLUMNS}. */
export type SizeColumns = Pick<Selectable<Database['category']>, (typeof SIZE_COLUMNS)[number]>;

/** Returns the number of members by kind. `cat_pages` counts members of every kind. */
export const describeSize = ({ cat_pages, cat_subcats, cat_files }: SizeColumns): ShapeOut<typeof sizeFields> => ({
  size: cat_pages,
  pages: cat_pages - cat_subcats - cat_files,
  files: cat_files,
  subcats: cat_subcats,
});

/** Expression that is not null if the category has `__HIDDENCAT__`. `column`: the column with the category name. */
export const hiddenMark = (column: string): AliasableExpression<string | null> =>
  expressionBuilder<Database>()
    .selectFrom('page')
    .innerJoin('page_props', on => on.onRef('pp_page', '=', 'page_id').on('pp_propname', '=', 'hiddencat'))
    .select('pp_propname')
    .where('page_namespace', '=', NS.CATEGORY)
    .where('page_title', '=', sql.ref<string>(column))
    .$asScalar();

/** Row of {@link selectCategories}. It contains the columns of `size` and `hidden` only if the request selects them. */
export interface CategoryRow extends SizeColumns {
  readonly cat_title: string;
  readonly hiddenMark: string | null;
}

/** Selectable parts of a category record. */
export const categoryParts = { size: sizeFields, hidden: { hidden: f.boolean().help('Whether it is hidden on pages.') } };

/** Parameters of modules that list categories by size. `props`: the declaration of the module's records. */
export const categoryParams = <A extends Shape>(props: Props<typeof categoryParts, A>) => ({
  min: p.int().help('Minimum number of members.'),
  max: p.int().help('Maximum number of members.'),
  limit: p.limit().help('Number of categories to return.'),
  prop: props
    .param()
    .default([])
    .help('Properties of each category: size (numbers of members by kind), hidden (whether it is hidden on pages).'),
});

/** Selects the categories with `min` to `max` members, with the columns that the requested properties need. */
export function selectCategories(
  db: Kysely<Database>,
  { prop, min, max }: { prop: ReadonlySet<keyof typeof categoryParts>; min: number | undefined; max: number | undefined },
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

/** Returns the parts of a category record, as declared in {@link categoryParts}. */
export const describeCategory = (row: CategoryRow) => ({ size: () => describeSize(row), hidden: { hidden: row.hiddenMark !== null } });
