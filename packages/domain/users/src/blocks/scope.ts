import { type Block, type Env, NS, type Title, titleKey } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';

/** Pages that a block covers. */
export interface BlockScope {
  /** Whether a block covers a page. `block`: the loaded block or one of its components. */
  covers(block: Block, page: Title): boolean;
  /** Whether a block covers a page for the blocked user, whose own talk page can be exempt. */
  blocksUser(block: Block, page: Title): boolean;
}

/** Values of `ipblocks_restrictions.ir_type`. */
const PAGE = 1;
const NAMESPACE = 2;

/** Loads the pages and namespaces of partial blocks. Sitewide blocks need no query. */
export async function loadBlockScope({ db, actor }: Pick<Env, 'db' | 'actor'>, block: Block): Promise<BlockScope> {
  const partial = (block.components ?? [block]).filter(one => one.partial);
  const limits = partial.length === 0 ? new Set<string>() : await loadLimits(db, partial);
  const ownTalk = actor.name.replaceAll(' ', '_');
  const names = ({ id }: Block, { namespace, dbkey }: Title): boolean => limits.has(pageLimit(id, namespace, dbkey));
  const covers = (one: Block, page: Title): boolean =>
    !one.partial || names(one, page) || limits.has(namespaceLimit(one.id, page.namespace));
  return {
    covers,
    blocksUser(one, page) {
      if (page.namespace !== NS.USER_TALK || page.dbkey !== ownTalk || block.hideUser) return covers(one, page);
      return covers(one, page) && (one.ownTalk || (one.partial && names(one, page)));
    },
  };
}

async function loadLimits(db: Env['db'], blocks: readonly Block[]): Promise<ReadonlySet<string>> {
  const rows = await whereEquals(db.selectFrom('ipblocks_restrictions'), { ir_ipb_id: blocks.map(({ id }) => id) })
    .leftJoin('page', on => on.on('ir_type', '=', PAGE).onRef('page_id', '=', 'ir_value'))
    .select(['ir_ipb_id', 'ir_type', 'ir_value', 'page_namespace', 'page_title'])
    .execute();
  return new Set(
    rows.flatMap(({ ir_ipb_id: id, ir_type: type, ir_value: value, page_namespace, page_title }) => {
      if (type === NAMESPACE) return [namespaceLimit(id, value)];
      // Partial blocks of pages that have since been deleted have no effect.
      return type === PAGE && page_namespace !== null && page_title !== null ? [pageLimit(id, page_namespace, page_title)] : [];
    }),
  );
}

const pageLimit = (block: number, namespace: number, dbkey: string): string => `${block} page ${titleKey(namespace, dbkey)}`;
const namespaceLimit = (block: number, namespace: number): string => `${block} namespace ${namespace}`;
