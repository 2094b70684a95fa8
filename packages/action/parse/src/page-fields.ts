import { type Env, NS, type Returned, type Site, type Title, titleKey } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { escapeSpecialChars } from '@wikiquery/html';
import { interlanguageCode, languageName } from '@wikiquery/languages';
import type { Messages } from '@wikiquery/messages';
import { redirectTargets } from '@wikiquery/pages';
import type { RenderCache } from '@wikiquery/render-cache';
import {
  existingPages,
  inBatches,
  indexOf,
  loaderValues,
  type RenderedPage,
  renderPage,
  trackingCategories,
  wrapOutput,
} from '@wikiquery/rendering';
import { categoriesHtml, headHtml } from './frame.ts';
import { limitReport, limitReportHtml } from './report.ts';
import type { returns } from './returns.ts';
import type { ParseSource } from './source.ts';
import { parseWarnings, warningsHtml } from './warnings.ts';

type Fields = Returned<typeof returns>['parse'];
export type ParsedProp = Exclude<
  keyof Fields,
  | 'title'
  | 'textdeleted'
  | 'textsuppressed'
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

interface Options {
  readonly prop: ReadonlySet<string>;
  readonly wrapoutputclass: string;
  readonly disableeditsection: boolean;
  readonly disabletoc: boolean;
  readonly useskin: string | undefined;
}

/** Properties that depend on the user's skin. */
const OF_SKIN = ['categorieshtml', 'headhtml', 'subtitle'];

/** Whether the skin shows the table of contents outside the page content. */
function isOutside({ info }: Site, prop: ReadonlySet<string>, skin: string | undefined): boolean {
  const usual = ((info.skins ?? []) as readonly { readonly code?: string; readonly default?: boolean }[]).find(each => each.default)?.code;
  return (skin ?? (OF_SKIN.some(name => prop.has(name)) ? usual : undefined)) === 'vector-2022';
}

/** Returns the fields that require parsing. In the response, `before` precedes the wikitext fields and `behind` follows them. */
export async function pageFields(
  q: Env & { readonly services: { readonly messages: Messages; readonly renderCache: RenderCache | undefined } },
  source: ParseSource,
  language: string,
  { prop, wrapoutputclass, disableeditsection, disabletoc, useskin }: Options,
): Promise<{ text: string | undefined; before: Partial<Fields>; behind: Partial<Fields> }> {
  const { titles } = q;
  const { messages, renderCache } = q.services;
  const { title, revision, text, model, isRedirect } = source;
  const page = await renderPage(q, {
    ...{ text, model, title, revision, language, isRedirect, messages },
    ...{
      hasEditLinks: !disableeditsection,
      toc: disabletoc ? 'none' : isOutside(q.site, prop, useskin) ? 'mark' : 'list',
      cache: source.isCurrent ? renderCache : undefined,
    },
  });
  const { html } = page;
  const wants = (name: ParsedProp): boolean => prop.has(name);
  const byNamespace = <T extends { readonly ns: number }>(list: readonly T[]): T[] =>
    [...Map.groupBy(list, ({ ns }) => ns).values()].flat();
  const sections = page.sections.map(({ toclevel, level, line, number, source: from, anchor }) => ({
    ...{ toclevel, level: String(level), line, number, index: from ? indexOf(from) : '' },
    fromtitle: from ? titles.dbText(from.title) : (false as const),
    ...{ byteoffset: from?.offset ?? null, anchor, linkAnchor: anchor },
  }));
  const found = wants('categories') || wants('categorieshtml') ? await categories(q, page, source.title) : [];
  const warnings = wants('parsewarnings') || wants('parsewarningshtml') ? await parseWarnings(q, messages, page) : [];
  const before: Partial<Fields> = {
    ...(wants('langlinks') && { langlinks: languageLinks(q, page) }),
    ...(wants('categories') && { categories: found }),
    ...(wants('categorieshtml') && { categorieshtml: await categoriesHtml(q, messages, found) }),
    ...(wants('links') && {
      links: byNamespace(
        await inBatches(page.links, some => some.map(({ exists, ...link }) => ({ ns: link.namespace, title: titles.text(link), exists }))),
      ),
    }),
    ...(wants('templates') && { templates: byNamespace(await templates(q, page.notes.included)) }),
    ...(wants('images') && { images: page.files }),
    ...(wants('externallinks') && { externallinks: page.externals }),
    ...(wants('sections') && { sections }),
    ...(wants('tocdata') && {
      tocdata: page.isRead
        ? {
            sections: sections.map(({ toclevel, level, line, number, index, fromtitle, byteoffset, anchor }) => ({
              ...{ tocLevel: toclevel, hLevel: Number(level), line, number, ...(index !== '' && { index }) },
              ...(fromtitle !== false && { fromTitle: fromtitle }),
              ...(byteoffset !== null && { codepointOffset: byteoffset }),
              anchor,
            })),
            extensionData: [],
          }
        : null,
    }),
    ...((wants('sections') || wants('tocdata')) && { showtoc: page.showsToc }),
    ...(wants('parsewarnings') && { parsewarnings: warnings }),
    ...(wants('parsewarningshtml') && { parsewarningshtml: await warningsHtml(q, messages, title, warnings) }),
    ...(wants('displaytitle') && {
      displaytitle:
        page.displayTitle ??
        (page.isRead && !page.switches.some(name => KEEP_TITLE.has(name))
          ? titleHtml(q, title, page.converted)
          : escapeSpecialChars(titles.text(title))),
    }),
    ...(wants('subtitle') && { subtitle: '' }),
    ...(wants('headitems') && { headitems: [] }),
    ...(wants('headhtml') && { headhtml: headHtml(q, title) }),
    ...loaderValues(wants, page.styles),
    ...(wants('indicators') && {
      // If a skin is requested, each indicator has a wrapper element.
      indicators: Object.fromEntries(
        page.indicators.map(([name, shown]) => [name, useskin ? `<div class="mw-parser-output">${shown}</div>` : shown]),
      ),
    }),
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
    ...Object.fromEntries(inOrder(page.switches).map(name => [name, ''])),
  };
  return {
    text: wants('text')
      ? wrapoutputclass === ''
        ? html
        : wrapped(html, page.converted?.variant ?? language, wrapoutputclass, q.site)
      : undefined,
    before,
    behind: {
      ...(wants('properties') && { properties }),
      ...(wants('limitreportdata') && { limitreportdata: limitReport(q, page) }),
      ...(wants('limitreporthtml') && { limitreporthtml: await limitReportHtml(q, messages, page) }),
    },
  };
}

