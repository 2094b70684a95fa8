import { type Env, f, isoTimestamp, NS, type ShapeOut, titleKey } from '@wikiquery/core';
import { byNamespace, loadInChunks, prepare, type TitlesByNamespace, whereTitles } from '@wikiquery/database';
import { escapeText } from '@wikiquery/html';
import {
  loadCascadingRestrictions,
  loadPageRestrictions,
  loadTitleProtections,
  restrictionTypes,
  type Subject,
} from '@wikiquery/permissions';
import type { InfoQuery } from './info-query.ts';
import { preloadedContent } from './preload.ts';
import { isTalk } from './subjects.ts';
import { variantTitles } from './variant-titles.ts';
import { countVisitingWatchers, countWatchers, watchedItems } from './watching.ts';

/** Fields of each value of `prop`, in response order. */
export const parts = {
  protection: {
    protection: f
      .array(
        f.object({
          type: f.string(),
          level: f.string(),
          expiry: f.expiry(),
          cascade: f.flag(),
          source: f.string().optional(),
        }),
      )
      .element('pr'),
    restrictiontypes: f.array(f.string()).element('rt'),
  },
  watched: { watched: f.boolean(), watchlistexpiry: f.timestamp().optional() },
  watchers: { watchers: f.int().optional() },
  visitingwatchers: { visitingwatchers: f.int().optional() },
  notificationtimestamp: { notificationtimestamp: f.string() },
  talkid: { talkid: f.int().optional() },
  subjectid: { subjectid: f.int().optional() },
  associatedpage: { associatedpage: f.string().optional() },
  url: { fullurl: f.string(), editurl: f.string(), canonicalurl: f.string() },
  readable: { readable: f.boolean() },
  preload: { preload: f.nullable(f.string()) },
  preloadcontent: {
    preloadcontent: f.object({ contentmodel: f.string(), contentformat: f.string(), content: f.string().content() }).optional(),
    preloadisdefault: f.boolean().optional().help('Whether the preloaded content is the default.'),
  },
  editintro: {
    editintro: f.assoc(f.string()).element('ei', 'key').help('Edit notices in HTML, by message key.'),
  },
  displaytitle: { displaytitle: f.string() },
  varianttitles: { varianttitles: f.map(f.string()).optional() },
  linkclasses: { linkclasses: f.array(f.string()).optional() },
};

type Parts = typeof parts;
type Part = keyof Parts;

/** Loads the data of a part for all pages. Returns a function that describes one page. */
type Loader<P extends Part> = (q: InfoQuery, subjects: readonly Subject[]) => Describe<P> | Promise<Describe<P>>;
type Describe<P extends Part> = (subject: Subject) => ShapeOut<Parts[P]>;

export async function loadParts(q: InfoQuery, subjects: readonly Subject[]): Promise<(record: object, subject: Subject) => void> {
  const requested = (Object.keys(loaders) as Part[]).filter(part => q.params.prop?.has(part));
  const describers = await Promise.all(requested.map(async part => loaders[part](q, subjects)));
  return (record, subject) => {
    for (const describe of describers) Object.assign(record, describe(subject));
  };
}

