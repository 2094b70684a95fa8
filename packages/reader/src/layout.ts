import type { Title } from '@wikiquery/core';
import { directionOf, variantName } from '@wikiquery/languages';
import { specialPage } from '@wikiquery/titles';
import { type Html, html, type TemplateValue } from './markup/html.ts';
import { pathOnServer } from './paths.ts';
import type { PageFrame, PageParts } from './reading.ts';

/** URLs of the style sheets and of other files that every page refers to. */
export interface LinkedFiles {
  readonly styles: string;
  readonly siteStyles: string;
  readonly searchDescription: string;
}

/** Arranges the parts of a page as an HTML document. `queries`: the requests that made the page. */
export function layOut(frame: PageFrame, parts: PageParts, queries: readonly string[], files: LinkedFiles): Html {
  const { site, links, wording, language } = frame;
  const sitename = String(site.general.sitename);
  const title = parts.title === sitename ? sitename : `${parts.title} – ${sitename}`;
  const direction = directionOf(language);
  return html`<!DOCTYPE html>
<html lang="${htmlLanguage(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="wikiquery">
<meta name="color-scheme" content="light dark">
${parts.isHidden && html`<meta name="robots" content="noindex">`}
${parts.canonical !== undefined && html`<link rel="canonical" href="${parts.canonical}">`}
<link rel="icon" href="${pictureOf(frame, site.general.favicon, '/favicon.ico')}">
<link rel="search" type="application/opensearchdescription+xml" title="${sitename}" href="${files.searchDescription}">
<link rel="stylesheet" href="${files.styles}">
<link rel="stylesheet" href="${files.siteStyles}">
</head>
<body class="${bodyClasses(parts.subject, direction)}">
<a class="reader-skip" href="#content">${wording.text('skip')}</a>
<header class="reader-top">
<a class="reader-logo" href="${links.of(mainPage(frame))}"><img src="${pictureOf(frame, site.general.logo, '/favicon.ico')}" alt="" width="32" height="32"><span>${sitename}</span></a>
<form class="reader-search" role="search" action="${links.scriptPath}" method="get">
<input type="hidden" name="title" value="${specialTitle(frame, 'Search')}">
<input type="search" name="search" aria-label="${wording.text('search')}" placeholder="${wording.text('search')}" maxlength="255">
<button type="submit">${wording.text('searchbutton')}</button>
</form>
${frame.user !== undefined && html`<span class="reader-user">${frame.user}</span>`}
</header>
<nav class="reader-site" aria-label="${wording.text('jumptonavigation')}"><ul>
<li><a href="${links.of(mainPage(frame))}">${mainPage(frame)}</a></li>
${NAVIGATION.map(([name, key]) => html`<li><a href="${links.special(name)}">${wording.text(key)}</a></li>`)}
</ul></nav>
<div class="${parts.toc ? 'reader-page reader-with-toc' : 'reader-page'}">
${parts.toc}
<main id="content">
${parts.subject && tabs(frame, parts.subject, parts)}
<h1 class="firstHeading">${parts.heading ?? parts.title}</h1>
${parts.content}
</main>
</div>
<footer class="reader-bottom">
${parts.languages}
${variants(frame, parts.subject)}
${parts.tools && html`<section aria-labelledby="reader-tools"><h2 id="reader-tools">${wording.text('toolbox')}</h2><ul>${parts.tools}</ul></section>`}
${queries.length > 0 && html`<section aria-labelledby="reader-queries"><h2 id="reader-queries">${wording.text('queries')}</h2><ul>${queries.map(query => html`<li><a href="${links.request(query)}"><code>${shown(query)}</code></a></li>`)}</ul></section>`}
${license(frame)}
</footer>
</body>
</html>
`;
}

const NAVIGATION = [
  ['Recentchanges', 'recentchanges'],
  ['Allpages', 'allpages'],
  ['Categories', 'categories'],
  ['Randompage', 'randompage'],
  ['Specialpages', 'specialpages'],
] as const;

const mainPage = ({ site }: Pick<PageFrame, 'site'>): string => String(site.general.mainpage);

/** Returns the title of a special page in the wiki's language. */
const specialTitle = ({ site, titles }: Pick<PageFrame, 'site' | 'titles'>, name: string): string =>
  titles.text({ namespace: -1, dbkey: specialPage(site, name)?.localName ?? name });

