import { type Env, f, type ShapeOut } from '@wikiquery/core';
import { hasOwnOrder, loadInChunks, whereEquals } from '@wikiquery/database';

/** Restrictions of a partial block. Deleted pages have only an id. */
export const restrictions = {
  pages: f
    .array(f.object({ id: f.int(), ns: f.int().optional(), title: f.string().optional() }))
    .element('page')
    .optional()
    .help('Blocked pages.'),
  namespaces: f.array(f.int()).element('ns').optional().help('Numbers of the blocked namespaces.'),
  actions: f
    .array(f.oneOf(f.string(), f.no()))
    .element('action')
    .optional()
    .help('Blocked actions; false for actions with an unknown name.'),
};
export type BlockRestrictions = ShapeOut<typeof restrictions>;

/** Values of `ipblocks_restrictions.ir_type`. */
const PAGE = 1;
const NAMESPACE = 2;
const ACTION = 3;

/** Action ids of MediaWiki core. The names of extension actions are not in the database. */
const ACTIONS: Readonly<Record<number, string>> = { 1: 'upload', 2: 'move', 3: 'create' };

/** Loads the restrictions of partial blocks by block id. */
export async function loadRestrictions({ db, titles }: Env, blockIds: readonly number[]): Promise<ReadonlyMap<number, BlockRestrictions>> {
  const rows = await loadInChunks(blockIds, chunk =>
    whereEquals(db.selectFrom('ipblocks_restrictions'), { ir_ipb_id: chunk })
      .leftJoin('page', on => on.on('ir_type', '=', PAGE).onRef('page_id', '=', 'ir_value'))
      .select(['ir_ipb_id', 'ir_type', 'ir_value', 'page_namespace', 'page_title'])
      .$if(!hasOwnOrder(db), query => query.orderBy('ir_ipb_id').orderBy('ir_type').orderBy('ir_value'))
      .execute(),
  );
  type Row = (typeof rows)[number];
  const toPage = ({ ir_value: id, page_namespace, page_title }: Row) =>
    page_namespace === null || page_title === null ? { id } : { id, ...titles.fields(page_namespace, page_title) };
  const describe = (own: readonly Row[]): BlockRestrictions => {
    const { [PAGE]: pages, [NAMESPACE]: namespaces, [ACTION]: actions } = Object.groupBy(own, row => row.ir_type);
    return {
      ...(pages && { pages: pages.map(toPage) }),
      ...(namespaces && { namespaces: namespaces.map(row => row.ir_value) }),
      ...(actions && { actions: actions.map(row => ACTIONS[row.ir_value] ?? false) }),
    };
  };
  return new Map([...Map.groupBy(rows, row => row.ir_ipb_id)].map(([id, own]) => [id, describe(own)]));
}

/** MediaWiki returns an empty list for sitewide blocks. */
export const NO_RESTRICTIONS = [] as unknown as BlockRestrictions;
