import { fromApi, type Html, html, type TemplateValue } from '../markup/html.ts';
import { type Continue, continueIn, nextLink } from '../pages/continued.ts';
import { numberOf } from '../pages/records.ts';
import type { PageFrame, PageReply, Reading } from '../reading.ts';
import { textIn } from './form.ts';
import type { ListedSpecialPage } from './list-page.ts';

const PER_PAGE = 20;
const SUGGESTED = 8;

interface Found {
  readonly title: string;
  readonly snippet?: string;
  readonly size?: number;
  readonly wordcount?: number;
}

interface SearchResult {
  readonly continue?: Continue;
  readonly query: {
    readonly searchinfo?: { readonly totalhits?: number; readonly suggestion?: string };
    readonly search: readonly Found[];
    readonly prefixsearch?: readonly { readonly title: string }[];
  };
}

const TITLE = ['searchresults', 'Search results'] as const;

/** The search: an exact title leads to its page, unless the form asks for results. Titles that begin with the text come first. */
export const search: ListedSpecialPage = {
  title: TITLE,
  kind: subpage => ({
    wordings: {
      searchresults: TITLE[1],
      'search-nonefound': 'There were no results.',
      'search-suggest': 'Did you mean: $1',
      prefixindex: 'Titles',
      'search-fulltext': 'Texts',
    },
    read: reading => read(reading, subpage),
  }),
};

async function read(reading: Reading, subpage: string | undefined): Promise<PageReply> {
  const { params, api, links, titles } = reading;
  const text = textIn(params, 'search') ?? subpage;
  if (text === undefined) return { kind: 'page', view: frame => page(frame, form(frame, '')) };
  const title = titles.local(text);
  if (title && title.namespace >= 0 && !params.has('fulltext') && (await exists(reading, text)))
    return { kind: 'redirect', status: 302, to: links.of(title) };
  const isFirst = !params.has('sroffset');
  const result = await api.get<SearchResult>({
    ...{ action: 'query', list: isFirst ? 'search|prefixsearch' : 'search', srsearch: text, srlimit: PER_PAGE },
    ...{ srprop: 'snippet|size|wordcount', srinfo: 'totalhits|suggestion', srnamespace: '*', ...continueIn(params) },
    ...(isFirst && { pssearch: text, pslimit: SUGGESTED, psnamespace: '*' }),
  });
  return { kind: 'page', view: frame => page(frame, html`${form(frame, text)}${results(frame, reading, result)}`) };
}

async function exists({ api, titles }: Reading, text: string): Promise<boolean> {
  const title = titles.local(text);
  if (!title) return false;
  const { query } = await api.getQuietly<{ readonly query?: { readonly pages?: readonly { readonly missing?: boolean }[] } }>({
    action: 'query',
    titles: titles.text(title),
  });
  const [page] = query?.pages ?? [];
  return page !== undefined && !page.missing;
}

const page = ({ wording }: PageFrame, content: Html) => ({ title: wording.text(TITLE[0]), isHidden: true, content });

function form({ links, wording }: PageFrame, text: string): Html {
  return html`<form class="reader-form" action="${links.scriptPath}" method="get"><input type="hidden" name="title" value="Special:Search"><input type="hidden" name="fulltext" value="1"><label>${wording.text('search')} <input type="search" name="search" value="${text}" maxlength="255" size="40"></label><button type="submit">${wording.text('searchbutton')}</button></form>`;
}

function results(frame: PageFrame, reading: Reading, { query, continue: next }: SearchResult): Html {
  const { wording, links } = frame;
  const { search: found, prefixsearch = [], searchinfo } = query;
  const suggestion = searchinfo?.suggestion;
  const parts: TemplateValue[] = [
    suggestion !== undefined &&
      html`<p><a href="${links.special('Search', undefined, { search: suggestion, fulltext: true })}">${wording.text('search-suggest', suggestion)}</a></p>`,
    prefixsearch.length > 0 &&
      html`<h2>${wording.text('prefixindex')}</h2><ul class="reader-list">${prefixsearch.map(({ title }) => html`<li>${links.a(title)}</li>`)}</ul>`,
    found.length > 0 &&
      html`<h2>${wording.text('search-fulltext')}${searchinfo?.totalhits !== undefined && ` (${numberOf(frame, searchinfo.totalhits)})`}</h2>`,
    found.length === 0 && prefixsearch.length === 0 && html`<p class="reader-note">${wording.text('search-nonefound')}</p>`,
    html`<ul class="reader-found">${found.map(({ title, snippet }) => html`<li><h3>${links.a(title)}</h3><p>${fromApi(snippet)}</p></li>`)}</ul>`,
    nextLink(frame, reading, next && { sroffset: next.sroffset ?? '', continue: next.continue ?? '-||' }),
  ];
  return html`${next?.sroffset === undefined ? parts.slice(0, -1) : parts}`;
}
