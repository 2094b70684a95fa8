import { escapeHtml } from '@wikiquery/comments';
import { type Env, NS, type Returned, type Title, titleKey } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { directionOf, languageName } from '@wikiquery/languages';
import type { Messages } from '@wikiquery/messages';
import { redirectTargets } from '@wikiquery/pages';
import { inTurns, pagesAmong, type RenderedPage, renderPage, toldOfLoader, trackingCategories } from '@wikiquery/rendering';
import type { returns } from './returns.ts';
import type { Source } from './source.ts';

type Fields = Returned<typeof returns>['parse'];
type Prop = Exclude<
  keyof Fields,
  | 'title'
  | 'pageid'
  | 'redirects'
  | 'parsedsummary'
  | 'showtoc'
  | 'modulescripts'
  | 'modulestyles'
  | 'psttext'
  | 'revid'
  | 'wikitext'
  | 'parsetree'
>;

export type Wanted = Prop;

interface Options {
  readonly prop: ReadonlySet<string>;
  readonly wrapoutputclass: string;
  readonly disableeditsection: boolean;
  readonly disabletoc: boolean;
}

/** What the HTML of a text tells: `before` and `behind` other fields. */
export async function pageFields(
  q: Env & { readonly services: { readonly messages: Messages } },
  source: Source,
  language: string,
  { prop, wrapoutputclass, disableeditsection, disabletoc }: Options,
): Promise<{ text: string | undefined; before: Partial<Fields>; behind: Partial<Fields> }> {
  const { titles } = q;
  const page = await rendered(q, source, language, { hasEditLinks: !disableeditsection, hasToc: !disabletoc });
  const wants = (name: Prop): boolean => prop.has(name);
  const byNamespace = <T extends { readonly ns: number }>(list: readonly T[]): T[] =>
    [...Map.groupBy(list, ({ ns }) => ns).values()].flat();
  const sections = page.sections.map(({ toclevel, level, line, number, index, anchor, offset }) => ({
    ...{ toclevel, level: String(level), line, number, index: index === undefined ? '' : String(index) },
    fromtitle: index === undefined ? (false as const) : titles.dbText(source.title),
    ...{ byteoffset: offset ?? null, anchor, linkAnchor: anchor },
  }));
  const before: Partial<Fields> = {
    ...(wants('langlinks') && { langlinks: languageLinks(q, page) }),
    ...(wants('categories') && { categories: await categories(q, page, source.title) }),
    ...(wants('links') && {
      links: byNamespace(
        await inTurns(page.links, some => some.map(({ exists, ...link }) => ({ ns: link.namespace, title: titles.text(link), exists }))),
      ),
    }),
    ...(wants('templates') && { templates: byNamespace(await templates(q, page.notes.included)) }),
    ...(wants('images') && { images: page.files }),
    ...(wants('externallinks') && { externallinks: page.externals }),
    ...(wants('sections') && { sections }),
    ...(wants('tocdata') && {
      tocdata: {
        sections: sections.map(({ toclevel, level, line, number, index, fromtitle, byteoffset, anchor }) => ({
          ...{ tocLevel: toclevel, hLevel: Number(level), line, number, index },
          ...(fromtitle !== false && { fromTitle: fromtitle }),
          ...{ codepointOffset: byteoffset, anchor },
        })),
        extensionData: [],
      },
    }),
    ...((wants('sections') || wants('tocdata')) && { showtoc: page.showsToc }),
    ...(wants('parsewarnings') && { parsewarnings: [] }),
    ...(wants('displaytitle') && { displaytitle: page.displayTitle ?? titleHtml(q, source.title) }),
    ...toldOfLoader(wants),
    ...(wants('indicators') && { indicators: Object.fromEntries(page.indicators) }),
    ...(wants('iwlinks') && {
      iwlinks: page.interwikis.map(link => {
        const url = q.site.urls.interwiki(link.interwiki, link.dbkey);
        return { prefix: link.interwiki, ...(url !== undefined && { url }), title: titles.text(link) };
      }),
    }),
  };
  const properties = {
    ...page.notes.properties,
    ...(page.displayTitle !== undefined && { displaytitle: page.displayTitle }),
    ...Object.fromEntries(page.switches.filter(name => name !== 'toc' && name !== 'forcetoc').map(name => [name, ''])),
  };
  return {
    text: wants('text') ? wrapped(page.html, wrapoutputclass, language) : undefined,
    before,
    behind: wants('properties') ? { properties } : {},
  };
}

/** Texts of other models are shown as they are. */
async function rendered(
  q: Env & { readonly services: { readonly messages: Messages } },
  { title, revision, text, model, isRedirect }: Source,
  language: string,
  options: { readonly hasEditLinks: boolean; readonly hasToc: boolean },
): Promise<RenderedPage> {
  const isWikitext = model === 'wikitext';
  const page = await renderPage(q, {
    ...{ title, revision, language, isRedirect, messages: q.services.messages, ...options },
    text: isWikitext ? text : '',
  });
  if (isWikitext) return { ...page, html: page.html.replace(/\n$/, '') };
  const kind = KINDS[model];
  const html =
    kind === undefined
      ? `<pre>${escapeCode(text).replaceAll('"', '&quot;')}</pre>`
      : `<pre class="mw-code ${kind}" dir="ltr">${escapeCode(text)}\n</pre>\n`;
  return { ...page, html };
}

