import { type Html, html } from '../markup/html.ts';
import type { PageFrame, PageKind, PageReply, Reading } from '../reading.ts';
import { type Continue, continueIn, nextLink } from './continued.ts';
import { missingPage } from './failed.ts';
import { changeOf, commentOf, dateOf, marksOf, numberOf, RECORD_WORDINGS, type Recorded, userOf } from './records.ts';

const PER_PAGE = 50;

interface Revision extends Recorded {
  readonly revid: number;
  readonly parentid?: number;
  readonly timestamp: string;
  readonly size?: number;
  readonly texthidden?: boolean;
}

interface HistoryResult {
  readonly continue?: Continue;
  readonly query?: {
    readonly pages?: readonly { readonly title: string; readonly missing?: boolean; readonly revisions?: readonly Revision[] }[];
  };
}

/** The revisions of a page, the newest first, with a form that compares two of them. */
export const history: PageKind = {
  wordings: {
    ...RECORD_WORDINGS,
    'history-title': '$1: Revision history',
    cur: 'cur',
    last: 'prev',
    compareselectedversions: 'Compare selected revisions',
    'reader-older': 'Older of the two revisions',
    'reader-newer': 'Newer of the two revisions',
  },
  async read(reading): Promise<PageReply> {
    const { api, title, titles, params } = reading;
    if (!title) return missingPage(reading);
    const result = await api.get<HistoryResult>({
      ...{ action: 'query', titles: titles.text(title), prop: 'revisions', rvlimit: PER_PAGE },
      ...{ rvprop: 'ids|timestamp|flags|user|size|parsedcomment|tags', ...continueIn(params) },
    });
    const page = result.query?.pages?.[0];
    if (!page?.revisions) return missingPage(reading);
    const { revisions } = page;
    return { kind: 'page', view: frame => view(frame, reading, revisions, result.continue) };
  },
};

function view(frame: PageFrame, reading: Reading, revisions: readonly Revision[], next: Continue | undefined) {
  const { titles, links, wording } = frame;
  const { title } = reading;
  const name = title ? titles.text(title) : '';
  const rows = revisions.map((revision, at) => row(frame, name, revision, { at, previous: revisions[at + 1] }));
  const button = html`<p><button type="submit">${wording.text('compareselectedversions')}</button></p>`;
  return {
    title: wording.text('history-title', name),
    subject: title,
    tab: 'history' as const,
    isHidden: true,
    content: html`<form action="${links.scriptPath}" method="get"><input type="hidden" name="title" value="${name}">${revisions.length > 1 && button}<ul class="reader-history">${rows}</ul></form>${nextLink(frame, reading, next)}`,
  };
}

function row(frame: PageFrame, name: string, revision: Revision, { at, previous }: { at: number; previous: Revision | undefined }): Html {
  const { links, wording } = frame;
  const { revid, parentid, timestamp, size, texthidden } = revision;
  const date = dateOf(frame, timestamp);
  const when = texthidden ? html`<span class="history-deleted">${date}</span>` : links.a(name, date, { oldid: revid });
  const current = at === 0 ? wording.text('cur') : links.a(name, wording.text('cur'), { diff: 'cur', oldid: revid });
  const last = parentid ? links.a(name, wording.text('last'), { diff: 'prev', oldid: revid }) : wording.text('last');
  return html`<li>${radio('oldid', revid, at === 1, `${wording.text('reader-older')}: ${date}`)}${radio('diff', revid, at === 0, `${wording.text('reader-newer')}: ${date}`)}
(${current} | ${last}) ${when} ${userOf(frame, revision)} ${marksOf(frame, revision)}${size !== undefined && html`<span class="reader-size">${numberOf(frame, size)}</span> `}${changeOf(frame, previous?.size, size)} ${commentOf(frame, revision)}</li>`;
}

const radio = (name: string, value: number, isChecked: boolean, label: string): Html =>
  isChecked
    ? html`<input type="radio" name="${name}" value="${value}" aria-label="${label}" checked>`
    : html`<input type="radio" name="${name}" value="${value}" aria-label="${label}">`;
