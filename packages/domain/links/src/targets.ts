import { ApiError, badContinue, defineModule, f, message, NS, type Param, p, type Returns, Rows, readPage } from '@wikiquery/core';
import { binary, type Database, filterEquals, isMoreThan, whereEquals, whereStartsWith } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { type LinkModule, type LinkQuery, type LinkTable, linksIn, linksInOrder, linkTables, targetsIn, targetsOf } from './tables.ts';

interface Options<N extends string> extends LinkModule<N> {
  readonly differences?: readonly string[];
  readonly element: string;
  readonly namespace: number;
}

type Part = 'ids' | 'title' | 'fragment' | 'interwiki';

/** Record of a link target. */
export interface LinkTarget {
  fromid?: number | undefined;
  ns?: number | undefined;
  title?: string | undefined;
  fragment?: string | undefined;
  interwiki?: string | undefined;
}

/** Creates a list module of all link targets on the wiki: alllinks, alltransclusions, allfileusages, allredirects. */
export function targetList<const N extends string>({
  name,
  prefix,
  summary,
  differences = [],
  table: tableName,
  element,
  namespace: defaultNamespace,
}: Options<N>) {
  const table: LinkTable = linkTables[tableName];
  const { returns, prop } = tableName === 'redirect' ? redirects : links;
  const window = {
    continue: p.continue(),
    from: p.string().help('Title to start at.'),
    to: p.string().help('Title to end at.'),
    prefix: p.string().help('Include only titles with this prefix.'),
    unique: p.boolean().help('Return each title once. Cannot be combined with properties of single links.'),
    prop: prop.help('Properties to return.'),
  };
  const namespace = p.namespace([NS.MEDIA, NS.SPECIAL]).default(defaultNamespace).help('Namespace to list.');
  const size = { limit: p.limit().help('Number of links to return.'), dir: p.dir.alphabetic().help('Sort direction.') };
  const params = table.toNamespace === undefined ? { ...window, namespace, ...size } : { ...window, ...size };
  return defineModule({
    group: 'list',
    name,
    prefix,
    summary,
    differences,
    cache: 'public',
    sources: ['database'],
    generator: true,
    params: params as typeof window & { namespace: typeof namespace } & typeof size,
    element,
    returns,
    examples: { [`list=${name}&${prefix}unique=1&${prefix}from=B`]: 'Titles from the letter B onward.' },

    async execute(q) {
      const { unique, prop, limit, dir } = q.params;
      const namespace = table.toNamespace ?? q.params.namespace;
      const targets = targetsOf(q.db, table);
      if (unique) rejectLinkProps(prop, prefix);
      const key = (text: string | undefined) => (text === undefined ? undefined : q.titles.partToKey(text, namespace));
      const from = q.params.continue === undefined ? key(q.params.from) : undefined;
      const to = key(q.params.to);

      const inTitles = (query: LinkQuery): LinkQuery => {
        let rows = whereStartsWith(query, 'to_title', key(q.params.prefix) ?? '');
        if (from !== undefined) rows = rows.where(binary('to_title'), '>=', from);
        if (to !== undefined) rows = rows.where(binary('to_title'), '<=', to);
        return rows;
      };
      // If many titles match, they are read in order of their ids. A few titles are found by name and then sorted.
      const areMany =
        targets !== undefined && (await isMoreThan(MANY, inTitles(whereEquals(targetsIn(q.db), { to_namespace: namespace }))));
      const inWindow = (query: LinkQuery): LinkQuery => {
        const inNamespace = (areMany ? filterEquals : whereEquals)(query, { to_namespace: namespace });
        return targets ? inTitles(inNamespace) : inNamespace;
      };
      const [start, end] = dir === 'descending' ? [to, from] : [from, to];
      const window = { start, end, prefix: key(q.params.prefix), dir, continue: q.params.continue };
      const toRecord = (row: { from_id?: number; to_title: string; fragment?: string | null; interwiki?: string | null }): LinkTarget => {
        const record: LinkTarget = {};
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
              candidates: areMany ? targetsIn(q.db).select('target_id') : undefined,
              start: q.params.continue === undefined ? undefined : await idOfTarget(q.db, namespace, q.params.continue),
              cursor: row => row.to_title,
            })
          : await readPage(inWindow(linksIn(q.db, table)).select('to_title').distinct(), {
              ...window,
              by: { to_title: 'string' },
              limit,
            });
        if (q.asGenerator) return rows.pages(row => ({ title: { namespace, dbkey: row.to_title } }));
        return rows.records(toRecord);
      }
      const all = areMany ? linksInOrder(q.db, table) : linksIn(q.db, table);
      const few = targets && !areMany ? await inWindow(targetsIn(q.db)).select('target_id').execute() : undefined;
      const chosen = few ? whereEquals(all, { target_id: few.flatMap(row => row.target_id ?? []) }) : inWindow(all);
      const links = chosen.select(['from_id', 'to_title', 'target_id', 'fragment', 'interwiki']);
      const candidates = areMany ? all.select(['target_id', 'from_id']) : undefined;
      const isListed = async (target: number) => {
        const listed = inWindow(targetsIn(q.db)).where('target_id', '=', target).select('target_id');
        return (await listed.executeTakeFirst()) !== undefined;
      };
      const rows = !targets
        ? await readPage(links, { ...window, by: { to_title: 'string', from_id: 'int' }, limit })
        : dir === 'descending'
          ? await readDescending(links, { limit, continue: q.params.continue, candidates, isListed })
          : await readPage(links, { by: BY_TARGET, limit, continue: q.params.continue, candidates });
      if (q.asGenerator) return rows.pages(row => ({ id: row.from_id }));
      return rows.records(toRecord);
    },
  });
}

