import type { PageRequestParams } from '../api.ts';
import { type Html, html, type TemplateValue } from '../markup/html.ts';
import { type Continue, continueIn, nextLink } from '../pages/continued.ts';
import { RECORD_WORDINGS } from '../pages/records.ts';
import type { PageFrame, PageKind, Reading } from '../reading.ts';
import type { Wordings } from '../wording.ts';
import { type FormField, formOf } from './form.ts';

/** A special page that shows the records of one query module. */
export interface ListPage<Query, Row> {
  /** Message of its title, and the text for wikis without the message. */
  readonly title: readonly [key: string, text: string];
  readonly wordings?: Wordings;
  /** Fields of the form above the list. */
  readonly fields?: readonly FormField[];
  /** Returns the parameters of `action=query`; undefined if the form must be filled in first. `subpage`: the part after `/`. */
  request(reading: Reading, subpage: string | undefined): PageRequestParams | undefined;
  rows(query: Query): readonly Row[];
  row(frame: PageFrame, row: Row): Html;
}

export interface ListedSpecialPage {
  readonly title: readonly [key: string, text: string];
  /** Returns the kind of page. `subpage`: the part of the title after `/`. */
  kind(subpage: string | undefined): PageKind;
}

/** Number of records on a page, unless the request specifies another one. */
const PER_PAGE = 50;
const MOST = 500;

/** Returns the number of records that a request asks for. */
export const limitIn = (params: URLSearchParams): number => {
  const limit = Number(params.get('limit') ?? PER_PAGE);
  return Number.isSafeInteger(limit) && limit > 0 ? Math.min(limit, MOST) : PER_PAGE;
};

/** Creates a special page that shows a list, with a link to its next page. */
export function listPage<Query, Row>({ title, wordings, fields = [], request, rows, row }: ListPage<Query, Row>): ListedSpecialPage {
  const [key, text] = title;
  const own = {
    ...RECORD_WORDINGS,
    ...wordings,
    [key]: text,
    specialpage_empty: 'The list is empty.',
    ...Object.fromEntries(fields.map(({ label }) => label)),
  };
  return {
    title,
    kind: subpage => ({
      wordings: own,
      async read(reading) {
        const asked = request(reading, subpage);
        const result =
          asked &&
          (await reading.api.get<{ readonly continue?: Continue; readonly query?: Query }>({
            action: 'query',
            ...asked,
            ...continueIn(reading.params),
          }));
        const found = result?.query ? rows(result.query) : [];
        return {
          kind: 'page',
          view: frame => ({
            title: frame.wording.text(key),
            isHidden: true,
            content: html`${formOf(frame, reading, fields, subpage)}${result && listOf(frame, found, row)}${nextLink(frame, reading, result?.continue)}`,
          }),
        };
      },
    }),
  };
}

function listOf<Row>(frame: PageFrame, rows: readonly Row[], row: (frame: PageFrame, row: Row) => Html): TemplateValue {
  if (rows.length === 0) return html`<p class="reader-note">${frame.wording.text('specialpage_empty')}</p>`;
  return html`<ul class="reader-list">${rows.map(each => html`<li>${row(frame, each)}</li>`)}</ul>`;
}