const loaders: { readonly [P in Part]: Loader<P> } = {
  async protection({ db, site, titles }, subjects) {
    const [own, creation, cascading] = await Promise.all([
      loadPageRestrictions(db, existing(subjects)),
      loadTitleProtections(
        db,
        subjects.filter(subject => !subject.row),
      ),
      loadCascadingRestrictions(db, subjects),
    ]);
    return ({ id, namespace, dbkey, row }) => {
      const key = titleKey(namespace, dbkey);
      const title = row ? undefined : creation.get(key);
      // Cascading protection through templates does not apply to file pages.
      const through = namespace === NS.FILE ? 'file' : 'template';
      const inherited = (cascading.get(key) ?? []).filter(restriction => restriction.through === through);
      return {
        protection: [
          ...(own.get(id) ?? []).map(({ cascades, ...restriction }) => ({
            ...shown(restriction),
            ...(cascades && { cascade: true as const }),
          })),
          ...(title ? [shown({ type: 'create', level: title.level, expiry: title.expiry })] : []),
          ...inherited.map(restriction => ({ ...shown(restriction), source: titles.text(restriction.source) })),
        ],
        restrictiontypes: restrictionTypes(site, namespace, row !== undefined),
      };
    };
  },
  async watched(q, subjects) {
    const items = await watchedItems(q, subjects);
    return subject => {
      const item = items.get(titleKey(subject.namespace, subject.dbkey));
      return { watched: item !== undefined, ...(item?.expiry && { watchlistexpiry: isoTimestamp(item.expiry) }) };
    };
  },
  async watchers(q, subjects) {
    const count = await countWatchers(q, subjects);
    return subject => {
      const watchers = count(subject);
      return watchers === undefined ? {} : { watchers };
    };
  },
  async visitingwatchers(q, subjects) {
    const count = await countVisitingWatchers(q, subjects);
    return subject => {
      const visitingwatchers = count(subject);
      return visitingwatchers === undefined ? {} : { visitingwatchers };
    };
  },
  async notificationtimestamp(q, subjects) {
    const items = await watchedItems(q, subjects);
    return subject => {
      const since = items.get(titleKey(subject.namespace, subject.dbkey))?.notified;
      return { notificationtimestamp: since ? isoTimestamp(since) : '' };
    };
  },
  async talkid(q, subjects) {
    const ids = await associatedPageIds(
      q,
      subjects.filter(subject => !isTalk(subject)),
    );
    return subject => optional('talkid', ids(subject));
  },
  async subjectid(q, subjects) {
    const ids = await associatedPageIds(q, subjects.filter(isTalk));
    return subject => optional('subjectid', ids(subject));
  },
  associatedpage:
    ({ titles }) =>
    subject =>
      subject.namespace < 0 ? {} : { associatedpage: titles.text(associated(subject)) },
  url:
    ({ site }) =>
    subject => ({
      fullurl: site.urls.full(subject),
      editurl: site.urls.full(subject, 'action=edit'),
      canonicalurl: site.urls.canonical(subject),
    }),
  // Requests without the right `read` fail before the module runs.
  readable:
    ({ actor }) =>
    () => ({ readable: actor.can('read') }),
  // Only MediaWiki extensions provide a text to preload.
  preload: () => () => ({ preload: '' }),
  preloadcontent: preloadedContent,
  // The wikitext renderer is loaded on demand.
  editintro: async (q, subjects) => (await import('./intro.ts')).introMessages(q, subjects),
  async displaytitle({ db, titles }, subjects) {
    const custom = await displayTitles(db, subjects);
    return subject => ({ displaytitle: custom.get(subject.id) ?? escapeText(titles.text(subject)) });
  },
  async varianttitles(q, subjects) {
    // As in MediaWiki, custom display titles count only if `displaytitle` is also requested.
    const custom = q.params.prop?.has('displaytitle') ? await displayTitles(q.db, subjects) : new Map<number, string>();
    const pages = subjects.filter(subject => subject.row);
    const inVariants = await variantTitles<Subject>(q, pages, subject => custom.get(subject.id));
    return subject => optional('varianttitles', inVariants.get(subject));
  },
  linkclasses:
    ({ pages }) =>
    subject =>
      subject.row ? { linkclasses: subject.row.isRedirect && !pages.resolvesRedirects ? ['mw-redirect'] : [] } : {},
};

const existing = (subjects: readonly Subject[]): number[] => subjects.flatMap(({ row }) => row?.id ?? []);
const shown = <R extends { readonly type: string; readonly level: string; readonly expiry: string }>({ type, level, expiry }: R) => ({
  type,
  level,
  expiry: isoTimestamp(expiry),
});
const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };

const associated = ({ namespace, dbkey }: Subject) => ({ namespace: namespace % 2 === 1 ? namespace - 1 : namespace + 1, dbkey });

/** Returns a function that looks up the id of the associated talk or subject page. */
async function associatedPageIds({ db }: Env, subjects: readonly Subject[]): Promise<(subject: Subject) => number | undefined> {
  const titles = subjects.filter(({ namespace }) => namespace >= 0).map(associated);
  const rows = await loadInChunks(titles, chunk => idsOf(db, byNamespace(chunk)).execute());
  const ids = new Map(rows.map(row => [titleKey(row.page_namespace, row.page_title), row.page_id]));
  const known = new Set(subjects);
  return subject => (known.has(subject) ? ids.get(titleKey(associated(subject).namespace, subject.dbkey)) : undefined);
}

const idsOf = prepare(
  (titles: TitlesByNamespace) => ({ bindings: { titles } }),
  (db, { titles }) =>
    whereTitles(db.selectFrom('page').select(['page_id', 'page_namespace', 'page_title']), 'page_namespace', 'page_title', titles),
);

/** Returns custom display titles in HTML by page id. */
async function displayTitles(db: Env['db'], subjects: readonly Subject[]): Promise<Map<number, string>> {
  const rows = await loadInChunks(existing(subjects), ids => ownTitlesOf(db, ids).execute());
  return new Map(rows.map(row => [row.pp_page, row.pp_value]));
}

const ownTitlesOf = prepare(
  (ids: readonly number[]) => ({ bindings: { ids } }),
  (db, { ids }) =>
    db.selectFrom('page_props').select(['pp_page', 'pp_value']).where('pp_page', 'in', ids).where('pp_propname', '=', 'displaytitle'),
);