interface Details {
  readonly returns: Returns<LinkTarget>;
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

const BY_TARGET = { target_id: 'int', from_id: 'int' } as const;

/** Reads targets by ascending id, but the links to each target by descending page id. No index has this order, so groups are reversed. */
async function readDescending<Row extends { readonly target_id: number | null; readonly from_id: number }>(
  links: LinkQuery<Row>,
  {
    limit,
    continue: from,
    candidates,
    isListed,
  }: {
    readonly limit: number;
    readonly continue: string | undefined;
    readonly candidates: LinkQuery | undefined;
    /** Whether the target matches the filters. Checked once for each target. */
    readonly isListed: (target: number) => Promise<boolean>;
  },
): Promise<Rows<Row>> {
  const cursor = (row: Row): string => `${row.target_id}|${row.from_id}`;
  /** Reads at most `most + 1` links to a target. */
  const linksTo = async (target: number, most: number, at?: string): Promise<Row[]> => {
    if (!(await isListed(target))) return [];
    const fixed = { target_id: target };
    const options = { by: BY_TARGET, given: fixed, limit: most + 1, dir: 'descending', continue: at } as const;
    return [...(await readPage(links.where('target_id', '=', target), options))];
  };
  const begun = from === undefined ? undefined : Number(/^[0-9]+(?=\|[0-9]+$)/.exec(from)?.[0] ?? Number.NaN);
  if (Number.isNaN(begun)) throw badContinue();
  const rows = begun === undefined ? [] : await linksTo(begun, limit, from);
  if (rows.length > limit) return new Rows(rows, limit, cursor);

  const room = limit - rows.length;
  const after = begun === undefined ? undefined : `${begun + 1}|0`;
  const rest = await readPage(links, { by: BY_TARGET, limit: room, continue: after, candidates });
  // The last target may have unread links, which come first in descending order.
  const last = typeof rest.next === 'string' ? Number.parseInt(rest.next, 10) : undefined;
  const groups = Map.groupBy(rest, row => row.target_id);
  for (const [target, group] of groups) if (target !== last) rows.push(...group.reverse());
  if (last === undefined) return new Rows(rows, limit, cursor);
  rows.push(...(await linksTo(last, groups.get(last)?.length ?? 0)));
  const next = rows[limit];
  // The last target is complete, but further targets may follow.
  return next ? new Rows(rows, limit, cursor) : new Rows(rows, limit, cursor, `${last}|0`);
}

/** Throws if a request with `unique` selects properties of single links, because one title can have many links. */
function rejectLinkProps(prop: ReadonlySet<Part>, prefix: string): void {
  const rejected = [...prop].filter(part => part !== 'title');
  if (rejected.length === 0) return;
  const params = [`${prefix}prop=${rejected.join('|')}`, `${prefix}unique`] as const;
  throw new ApiError(
    message('invalidparammix', `The parameter "${params[0]}" cannot be used with "${params[1]}".`, {
      key: 'apierror-invalidparammix-cannotusewith',
      params,
    }),
  );
}

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