const KINDS: Readonly<Record<string, string>> = { css: 'mw-css', javascript: 'mw-js' };

const escapeCode = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&#160;');

function wrapped(html: string, names: string, language: string): string {
  if (names === '') return html;
  const direction = directionOf(language);
  const classes = escapeHtml(`mw-content-${direction} ${names}`);
  return `<div class="${classes}" lang="${escapeHtml(language)}" dir="${direction}">${html}</div>`;
}

function titleHtml({ site, titles }: Env, title: Title): string {
  const part = (name: string, text: string): string => `<span class="mw-page-title-${name}">${escapeHtml(text)}</span>`;
  const main = part('main', title.dbkey.replaceAll('_', ' '));
  if (title.namespace === NS.MAIN || !site.namespaces.has(title.namespace)) return main;
  const namespace = titles.text({ ...title, dbkey: 'X' }).replace(/:X$/, '');
  return part('namespace', namespace) + part('separator', ':') + main;
}

function languageLinks({ site, lang }: Env, { languages }: RenderedPage) {
  const shown = new Map(languages.toReversed().map(link => [link.interwiki, link]));
  return [...new Set(languages.map(({ interwiki }) => interwiki))].map(prefix => {
    const link = shown.get(prefix) as RenderedPage['languages'][number];
    const code = site.configuration.interlanguageLinkCodes[prefix] ?? prefix;
    const url = site.urls.interwiki(prefix, link.dbkey, link.fragment);
    const fragment = link.fragment === '' ? '' : `#${link.fragment}`;
    return {
      lang: prefix,
      ...(url !== undefined && { url }),
      ...{ langname: languageName(site, code, lang), autonym: languageName(site, code) },
      title: link.dbkey.replaceAll('_', ' ') + fragment,
    };
  });
}

/** With the pages that redirects among them lead to. */
async function templates(env: Env, list: readonly Title[]) {
  const { db, titles } = env;
  const found = new Map((await pagesAmong(env, list)).map(page => [titleKey(page.namespace, page.dbkey), page]));
  const redirects = [...found.values()].filter(({ isRedirect }) => isRedirect).map(({ id }) => id);
  const targets = new Map((redirects.length > 0 ? await redirectTargets(db, redirects) : []).map(target => [target.from, target]));
  const told = (title: Title, exists: boolean) => ({ ns: title.namespace, title: titles.text(title), exists });
  const all = await inTurns(list, some =>
    some.flatMap(title => {
      const page = found.get(titleKey(title.namespace, title.dbkey));
      const target = page && targets.get(page.id);
      return [told(title, page !== undefined), ...(target?.interwiki === '' ? [told(target, true)] : [])];
    }),
  );
  // A target may be included by itself, too.
  return targets.size === 0 ? all : [...new Map(all.map(each => [each.title, each])).values()];
}

/** Those that the software puts the page into stand where it met the reason. */
async function categories(q: Env & { readonly services: { readonly messages: Messages } }, page: RenderedPage, { namespace }: Title) {
  const { switches } = page;
  const ofSwitches = [
    ...(namespace === NS.CATEGORY && switches.includes('hiddencat') ? (['hidden-category-category'] as const) : []),
    ...(switches.includes('index') ? (['index-category'] as const) : switches.includes('noindex') ? (['noindex-category'] as const) : []),
  ];
  const keys = page.categories.filter(each => typeof each === 'string');
  const tracking = await trackingCategories(q, [...ofSwitches, ...page.notes.limits, ...keys], q.services.messages);
  const named = (name: string | undefined): readonly (readonly [string, string])[] => {
    const title = name === undefined ? undefined : q.titles.make(NS.CATEGORY, name);
    return title ? [[title.dbkey, '']] : [];
  };
  const all = new Map([
    ...[...page.notes.limits, ...ofSwitches].flatMap(key => named(tracking.get(key))),
    ...page.categories.flatMap(each => (typeof each === 'string' ? named(tracking.get(each)) : [each])),
  ]);
  const pages = await pagesAmong(
    q,
    Array.from(all.keys(), dbkey => ({ namespace: NS.CATEGORY, dbkey })),
  );
  const ids = new Map(pages.map(({ dbkey, id }) => [dbkey, id]));
  const rows = await loadInChunks(ids.values(), chunk =>
    q.db.selectFrom('page_props').select('pp_page').where('pp_propname', '=', 'hiddencat').where('pp_page', 'in', chunk).execute(),
  );
  const hidden = new Set(rows.map(row => row.pp_page));
  return Array.from(all, ([category, sortkey]) => {
    const id = ids.get(category);
    return { sortkey, ...(id === undefined ? { missing: true as const } : hidden.has(id) && { hidden: true as const }), category };
  });
}