/** Behavior switches whose names are case-insensitive. MediaWiki matches them first. */
const CASE_INSENSITIVE: ReadonlySet<string> = new Set([
  'notoc',
  'nogallery',
  'forcetoc',
  'noeditsection',
  'notitleconvert',
  'nocontentconvert',
]);
const matchOrder = (name: string): number => (name === 'toc' ? 2 : CASE_INSENSITIVE.has(name) ? 0 : 1);
const inOrder = (switches: readonly string[]): string[] => switches.toSorted((a, b) => matchOrder(a) - matchOrder(b));

/** Behavior switches that prevent variant conversion of the title. */
const KEEP_TITLE: ReadonlySet<string> = new Set(['nocontentconvert', 'notitleconvert']);

/** Wraps the HTML of a page. The language of converted pages is that of their variant. */
function wrapped(html: string, language: string, classes: string, { info, lang }: Site): string {
  const languages = (info.languages ?? []) as readonly { readonly code: string; readonly bcp47?: string }[];
  const tag = language === lang ? language : languages.find(({ code }) => code === language)?.bcp47;
  return wrapOutput(html, language, classes, tag);
}

function titleHtml({ site }: Env, title: Title, converted: RenderedPage['converted']): string {
  if (converted?.rule !== undefined) return escapeSpecialChars(converted.rule);
  const part = (name: string, text: string): string => `<span class="mw-page-title-${name}">${escapeSpecialChars(text)}</span>`;
  const main = part('main', converted?.main ?? title.dbkey.replaceAll('_', ' '));
  if (title.namespace === NS.MAIN || !site.namespaces.has(title.namespace)) return main;
  const namespace = converted?.namespace || site.prefix(title.namespace, title.dbkey).slice(0, -1).replaceAll('_', ' ');
  return part('namespace', namespace) + part('separator', ':') + main;
}

function languageLinks({ site, lang }: Env, { languages }: RenderedPage) {
  const shown = new Map(languages.toReversed().map(link => [link.interwiki, link]));
  return [...new Set(languages.map(({ interwiki }) => interwiki))].map(prefix => {
    const link = shown.get(prefix) as RenderedPage['languages'][number];
    const code = interlanguageCode(site, prefix);
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

/** Returns transcluded pages together with the targets of redirects among them. */
async function templates(env: Env, list: readonly Title[]) {
  const { db, titles } = env;
  const found = new Map((await existingPages(env, list)).map(page => [titleKey(page.namespace, page.dbkey), page]));
  const redirects = [...found.values()].filter(({ isRedirect }) => isRedirect).map(({ id }) => id);
  const targets = new Map((redirects.length > 0 ? await redirectTargets(db, redirects) : []).map(target => [target.from, target]));
  const describe = (title: Title, exists: boolean) => ({ ns: title.namespace, title: titles.text(title), exists });
  const all = await inBatches(list, some =>
    some.flatMap(title => {
      const page = found.get(titleKey(title.namespace, title.dbkey));
      const target = page && targets.get(page.id);
      return [describe(title, page !== undefined), ...(target?.interwiki === '' ? [describe(target, true)] : [])];
    }),
  );
  // A redirect target can also be transcluded directly.
  return targets.size === 0 ? all : [...new Map(all.map(each => [each.title, each])).values()];
}

/** Returns the categories of the page in text order. Tracking categories for limits and behavior switches come first. */
async function categories(q: Env & { readonly services: { readonly messages: Messages } }, page: RenderedPage, { namespace }: Title) {
  const { switches } = page;
  const ofSwitches = [
    ...(namespace === NS.CATEGORY && switches.includes('hiddencat') ? (['hidden-category-category'] as const) : []),
    // Content namespaces ignore the index switches (`$wgExemptFromUserRobotsControl`).
    ...(q.site.namespaces.get(namespace)?.content
      ? []
      : switches.includes('index')
        ? (['index-category'] as const)
        : switches.includes('noindex')
          ? (['noindex-category'] as const)
          : []),
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
  const pages = await existingPages(
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
    return { sortkey, category, ...(id === undefined ? { missing: true as const } : hidden.has(id) && { hidden: true as const }) };
  });
}
