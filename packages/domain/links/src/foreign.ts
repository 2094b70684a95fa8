import {
  ApiError,
  defineModule,
  type Env,
  exclusiveParams,
  f,
  isInvalid,
  message,
  p,
  Records,
  type Returns,
  readPage,
} from '@wikiquery/core';
import { type Database, whereEquals } from '@wikiquery/database';
import { interlanguageCode, languageName } from '@wikiquery/languages';
import { PAGE_COLUMNS } from '@wikiquery/pages';
import type { AliasedExpression, Kysely, SelectQueryBuilder } from 'kysely';
import type { LinkModule } from './tables.ts';

/** A link to another wiki, with the same column names for `langlinks` and `iwlinks`. */
interface ForeignLink {
  readonly from_id: number;
  readonly wiki: string;
  readonly foreign_title: string;
}
type ForeignDatabase = Database & { readonly link: ForeignLink };

interface ForeignTable {
  readonly links: (db: Kysely<Database>) => AliasedExpression<ForeignLink, 'link'>;
  /** Name of the parameter and of the field that contain the wiki. */
  readonly wiki: 'lang' | 'prefix';
  /** Prefix of field names in records of linking pages. */
  readonly recordPrefix: 'll' | 'iw';
  /** Whether a page can have several links to the same wiki. */
  readonly severalTitles: boolean;
}

const tables = {
  langlinks: {
    links: db => db.selectFrom('langlinks').select(['ll_from as from_id', 'll_lang as wiki', 'll_title as foreign_title']).as('link'),
    wiki: 'lang',
    recordPrefix: 'll',
    severalTitles: false,
  },
  iwlinks: {
    links: db => db.selectFrom('iwlinks').select(['iwl_from as from_id', 'iwl_prefix as wiki', 'iwl_title as foreign_title']).as('link'),
    wiki: 'prefix',
    recordPrefix: 'iw',
    severalTitles: true,
  },
} satisfies Readonly<Record<string, ForeignTable>>;

type PropOptions<N extends string> = LinkModule<N, keyof typeof tables>;

/** Record of a link to another wiki. */
export interface OutgoingForeignLink {
  lang?: string | undefined;
  prefix?: string | undefined;
  url?: string | undefined;
  langname?: string | undefined;
  autonym?: string | undefined;
  title: string;
}

/** Creates a prop module of links to other wikis on the pages of the request: langlinks, iwlinks. */
export function foreignLinksProp<const N extends string>({ name, prefix, summary, table: tableName }: PropOptions<N>) {
  const table: ForeignTable = tables[tableName];
  const isLanguage = table.wiki === 'lang';
  const returns: Returns<OutgoingForeignLink> = isLanguage ? languageProps : interwikiProps;
  const wiki = p.string().help(isLanguage ? 'Include only links to this language code.' : 'Include only links with this interwiki prefix.');
  const before = {
    prop: (isLanguage ? languageProps : interwikiProps).param().help('Link properties to return.'),
    [table.wiki]: wiki,
    title: p.string().help(`Title on the other wiki. Requires \`${prefix}${table.wiki}\`.`),
    dir: p.dir.alphabetic().help('Sort direction.'),
  };
  const inlanguagecode = p
    .string()
    .siteDefault(site => site.lang)
    .help('Language of the language names.');
  const after = {
    limit: p.limit().help('Number of links to return.'),
    continue: p.continue(),
    // `iwurl` is also a parameter of action=query.
    url: p.boolean().deprecated().shared().help(`Return the address of each link. Use \`${prefix}prop=url\` instead.`),
  };
  const params = isLanguage ? { ...before, inlanguagecode, ...after } : { ...before, ...after };
  return defineModule({
    group: 'prop',
    name,
    prefix,
    summary,
    cache: 'public',
    sources: ['pages'],
    params: params as typeof before & typeof after & { inlanguagecode: typeof inlanguagecode; lang?: typeof wiki; prefix?: typeof wiki },
    returns,
    examples: { [`prop=${name}&titles=Main%20Page`]: 'Links of a page to other wikis.' },

    async execute(q) {
      const { title, dir, limit, inlanguagecode = q.site.lang } = q.params;
      if (q.pages.found.size === 0) return new Records<never>([]);
      const wiki = q.params[table.wiki] as string | undefined;
      if (title !== undefined && wiki === undefined) throw titleNeeds(q, table.wiki);
      if (q.params.url && q.params.prop) throw exclusiveParams({ params: [`${prefix}prop`, `${prefix}url`] });
      const shown: ReadonlySet<string> = q.params.url ? new Set(['url']) : (q.params.prop ?? new Set());

      const links = whereEquals(foreignLinks(q.db, table).select(['from_id', 'wiki', 'foreign_title']), {
        from_id: [...q.pages.found.keys()],
        wiki,
        foreign_title: title,
      });
      const by = { from_id: 'int' as const, wiki: 'string' as const, ...(table.severalTitles && { foreign_title: 'string' as const }) };
      const rows = await readPage(links, { by, limit, dir, continue: q.params.continue });
      return rows.recordsOf(
        row => row.from_id,
        row => {
          const code = isLanguage ? interlanguageCode(q.site, row.wiki) : row.wiki;
          const url = shown.has('url') ? foreignUrl(q, row.wiki, row.foreign_title) : undefined;
          return {
            [table.wiki]: code,
            ...(url !== undefined && { url }),
            ...(shown.has('langname') && { langname: languageName(q.site, code, inlanguagecode) }),
            ...(shown.has('autonym') && { autonym: languageName(q.site, code) }),
            title: row.foreign_title,
          };
        },
      );
    },
  });
}

