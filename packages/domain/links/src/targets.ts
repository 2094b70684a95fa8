import { ApiError, badContinue, defineModule, f, message, type Param, p, type Returns, readPage } from '@wikiquery/core';
import { binary, type Database, filterEquals, inJoinOrder, isMoreThan, whereEquals, whereStartsWith } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { type LinkQuery, type LinkTable, type LinkTableName, linksIn, linkTables, targetsIn, targetsOf } from './tables.ts';

interface Options<N extends string> {
  readonly name: N;
  readonly prefix: string;
  readonly summary: string;
  readonly table: LinkTableName;
  /** The namespace whose targets are listed unless another one is asked for. */
  readonly namespace: number;
}

type Part = 'ids' | 'title' | 'fragment' | 'interwiki';

export interface Target {
  fromid?: number | undefined;
  ns?: number | undefined;
  title?: string | undefined;
  fragment?: string | undefined;
  interwiki?: string | undefined;
}

const MEDIA = -2;
const SPECIAL = -1;

/**
 * A list module of where the links of one kind in the whole wiki lead: alllinks, alltransclusions, allfileusages, allredirects. One record
 * for each link, or with `unique` one for each title. Titles kept in `linktarget` come in the order of its ids, as in MediaWiki.
 */
export function targetList<const N extends string>({ name, prefix, summary, table: tableName, namespace: usual }: Options<N>) {
  const table: LinkTable = linkTables[tableName];
  const { returns, prop } = tableName === 'redirect' ? redirects : links;
  const window = {
    continue: p.continue(),
    from: p.string().help('The title to start enumerating from.'),
    to: p.string().help('The title to stop enumerating at.'),
    prefix: p.string().help('Search for all titles that begin with this value.'),
    unique: p.boolean().help('Only show distinct titles. Cannot be used with properties of single links.'),
    prop: prop.help('Which pieces of information to include.'),
  };
  const namespace = p.namespace([MEDIA, SPECIAL]).default(usual).help('The namespace to enumerate.');
  const size = { limit: p.limit().help('How many to return.'), dir: p.dir.alphabetic().help('The direction in which to list.') };
  const params = table.toNamespace === undefined ? { ...window, namespace, ...size } : { ...window, ...size };
  return defineModule({
    group: 'list',
    name,
    prefix,
    summary,
    cache: 'public',
    generator: true,
    params: params as typeof window & { namespace: typeof namespace } & typeof size,
    returns,
    examples: { [`list=${name}&${prefix}unique=1&${prefix}from=B`]: 'Titles from the letter B on.' },

    async execute(q) {
      const { unique, prop, limit, dir } = q.params;
      const namespace = table.toNamespace ?? q.params.namespace;
      const targets = targetsOf(q.db, table);
      if (unique) refuseParts(prop, prefix);
      const key = (text: string | undefined) => (text === undefined ? undefined : q.titles.partToKey(text, namespace));
      // A continue value replaces the start of the window.
      const from = q.params.continue === undefined ? key(q.params.from) : undefined;
      const to = key(q.params.to);

      const inTitles = (query: LinkQuery): LinkQuery => {
        let rows = whereStartsWith(query, 'to_title', key(q.params.prefix) ?? '');
        if (from !== undefined) rows = rows.where(binary('to_title'), '>=', from);
        if (to !== undefined) rows = rows.where(binary('to_title'), '<=', to);
        return rows;
      };
      // Where many titles qualify, the order of their ids is followed until there are enough; a few are found by name and sorted.
      const areMany =
        targets !== undefined && (await isMoreThan(MANY, inTitles(whereEquals(targetsIn(q.db), { to_namespace: namespace }))));
      const inWindow = (query: LinkQuery): LinkQuery =>
        inTitles((areMany ? filterEquals : whereEquals)(query, { to_namespace: namespace }));
      const toRecord = (row: { from_id?: number; to_title: string; fragment?: string | null; interwiki?: string | null }): Target => {
        const record: Target = {};
        if (prop.has('ids')) record.fromid = row.from_id;
        if (prop.has('title')) Object.assign(record, q.titles.fields(namespace, row.to_title));
        if (prop.has('fragment') && row.fragment) record.fragment = row.fragment;
        if (prop.has('interwiki') && row.interwiki) record.interwiki = row.interwiki;
        return record;
      };

      if (unique) {
        const rows = targets
          ? await readPage(inWindow(targetsIn(q.db, targets)).select(['to_title', 'target_id']), {
              by: { target_id: 'int' },
              limit,
              start: q.params.continue === undefined ? undefined : await idOfTarget(q.db, namespace, q.params.continue),
              cursor: row => row.to_title,
            })
          : await readPage(inWindow(linksIn(q.db, table)).select('to_title').distinct(), {
              by: { to_title: 'string' },
              limit,
              dir,
              continue: q.params.continue,
            });
        if (q.asGenerator) return rows.pages(row => ({ title: { namespace, dbkey: row.to_title } }));
        return rows.records(toRecord);
      }
      const links = inWindow(areMany ? linksIn(q.db, table).modifyFront(inJoinOrder) : linksIn(q.db, table)).select([
        'from_id',
        'to_title',
        'target_id',
        'fragment',
        'interwiki',
      ]);
      const order = targets
        ? { by: { target_id: 'int', from_id: 'int' } as const, directions: { target_id: 'ascending' } as const }
        : { by: { to_title: 'string', from_id: 'int' } as const };
      const rows = await readPage(links, { ...order, limit, dir, continue: q.params.continue });
      if (q.asGenerator) return rows.pages(row => ({ id: row.from_id }));
      return rows.records(toRecord);
    },
  });
}

interface Details {
  readonly returns: Returns<Target>;
  readonly prop: Param<Part, ReadonlySet<Part>>;
}

const linkProps = f.props({ ids: { fromid: f.int() }, title: f.title() });
const links: Details = { returns: linkProps, prop: linkProps.param().default(['title']) as unknown as Details['prop'] };

const redirectProps = f.props({
  ids: { fromid: f.int() },
  title: f.title(),
  fragment: { fragment: f.string().optional() },
  interwiki: { interwiki: f.string().optional() },
});
const redirects: Details = { returns: redirectProps, prop: redirectProps.param().default(['title']) as unknown as Details['prop'] };

const MANY = 1000;

/** A title stands for many links: it has no properties of a single one. */
function refuseParts(prop: ReadonlySet<Part>, prefix: string): void {
  const refused = [...prop].filter(part => part !== 'title');
  if (refused.length === 0) return;
  const params = [`${prefix}prop=${refused.join('|')}`, `${prefix}unique`] as const;
  throw new ApiError(
    message('invalidparammix', `The parameter "${params[0]}" cannot be used with "${params[1]}".`, {
      key: 'apierror-invalidparammix-cannotusewith',
      params,
    }),
  );
}

/** The place in the order of ids that a continue value names by its title. */
async function idOfTarget(db: Kysely<Database>, namespace: number, dbkey: string): Promise<number> {
  const row = await db
    .selectFrom('linktarget')
    .select('lt_id')
    .where('lt_namespace', '=', namespace)
    .where('lt_title', '=', dbkey)
    .executeTakeFirst();
  if (!row) throw badContinue();
  return row.lt_id;
}
