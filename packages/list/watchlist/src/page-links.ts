import { anchor, wordingOf } from '@wikiquery/comments';
import { type Env, NS, type Title, titleKey } from '@wikiquery/core';
import { loadInChunks, whereTitles } from '@wikiquery/database';
import { escapeSpecialChars } from '@wikiquery/html';
import { existingFiles } from '@wikiquery/pages';
import { localSpecialName } from '@wikiquery/titles';

export interface WatchlistLink {
  /** Query string, such as `redirect=no`. */
  readonly query?: string;
  /** HTML content of the link. Default: the title. */
  readonly html?: string;
  readonly classes?: string;
  /** Whether to return plain text instead of a link to a missing page. */
  readonly onlyExisting?: boolean;
}

/** Builds an HTML link to a page. */
export type PageLinks = (title: Title, link?: WatchlistLink) => string;

/** Looks up all pages in one batch. Returns a function that builds links to them. Special pages require no lookup. */
export async function loadPageLinks(
  q: Pick<Env, 'db' | 'site' | 'titles'> & Partial<Pick<Env, 'filesElsewhere'>>,
  titles: readonly Title[],
): Promise<PageLinks> {
  const { db, site } = q;
  const wording = wordingOf(site.lang);
  const select = db.selectFrom('page').select(['page_namespace', 'page_title', 'page_is_redirect']);
  const files = titles.filter(({ namespace }) => namespace === NS.FILE).map(({ dbkey }) => dbkey);
  const [pages, images] = await Promise.all([
    loadInChunks(titles, chunk => whereTitles(select, 'page_namespace', 'page_title', chunk).execute()),
    existingFiles(q, files),
  ]);
  const isRedirect = new Map(pages.map(row => [titleKey(row.page_namespace, row.page_title), row.page_is_redirect !== 0]));
  const known = new Set([...isRedirect.keys(), ...Array.from(images.keys(), name => titleKey(NS.FILE, name))]);
  const exists = ({ namespace, dbkey }: Title): boolean =>
    namespace === NS.SPECIAL ? localSpecialName(site, dbkey) !== undefined : known.has(titleKey(namespace, dbkey));

  return (title, { query = '', html, classes = '', onlyExisting = false } = {}) => {
    const name = q.titles.text(title);
    const text = html ?? escapeSpecialChars(name);
    if (exists(title)) {
      const names = [isRedirect.get(titleKey(title.namespace, title.dbkey)) ? 'mw-redirect' : '', classes];
      return anchor(text, { href: site.urls.local(title, query), class: names.filter(Boolean).join(' '), title: name });
    }
    if (onlyExisting) return text;
    const href = site.urls.local(title, [query, title.namespace === NS.SPECIAL ? '' : 'action=edit&redlink=1'].filter(Boolean).join('&'));
    return anchor(text, {
      href,
      class: (site.since('1.44') ? [classes, 'new'] : ['new', classes]).filter(Boolean).join(' '),
      title: wording.redLinkTitle(name),
    });
  };
}
