import type { Title } from '@wikiquery/core';
import { writeDate } from '@wikiquery/languages';
import { ApiFailure, type PageApi, type PageRequestParams } from '../api.ts';
import { htmlLanguage } from '../layout.ts';
import { contentFromApi } from '../markup/content.ts';
import { fromApi, type Html, html, join, type TemplateValue } from '../markup/html.ts';
import { idIn, type PageFrame, type PageKind, type PageParts, type PageReply, type Reading } from '../reading.ts';
import { CATEGORY_WORDINGS, categoryMembers } from './category.ts';
import { missingPage } from './failed.ts';
import { FILE_WORDINGS, filePart } from './file.ts';
import type { Parsed } from './parsed.ts';
import { tableOfContents } from './toc.ts';

/** A page of the wiki, or one of its revisions. */
export const article: PageKind = { wordings: { ...CATEGORY_WORDINGS, ...FILE_WORDINGS, ...ownWordings() }, read };

function ownWordings() {
  return {
    redirectedfrom: '(Redirected from $1)',
    'rev-deleted-text-permission': 'The text of this revision has been removed.',
    'revision-info': 'This is the revision of $1.',
    'last-edit': 'This page was last edited on $1.',
    currentrev: 'Current revision',
    pagecategories: 'Categories',
  };
}

async function read(reading: Reading): Promise<PageReply> {
  const { params, title, titles, links, site } = reading;
  const old = idIn(params, 'oldid');
  const id = idIn(params, 'curid');
  const isRedirectShown = params.get('redirect') === 'no';
  const page = title ? titles.text(title) : String(site.general.mainpage);
  const which = old !== undefined ? { oldid: old } : id !== undefined ? { pageid: id } : { page };
  const parsed = await parse(reading.api, { ...which, redirects: old === undefined && !isRedirectShown ? true : undefined });
  const subject = parsed ? titles.local(parsed.title) : title;
  if (!subject) return missingPage(reading);
  if (parsed && title && old === undefined && !parsed.redirects?.length && isOtherForm(reading, title)) {
    const rest = new URLSearchParams(params);
    rest.delete('title');
    return { kind: 'redirect', status: 301, to: links.of(title, Object.fromEntries(rest)) };
  }
  const facts =
    parsed && old === undefined ? await revisionOf(reading, subject) : old === undefined ? undefined : await oldRevision(reading, old);
  const members = subject.namespace === CATEGORY && old === undefined ? await categoryMembers(reading, subject) : undefined;
  const file = subject.namespace === FILE && old === undefined ? await filePart(reading, subject) : undefined;
  if (!parsed && !members?.hasMembers && !file) return missingPage(reading);
  return { kind: 'page', view: frame => view(frame, { parsed, subject, facts, old, before: file, after: members?.view }) };
}

const FILE = 6;
const CATEGORY = 14;
const PROPS = 'text|langlinks|categories|displaytitle|revid|sections|properties|indicators';

/** Parses a page. Returns undefined if it does not exist. Rejects with an ApiFailure. */
async function parse(api: PageApi, which: PageRequestParams): Promise<Parsed | undefined> {
  try {
    const query = { action: 'parse', ...which, prop: PROPS, disableeditsection: true, disabletoc: true } as const;
    return (await api.get<{ readonly parse: Parsed }>(query)).parse;
  } catch (error) {
    if (error instanceof ApiFailure && MISSING.has(error.code)) return undefined;
    throw error;
  }
}

const MISSING: ReadonlySet<string> = new Set(['missingtitle', 'nosuchpageid']);

/** Whether a title was sent in another form than the canonical one, such as with a lower-case first letter. */
function isOtherForm({ asked, titles }: Reading, title: Title): boolean {
  if (asked === undefined) return false;
  return asked.replaceAll(' ', '_') !== titles.dbText(title) && asked !== '';
}

interface RevisionFacts {
  readonly timestamp: string | undefined;
  readonly hasTalk?: boolean;
}

interface RevisionsResult {
  readonly query?: {
    readonly pages?: readonly {
      readonly title: string;
      readonly missing?: boolean;
      readonly revisions?: readonly { readonly timestamp: string }[];
    }[];
  };
}

const REVISIONS = { action: 'query', prop: 'revisions', rvprop: 'ids|timestamp' } as const;

async function revisionOf({ api, titles }: Reading, subject: Title): Promise<RevisionFacts> {
  const talk = titles.talk(subject);
  const [name, talkName] = [titles.text(subject), talk && titles.text(talk)];
  const asked = talkName === undefined || talkName === name ? name : `${name}|${talkName}`;
  const { query } = await api.get<RevisionsResult>({ ...REVISIONS, titles: asked });
  const find = (title: string | undefined) => query?.pages?.find(page => page.title === title);
  const talkPage = find(talkName);
  return { timestamp: find(name)?.revisions?.[0]?.timestamp, ...(talkPage && { hasTalk: talkPage.missing !== true }) };
}