function tabs({ titles, links, wording }: PageFrame, subject: Title, { tab: current, hasTalk }: PageParts): Html {
  const page = titles.subject(subject);
  const talk = titles.talk(subject);
  const isTalk = talk !== undefined && page.namespace !== subject.namespace;
  const at = titles.text(subject);
  const tab = (name: PageParts['tab'], url: string, text: string, isCurrent = current === name): Html =>
    isCurrent ? html`<li><a href="${url}" aria-current="page">${text}</a></li>` : html`<li><a href="${url}">${text}</a></li>`;
  const talkTab = (to: Title): Html =>
    isTalk || hasTalk
      ? tab('view', links.of(to), wording.text('talk'), current === 'view' && isTalk)
      : html`<li><a class="new" href="${links.of(to)}">${wording.text('talk')}</a></li>`;
  return html`<nav class="reader-tabs" aria-label="${at}"><ul>
${tab('view', links.of(page), wording.text(TABS[page.namespace] ?? 'nstab-main'), current === 'view' && !isTalk)}
${talk && (isTalk || hasTalk !== undefined) && talkTab(talk)}
${tab('source', links.of(subject, { action: 'edit' }), wording.text('viewsource'))}
${tab('history', links.of(subject, { action: 'history' }), wording.text('history_short'))}
${tab('info', links.of(subject, { action: 'info' }), wording.text('pageinfo-toolboxlink'))}
<li><a href="${links.special('Whatlinkshere', at)}">${wording.text('whatlinkshere')}</a></li>
</ul></nav>`;
}

const TABS: Readonly<Record<number, string>> = {
  2: 'nstab-user',
  4: 'nstab-project',
  6: 'nstab-image',
  8: 'nstab-mediawiki',
  10: 'nstab-template',
  12: 'nstab-help',
  14: 'nstab-category',
};

/** Returns links to the variants of the content language. */
function variants({ site, links, wording }: PageFrame, subject: Title | undefined): TemplateValue {
  const listed = site.general.variants as readonly { readonly code: string; readonly name?: string }[] | undefined;
  if (!subject || !listed || listed.length < 2) return undefined;
  const link = ({ code }: { readonly code: string }): Html =>
    html`<li><a href="${links.of(subject, { variant: code })}" lang="${htmlLanguage(code)}" hreflang="${htmlLanguage(code)}">${variantName(site, site.lang, code)}</a></li>`;
  return html`<section aria-labelledby="reader-variants"><h2 id="reader-variants">${wording.text('variants')}</h2><ul>${listed.map(link)}</ul></section>`;
}

function license({ site, links }: PageFrame): TemplateValue {
  const info = site.info.rightsinfo as { readonly url?: string; readonly text?: string } | undefined;
  const text = info?.text || info?.url;
  if (!info || !text) return undefined;
  return html`<p>${info.url ? html`<a href="${info.url.startsWith('/') ? links.base + info.url : info.url}">${text}</a>` : text}</p>`;
}

/** Returns the URL of a picture that the site configuration names. `otherwise`: path for wikis without the picture. */
function pictureOf({ site, links }: PageFrame, url: unknown, otherwise: string): string {
  const path = pathOnServer(site, url);
  if (path !== undefined) return links.base + path;
  return typeof url === 'string' && url !== '' ? site.urls.expand(url) : links.base + otherwise;
}

/** Returns MediaWiki's classes of the body element, which the styles of wikis refer to. */
function bodyClasses(subject: Title | undefined, direction: string): string {
  const { namespace = -1, dbkey = '' } = subject ?? {};
  const kind = namespace < 0 ? 'ns-special' : namespace % 2 === 1 ? 'ns-talk' : 'ns-subject';
  const page = dbkey.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 100);
  return `mediawiki ${direction} sitedir-${direction} ns-${namespace} ${kind} page-${page}`;
}

/** Returns a language code for `lang`. MediaWiki's internal codes with `x-` or other characters are omitted. */
export const htmlLanguage = (code: string): string => (/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(code) ? code : 'und');

/** Shortens a query for display. */
const shown = (query: string): string => (query.length > 160 ? `${query.slice(0, 159)}…` : query);
