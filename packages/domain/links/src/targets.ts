import { ApiError, badContinue, defineModule, f, message, NS, type Param, p, type Returns, Rows, readPage } from '@wikiquery/core';
import { binary, type Database, filterEquals, isMoreThan, whereEquals, whereStartsWith } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { type LinkQuery, type LinkTable, type LinkTableName, linksIn, linksInOrder, linkTables, targetsIn, targetsOf } from './tables.ts';

interface Options<N extends string> {
  readonly name: N;
  readonly prefix: string;
  readonly summary: string;
  readonly differences?: readonly string[];
  readonly table: LinkTableName;
  /** What XML calls a record. */
  readonly element: string;
  /** The namespace whose targets are listed unless another one is asked for. */
  readonly namespace: number;
}

type Part = 'ids' | 'title' | 'fragment' | 'interwiki';

export interface LinkTarget {
  fromid?: number | undefined;
  ns?: number | undefined;
  title?: string | undefined;
  fragment?: string | undefined;
  interwiki?: string | undefined;
}

/**
 * A list module of where the links of one kind in the whole wiki lead: alllinks, alltransclusions, allfileusages, allredirects. One record
 * for each link, or with `unique` one for each title. Titles kept in `linktarget` come in the order of its ids, as in MediaWiki.
 */
export function targetList<const N extends string>({
  name,
  prefix,
  summary,
  differences = [],
  table: tableName,
  element,
  namespace: usual,
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
  const namespace = p.namespace([NS.MEDIA, NS.SPECIAL]).default(usual).help('Namespace to list.');
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
      const inWindow = (query: LinkQuery): LinkQuery => {
        const inNamespace = (areMany ? filterEquals : whereEquals)(query, { to_namespace: namespace });
        return targets ? inTitles(inNamespace) : inNamespace;
      };
      // Where titles order the rows.
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
      const isWanted = async (target: number) => {
        const wanted = inWindow(targetsIn(q.db)).where('target_id', '=', target).select('target_id');
        return (await wanted.executeTakeFirst()) !== undefined;
      };
      const rows = !targets
        ? await readPage(links, { ...window, by: { to_title: 'string', from_id: 'int' }, limit })
        : dir === 'descending'
          ? await readTurned(links, { limit, continue: q.params.continue, candidates, isWanted })
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

/**
 * The targets in the order of their ids, but the links to each from the last one to the first. No index runs both ways: they are read as they lie,
 * and those of one target are turned around.
 */
async function readTurned<Row extends { readonly target_id: number | null; readonly from_id: number }>(
  links: LinkQuery<Row>,
  {
    limit,
    continue: from,
    candidates,
    isWanted,
  }: {
    readonly limit: number;
    readonly continue: string | undefined;
    readonly candidates: LinkQuery | undefined;
    /** Whether the links to a target are listed: asked once, not of each of its links. */
    readonly isWanted: (target: number) => Promise<boolean>;
  },
): Promise<Rows<Row>> {
  const cursor = (row: Row): string => `${row.target_id}|${row.from_id}`;
  /** The links to one target, up to one more than `most`. */
  const linksTo = async (target: number, most: number, at?: string): Promise<Row[]> => {
    if (!(await isWanted(target))) return [];
    const given = { target_id: target };
    const options = { by: BY_TARGET, given, limit: most + 1, dir: 'descending', continue: at } as const;
    return [...(await readPage(links.where('target_id', '=', target), options))];
  };
  const begun = from === undefined ? undefined : Number(/^[0-9]+(?=\|[0-9]+$)/.exec(from)?.[0] ?? Number.NaN);
  if (Number.isNaN(begun)) throw badContinue();
  const rows = begun === undefined ? [] : await linksTo(begun, limit, from);
  if (rows.length > limit) return new Rows(rows, limit, cursor);

  const room = limit - rows.length;
  const behind = begun === undefined ? undefined : `${begun + 1}|0`;
  const rest = await readPage(links, { by: BY_TARGET, limit: room, continue: behind, candidates });
  // Which of the links to the last target come first is not known yet.
  const last = typeof rest.next === 'string' ? Number.parseInt(rest.next, 10) : undefined;
  const groups = Map.groupBy(rest, row => row.target_id);
  for (const [target, group] of groups) if (target !== last) rows.push(...group.reverse());
  if (last === undefined) return new Rows(rows, limit, cursor);
  rows.push(...(await linksTo(last, groups.get(last)?.length ?? 0)));
  const next = rows[limit];
  // Not all were looked at: what there is of the last target has been listed.
  return next ? new Rows(rows, limit, cursor) : new Rows(rows, limit, cursor, `${last}|0`);
}

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
