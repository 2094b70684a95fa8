import { html } from '../markup/html.ts';
import { numberOf } from '../pages/records.ts';
import type { ListedSpecialPage } from './list-page.ts';

interface SiteResult {
  readonly query: {
    readonly statistics?: Readonly<Record<string, number>>;
    readonly general?: { readonly generator?: string };
    readonly extensions?: readonly { readonly name: string; readonly version?: string; readonly url?: string }[];
  };
}

const STATISTICS = ['statistics', 'Statistics'] as const;
const VERSION = ['version', 'Version'] as const;

const NUMBERS: Readonly<Record<string, readonly [key: string, text: string]>> = {
  pages: ['statistics-pages', 'Pages'],
  articles: ['statistics-articles', 'Content pages'],
  edits: ['statistics-edits', 'Edits'],
  images: ['statistics-files', 'Files'],
  users: ['statistics-users', 'Users'],
  activeusers: ['statistics-users-active', 'Active users'],
};

/** Numbers of pages, edits and users. */
export const statistics: ListedSpecialPage = {
  title: STATISTICS,
  kind: () => ({
    wordings: Object.fromEntries([STATISTICS, ...Object.values(NUMBERS)]),
    async read({ api }) {
      const { query } = await api.get<SiteResult>({ action: 'query', meta: 'siteinfo', siprop: 'statistics' });
      return {
        kind: 'page',
        view: frame => ({
          title: frame.wording.text(STATISTICS[0]),
          content: html`<table class="reader-table"><tbody>${Object.entries(NUMBERS).map(([name, [key]]) => html`<tr><th scope="row">${frame.wording.text(key)}</th><td>${numberOf(frame, query.statistics?.[name] ?? 0)}</td></tr>`)}</tbody></table>`,
        }),
      };
    },
  }),
};

/** The release of the wiki, and its extensions. */
export const version: ListedSpecialPage = {
  title: VERSION,
  kind: () => ({
    wordings: Object.fromEntries([VERSION, ['version-extensions', 'Extensions']]),
    async read({ api }) {
      const { query } = await api.get<SiteResult>({ action: 'query', meta: 'siteinfo', siprop: 'general|extensions' });
      const { general = {}, extensions = [] } = query;
      return {
        kind: 'page',
        view: ({ wording }) => ({
          title: wording.text(VERSION[0]),
          content: html`<p>${general.generator}</p>${extensions.length > 0 && html`<h2>${wording.text('version-extensions')}</h2><ul class="reader-list">${extensions.map(each => html`<li>${each.url === undefined ? each.name : html`<a href="${each.url}">${each.name}</a>`} ${each.version}</li>`)}</ul>`}`,
        }),
      };
    },
  }),
};
