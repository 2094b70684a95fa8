import { type Html, html, type TemplateValue } from '../markup/html.ts';
import type { PageFrame, PageKind, PageReply } from '../reading.ts';
import { missingPage } from './failed.ts';
import { dateOf, numberOf } from './records.ts';

interface PageFacts {
  readonly title: string;
  readonly missing?: boolean;
  readonly pageid?: number;
  readonly contentmodel?: string;
  readonly pagelanguage?: string;
  readonly length?: number;
  readonly touched?: string;
  readonly lastrevid?: number;
  readonly protection?: readonly { readonly type: string; readonly level: string; readonly expiry: string }[];
  readonly pageprops?: Readonly<Record<string, string>>;
  readonly templates?: readonly { readonly title: string }[];
  readonly contributors?: readonly { readonly name: string }[];
  readonly anoncontributors?: number;
}

/** Facts about a page (`action=info`). */
export const information: PageKind = {
  wordings: {
    'pageinfo-title': 'Information for “$1”',
    'pageinfo-display-title': 'Title',
    'pageinfo-length': 'Length in bytes',
    'pageinfo-article-id': 'Page ID',
    'pageinfo-language': 'Language',
    'pageinfo-content-model': 'Content model',
    'pageinfo-lasttime': 'Last change',
    'pageinfo-header-restrictions': 'Protection',
    'pageinfo-authors': 'Number of editors',
    'pageinfo-header-properties': 'Properties',
    'pageinfo-templates': 'Templates',
  },
  async read(reading): Promise<PageReply> {
    const { api, title, titles, params } = reading;
    const id = params.get('curid') ?? undefined;
    if (!title && id === undefined) return missingPage(reading);
    const result = await api.get<{ readonly query?: { readonly pages?: readonly PageFacts[] } }>({
      ...{ action: 'query', ...(title ? { titles: titles.text(title) } : { pageids: id }), prop: 'info|pageprops|templates|contributors' },
      ...{ inprop: 'protection', tllimit: 500, pclimit: 500 },
    });
    const facts = result.query?.pages?.[0];
    if (!facts || facts.missing || facts.pageid === undefined) return missingPage(reading);
    return {
      kind: 'page',
      view: frame => ({
        title: frame.wording.text('pageinfo-title', facts.title),
        subject: titles.local(facts.title),
        tab: 'info',
        isHidden: true,
        content: html`<table class="reader-table"><tbody>${rows(frame, facts)}</tbody></table>${properties(frame, facts)}${templates(frame, facts)}`,
      }),
    };
  },
};

function rows(frame: PageFrame, facts: PageFacts): Html[] {
  const { wording, links } = frame;
  const { title, length, pageid, pagelanguage, contentmodel, touched, protection = [], contributors = [], anoncontributors = 0 } = facts;
  const all: readonly (readonly [string, TemplateValue])[] = [
    ['pageinfo-display-title', links.a(title)],
    ['pageinfo-length', length !== undefined && numberOf(frame, length)],
    ['pageinfo-article-id', pageid],
    ['pageinfo-language', pagelanguage],
    ['pageinfo-content-model', contentmodel],
    ['pageinfo-lasttime', touched !== undefined && dateOf(frame, touched)],
    ['pageinfo-authors', numberOf(frame, contributors.length + anoncontributors)],
    ['pageinfo-header-restrictions', protection.map(({ type, level, expiry }) => html`<div>${type}: ${level} (${expiry})</div>`)],
  ];
  return all.flatMap(([key, value]) =>
    value === undefined || value === false || (Array.isArray(value) && value.length === 0)
      ? []
      : [html`<tr><th scope="row">${wording.text(key)}</th><td>${value}</td></tr>`],
  );
}

function properties({ wording }: PageFrame, { pageprops = {} }: PageFacts): TemplateValue {
  const all = Object.entries(pageprops);
  if (all.length === 0) return undefined;
  return html`<h2>${wording.text('pageinfo-header-properties')}</h2><table class="reader-table"><tbody>${all.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table>`;
}

function templates({ wording, links }: PageFrame, { templates: used = [] }: PageFacts): TemplateValue {
  if (used.length === 0) return undefined;
  return html`<h2>${wording.text('pageinfo-templates')}</h2><ul>${used.map(({ title }) => html`<li>${links.a(title)}</li>`)}</ul>`;
}
