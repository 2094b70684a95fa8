import {
  defineModule,
  type Env,
  escapeWikitext,
  f,
  isInvalid,
  message,
  NS,
  Pages,
  p,
  Records,
  readPage,
  type Title,
} from '@wikiquery/core';
import { byNamespace, filterEquals, prepare, type TitlesByNamespace, whereEquals, whereTitles } from '@wikiquery/database';
import { type LinkModule, type LinkTable, linksIn, linksInOrder, linkTables } from './tables.ts';

interface Options<N extends string, T extends string> extends LinkModule<N> {
  /** Parameter that filters by target: `titles`, `templates` or `images`. */
  readonly filter: T;
  readonly filterHelp: string;
}

/** Creates a prop module of the link targets on the pages of the request: links, templates, images. */
export function outgoingProp<const N extends string, const T extends string>({
  name,
  prefix,
  summary,
  table: tableName,
  filter,
  filterHelp,
}: Options<N, T>) {
  const table: LinkTable = linkTables[tableName];
  // A filter by targets may match few links, so the database chooses the join order. Otherwise the links are read in page order.
  const linksOf = prepare(
    (pages: readonly number[], targets: TitlesByNamespace | undefined, namespaces: ReadonlySet<number> | undefined) => ({
      bindings: { pages, targets },
      shape: { namespaces },
    }),
    (db, { pages, targets }, { namespaces }) => {
      const all = (targets ? linksIn : linksInOrder)(db, table).select(['from_id', 'to_namespace', 'to_title']);
      const links = whereEquals(all, { from_id: pages });
      return targets ? whereTitles(links, 'to_namespace', 'to_title', targets) : filterEquals(links, { to_namespace: namespaces });
    },
  );
  const titles = p.string().multi().help(filterHelp);
  const limit = p.limit().help('Number of links to return.');
  const dir = p.dir.alphabetic().help('Sort direction.');
  const namespace = p.namespace([NS.MEDIA, NS.SPECIAL]).multi().help('Include only links to these namespaces.');
  const params =
    table.toNamespace === undefined
      ? { namespace, limit, continue: p.continue(), [filter]: titles, dir }
      : { limit, continue: p.continue(), [filter]: titles, dir };
  return defineModule({
    group: 'prop',
    name,
    prefix,
    summary,
    cache: 'public',
    sources: ['pages'],
    generator: true,
    params: params as {
      namespace: typeof namespace;
      limit: typeof limit;
      continue: ReturnType<typeof p.continue>;
      dir: typeof dir;
    },
    returns: f.record(f.title()),
    examples: { [`prop=${name}&titles=Main%20Page`]: 'Targets of the links on a page.' },

    async execute(q) {
      const { namespace, limit, dir } = q.params;
      const requested = (q.params as Readonly<Record<string, unknown>>)[filter] as (typeof titles)['out'];
      const nothing = () => (q.asGenerator ? new Pages([]) : new Records<never>([]));
      if (q.pages.found.size === 0) return nothing();

      const namespaces = namespace?.size ? namespace : undefined;
      const targets = requested?.size ? readTargets(requested, namespaces, table, q) : undefined;
      if (targets?.length === 0) return nothing();
      const links = linksOf(q.db, [...q.pages.found.keys()], targets && byNamespace(targets), targets ? undefined : namespaces);

      const by = {
        from_id: 'int' as const,
        ...(table.toNamespace === undefined && { to_namespace: 'int' as const }),
        to_title: 'string' as const,
      };
      const rows = await readPage(links, { by, limit, dir, continue: q.params.continue });
      if (q.asGenerator) return rows.pages(row => ({ title: { namespace: row.to_namespace, dbkey: row.to_title } }));
      return rows.recordsOf(
        row => row.from_id,
        row => q.titles.fields(row.to_namespace, row.to_title),
      );
    },
  });
}

function readTargets(
  texts: Iterable<string>,
  namespaces: ReadonlySet<number> | undefined,
  { toNamespace }: LinkTable,
  { titles, warn }: Env,
): Title[] {
  const targets: Title[] = [];
  for (const text of texts) {
    const title = titles.parse(text);
    const isTarget = !isInvalid(title) && (toNamespace === undefined ? title.interwiki === '' : title.namespace === toNamespace);
    if (!isTarget) warn(toNamespace === undefined ? notATitle(text) : notAFile(text));
    else if (isStored(title) && (!namespaces || namespaces.has(title.namespace))) targets.push(title);
  }
  return targets;
}

/** Special pages and bare fragments are valid titles, but they are never stored as link targets. */
const isStored = ({ namespace, dbkey }: Title): boolean => namespace >= 0 && dbkey !== '';

const notATitle = (text: string) =>
  message('invalidtitle', `${JSON.stringify(text)} is not a title of this wiki.`, {
    key: 'apiwarn-invalidtitle',
    params: [escapeWikitext(text)],
  });
const notAFile = (text: string) =>
  message('notfile', `${JSON.stringify(text)} is not a file.`, { key: 'apiwarn-notfile', params: [escapeWikitext(text)] });