const languageProps = f.props(
  { url: { url: f.string().optional() }, langname: { langname: f.string() }, autonym: { autonym: f.string() } },
  { lang: f.string(), title: f.string().content() },
);
const interwikiProps = f.props({ url: { url: f.string().optional() } }, { prefix: f.string(), title: f.string().content() });

/** Returns the URL of a link to another wiki, or undefined for an invalid title. As in MediaWiki, an unknown prefix leads to this wiki. */
export function foreignUrl({ titles, site }: Env, wiki: string, foreignTitle: string): string | undefined {
  const title = titles.parse(`${wiki}:${foreignTitle}`);
  if (isInvalid(title)) return undefined;
  return title.interwiki === '' ? site.urls.full(title) : site.urls.interwiki(title.interwiki, title.dbkey, title.fragment);
}

interface ListOptions<N extends string> extends PropOptions<N> {
  /** Error code for a request with a title but no wiki. Default: `invalidparammix`. */
  readonly errorCode?: string;
}

/** Creates a list module of the pages that link to other wikis, sorted by link target: iwbacklinks, langbacklinks. */
export function foreignBacklinkList<const N extends string>({ name, prefix, summary, table: tableName, errorCode }: ListOptions<N>) {
  const table: ForeignTable = tables[tableName];
  const [wikiField, titleField] = [table.recordPrefix + table.wiki, `${table.recordPrefix}title`] as const;
  const props = f.props(
    { [wikiField]: { [wikiField]: f.string() }, [titleField]: { [titleField]: f.string() } },
    { pageid: f.int(), ...f.title(), redirect: f.flag() },
  );
  const wiki = p.string().help(table.wiki === 'lang' ? 'Language for the language link.' : 'Prefix for the interwiki.');
  const params = {
    title: p.string().help(`Title on the other wiki. Requires \`${prefix}${table.wiki}\`.`),
    continue: p.continue(),
    limit: p.limit().help('Number of pages to return.'),
    prop: props.param().default([]).help('Properties to return.'),
    dir: p.dir.alphabetic().help('Sort direction.'),
  };
  return defineModule({
    group: 'list',
    name,
    prefix,
    summary,
    cache: 'public',
    sources: ['database'],
    generator: true,
    params: { [table.wiki]: wiki, ...params } as typeof params & { lang?: typeof wiki; prefix?: typeof wiki },
    element: table.recordPrefix,
    returns: props as Returns<Record<string, unknown>>,
    examples: { [`list=${name}&${prefix}title=Test&${prefix}${table.wiki}=fr`]: 'Pages that link to a page of another wiki.' },

    async execute(q) {
      const { title, limit, prop, dir } = q.params;
      const wiki = q.params[table.wiki] as string | undefined;
      if (title !== undefined && wiki === undefined) throw titleNeeds(q, table.wiki, errorCode);
      const links = foreignLinks(q.db, table)
        .innerJoin('page', 'page_id', 'from_id')
        .select([...PAGE_COLUMNS, 'from_id', 'wiki', 'foreign_title']);
      const rows = await readPage(whereEquals(links, { wiki, foreign_title: title }), {
        by: { wiki: 'string', foreign_title: 'string', from_id: 'int' },
        given: { wiki, foreign_title: title },
        limit,
        dir,
        continue: q.params.continue,
      });
      // A generator that passes titles, not ids, returns its pages sorted by title.
      if (q.asGenerator) return rows.pages(row => ({ title: { namespace: row.page_namespace, dbkey: row.page_title } }));
      return rows.records(row => ({
        pageid: row.page_id,
        ...q.titles.fields(row.page_namespace, row.page_title),
        ...(row.page_is_redirect === 1 && { redirect: true }),
        ...(prop.has(wikiField) && { [wikiField]: row.wiki }),
        ...(prop.has(titleField) && { [titleField]: row.foreign_title }),
      }));
    },
  });
}

const foreignLinks = (db: Kysely<Database>, { links }: ForeignTable): SelectQueryBuilder<ForeignDatabase, 'link', object> =>
  db.selectFrom(links(db)) as unknown as SelectQueryBuilder<ForeignDatabase, 'link', object>;

const titleNeeds = ({ wirePrefix }: Env, wiki: string, code = 'invalidparammix'): ApiError =>
  new ApiError(
    message(code, `The parameter "${wirePrefix}title" may only be used with "${wirePrefix}${wiki}".`, {
      key: 'apierror-invalidparammix-mustusewith',
      params: [`${wirePrefix}title`, `${wirePrefix}${wiki}`],
    }),
  );