async function oldRevision({ api }: Reading, id: number): Promise<RevisionFacts> {
  const { query } = await api.get<RevisionsResult>({ ...REVISIONS, revids: id });
  return { timestamp: query?.pages?.[0]?.revisions?.[0]?.timestamp };
}

interface ArticleFacts {
  readonly parsed: Parsed | undefined;
  readonly subject: Title;
  readonly facts: RevisionFacts | undefined;
  readonly old: number | undefined;
  readonly before: ((frame: PageFrame) => Html) | undefined;
  readonly after: ((frame: PageFrame) => Html) | undefined;
}

function view(frame: PageFrame, { parsed, subject, facts, old, before, after }: ArticleFacts): PageParts {
  const { site, titles, links, wording, language } = frame;
  const title = titles.text(subject);
  const on = facts?.timestamp === undefined ? undefined : writeDate(new Date(facts.timestamp), 'default', language, site);
  const [redirect] = parsed?.redirects ?? [];
  const notes: TemplateValue[] = [
    redirect &&
      html`<p class="reader-note">${wording.text('redirectedfrom', redirect.from)} ${links.a(redirect.from, redirect.from, { redirect: 'no' })}</p>`,
    old !== undefined &&
      html`<p class="reader-notice">${wording.text('revision-info', on ?? old, '')} ${links.a(title, wording.text('currentrev'))}</p>`,
    (parsed?.textdeleted || parsed?.textsuppressed) && html`<p class="reader-notice">${wording.text('rev-deleted-text-permission')}</p>`,
  ];
  const indicators = Object.values(parsed?.indicators ?? {}).map(each => html`<span class="mw-indicator">${fromApi(each)}</span>`);
  return {
    title,
    heading:
      parsed?.displaytitle === undefined
        ? undefined
        : html`${indicators.length > 0 && html`<span class="mw-indicators">${indicators}</span>`}${fromApi(parsed.displaytitle)}`,
    subject,
    tab: 'view',
    hasTalk: facts?.hasTalk,
    canonical: links.canonical(subject),
    isHidden: old !== undefined || parsed?.properties.noindex !== undefined,
    toc: parsed?.showtoc && parsed.sections.length > 0 ? tableOfContents(parsed.sections, wording) : undefined,
    languages: languages(frame, parsed),
    tools: tools(frame, subject, parsed),
    content: html`${notes}${before?.(frame)}${parsed && html`<div id="mw-content-text" tabindex="0">${contentFromApi(parsed.text)}</div>`}${after?.(frame)}${categories(frame, parsed)}${on !== undefined && old === undefined && html`<p class="reader-edited">${wording.text('last-edit', on)}</p>`}`,
  };
}

function categories({ links, wording, titles }: PageFrame, parsed: Parsed | undefined): TemplateValue {
  const shown = parsed?.categories.filter(({ hidden }) => !hidden) ?? [];
  if (shown.length === 0) return undefined;
  const items = shown.map(({ category, missing }) => {
    const url = links.of({ namespace: CATEGORY, dbkey: category });
    const text = category.replaceAll('_', ' ');
    const title = titles.text({ namespace: CATEGORY, dbkey: category });
    return missing
      ? html`<li><a class="new" href="${url}" title="${title}">${text}</a></li>`
      : html`<li><a href="${url}" title="${title}">${text}</a></li>`;
  });
  return html`<nav class="reader-categories" aria-label="${wording.text('categories')}"><h2>${wording.text('categories')}</h2><ul>${items}</ul></nav>`;
}

function languages({ wording }: PageFrame, parsed: Parsed | undefined): Html | undefined {
  const linked = parsed?.langlinks.filter(({ url }) => url !== undefined) ?? [];
  if (linked.length === 0) return undefined;
  const items = linked.map(({ lang, url = '', autonym, langname, title }) => {
    const code = htmlLanguage(lang);
    return html`<li><a href="${url}" lang="${code}" hreflang="${code}" title="${join([title, langname], ' – ')}">${autonym || lang}</a></li>`;
  });
  return html`<section aria-labelledby="reader-languages"><h2 id="reader-languages">${wording.text('otherlanguages')}</h2><ul>${items}</ul></section>`;
}

function tools({ links, wording, titles }: PageFrame, subject: Title, parsed: Parsed | undefined): Html {
  const title = titles.text(subject);
  const revision = parsed?.revid;
  return html`<li><a href="${links.special('Whatlinkshere', title)}">${wording.text('whatlinkshere')}</a></li>
${revision !== undefined && revision > 0 && html`<li><a href="${links.of(subject, { oldid: revision })}">${wording.text('permalink')}</a></li>`}
<li><a href="${links.of(subject, { action: 'info' })}">${wording.text('pageinfo-toolboxlink')}</a></li>`;
}
