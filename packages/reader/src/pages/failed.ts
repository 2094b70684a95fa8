import type { ApiFailure } from '../api.ts';
import { type Html, html } from '../markup/html.ts';
import type { PageKind, PageReply, Reading } from '../reading.ts';

const WORDINGS = {
  badtitle: 'Bad title',
  badtitletext: 'The title is not valid, or it names a page of another wiki.',
  nosuchaction: 'No such action',
  nosuchspecialpage: 'No such special page',
  noarticletext: 'There is no page with this title.',
  searchmenu: 'Search for this title',
};

/** A request for a page that does not exist: status 404, with a link to the search. */
export function missingPage({ title, titles, asked }: Reading): PageReply {
  return {
    kind: 'page',
    status: 404,
    wordings: WORDINGS,
    view({ wording, links }) {
      const name = title ? titles.text(title) : (asked ?? wording.text('error'));
      const search = links.special('Search', undefined, { search: name, fulltext: true });
      const content = html`<p class="reader-notice">${wording.text('noarticletext')}</p><p><a href="${search}">${wording.text('searchmenu')}</a></p>`;
      return { title: name, subject: title, tab: 'view', isHidden: true, content };
    },
  };
}

const failed = (key: string, text: string): PageKind => ({
  wordings: WORDINGS,
  read: async () => ({
    kind: 'page',
    status: 404,
    view: ({ wording }) => ({
      title: wording.text(key),
      isHidden: true,
      content: html`<p class="reader-notice">${wording.text(text)}</p>`,
    }),
  }),
});

/** A request with a text that is not a title. */
export const badTitle = failed('badtitle', 'badtitletext');
/** A request for an action that changes the wiki, or that this server does not have. */
export const noAction = failed('nosuchaction', 'nosuchaction');
/** A request for a special page that this server does not have. */
export const noSpecialPage = failed('nosuchspecialpage', 'nosuchspecialpage');

/** Errors that mean that the page does not exist, or that the user must not know whether it does. */
const MISSING = /^(?:missingtitle|nosuch|invalidtitle|pagecannotexist|badid|missingcontent)/;

/** A request that the API refused. The text is that of the API, in the language of the user. */
export function failedPage({ code, message, status }: ApiFailure, { title }: Reading): PageReply {
  const own = status >= 400 ? status : code === 'readapidenied' || code.startsWith('permission') ? 403 : MISSING.test(code) ? 404 : 400;
  return {
    kind: 'page',
    status: own,
    view: ({ wording }) => ({ title: wording.text('error'), subject: title, isHidden: true, content: explain(message) }),
  };
}

const explain = (message: string): Html => html`<p class="reader-notice">${message}</p>`;
