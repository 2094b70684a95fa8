import { ApiFailure } from '../api.ts';
import { type Html, html } from '../markup/html.ts';
import { type Continue, continueIn, nextLink } from '../pages/continued.ts';
import { noSpecialPage } from '../pages/failed.ts';
import type { PageFrame, PageKind } from '../reading.ts';
import { limitIn } from './list-page.ts';

interface QueryPageResult {
  readonly continue?: Continue;
  readonly query: { readonly querypage: { readonly results: readonly { readonly title?: string; readonly value?: string }[] } };
}

/** A report of `list=querypage`, such as the longest pages. Other names lead to "No such special page". */
export const queryPage = (name: string): PageKind => ({
  wordings: { ...noSpecialPage.wordings, [name.toLowerCase()]: name, specialpage_empty: 'The list is empty.' },
  async read(reading) {
    try {
      const { query, continue: next } = await reading.api.get<QueryPageResult>({
        ...{ action: 'query', list: 'querypage', qppage: name, qplimit: limitIn(reading.params), ...continueIn(reading.params) },
      });
      const { results } = query.querypage;
      return {
        kind: 'page',
        view: frame => ({
          title: frame.wording.text(name.toLowerCase()),
          isHidden: true,
          content: html`${results.length === 0 && html`<p class="reader-note">${frame.wording.text('specialpage_empty')}</p>`}<ol class="reader-list">${results.map(each => row(frame, each))}</ol>${nextLink(frame, reading, next)}`,
        }),
      };
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 200 && error.code !== 'readapidenied') return noSpecialPage.read(reading);
      throw error;
    }
  },
});

const row = ({ links }: PageFrame, { title, value }: { readonly title?: string; readonly value?: string }): Html =>
  html`<li>${title !== undefined && links.a(title)}${value !== undefined && value !== '0' && ` (${value})`}</li>`;
