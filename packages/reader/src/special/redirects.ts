import type { Title } from '@wikiquery/core';
import { missingPage } from '../pages/failed.ts';
import type { PageKind, PageReply, Reading } from '../reading.ts';

interface PagesResult {
  readonly query?: {
    readonly pages?: readonly {
      readonly title: string;
      readonly missing?: boolean;
      readonly imageinfo?: readonly { readonly url?: string }[];
    }[];
    readonly random?: readonly { readonly title: string }[];
    readonly users?: readonly { readonly name?: string; readonly missing?: boolean }[];
  };
}

const to = (url: string): PageReply => ({ kind: 'redirect', status: 302, to: url });

/** Creates a special page that redirects. `find`: returns the URL; undefined if there is none. */
const redirecting = (find: (reading: Reading) => Promise<string | undefined> | string | undefined): PageKind => ({
  async read(reading) {
    const url = await find(reading);
    return url === undefined ? missingPage(reading) : to(url);
  },
});

/** A random page of a namespace. */
export const randomPage = (subpage: string | undefined, filter: 'nonredirects' | 'redirects' = 'nonredirects'): PageKind =>
  redirecting(async ({ api, links, site }) => {
    const named =
      subpage === undefined
        ? 0
        : [...site.namespaces.values()].find(({ name, canonical }) => name === subpage || canonical === subpage)?.id;
    const { query } = await api.get<PagesResult>({
      action: 'query',
      list: 'random',
      rnnamespace: named ?? 0,
      rnfilterredir: filter,
      rnlimit: 1,
    });
    const [found] = query?.random ?? [];
    return found && links.of(found.title, filter === 'redirects' ? { redirect: 'no' } : {});
  });

/** `Special:Diff/OLD/NEW`. */
export const diffLink = (subpage: string | undefined): PageKind =>
  redirecting(({ links }) => {
    const [first = '', second] = (subpage ?? '').split('/');
    if (!/^\d+$/.test(first)) return undefined;
    if (second === undefined) return links.script({ diff: first });
    return /^(?:\d+|prev|next|cur)$/.test(second) ? links.script({ oldid: first, diff: second }) : undefined;
  });

/** `Special:PermanentLink/REVISION`. */
export const permanentLink = (subpage: string | undefined): PageKind =>
  redirecting(({ links }) => (/^\d+$/.test(subpage ?? '') ? links.script({ oldid: subpage }) : undefined));

/** `Special:FilePath/NAME`: the file itself. */
export const filePath = (subpage: string | undefined): PageKind => redirecting(reading => fileUrl(reading, subpage));

/** `Special:Redirect/KIND/VALUE` for files, pages, revisions and users. */
export const redirectTo = (subpage: string | undefined): PageKind =>
  redirecting(async reading => {
    const [kind = '', ...rest] = (subpage ?? '').split('/');
    const value = rest.join('/');
    const { links, api } = reading;
    if (kind === 'file') return fileUrl(reading, value);
    if (!/^\d+$/.test(value)) return undefined;
    if (kind === 'page') return links.script({ curid: value });
    if (kind === 'revision') return links.script({ oldid: value });
    if (kind !== 'user') return undefined;
    const { query } = await api.get<PagesResult>({ action: 'query', list: 'users', ususerids: value });
    const name = query?.users?.[0]?.name;
    return name === undefined ? undefined : links.of({ namespace: 2, dbkey: name.replaceAll(' ', '_') });
  });

/** `Special:MyLanguage/PAGE`: the page itself. */
export const myLanguage = (subpage: string | undefined): PageKind =>
  redirecting(({ links }) => (subpage === undefined ? undefined : links.of(subpage)));

async function fileUrl({ api, titles, links }: Reading, name: string | undefined): Promise<string | undefined> {
  const file: Title | undefined = name === undefined ? undefined : (titles.local(name, 6) ?? undefined);
  if (file?.namespace !== 6) return undefined;
  const { query } = await api.get<PagesResult>({ action: 'query', titles: titles.text(file), prop: 'imageinfo', iiprop: 'url' });
  const url = query?.pages?.[0]?.imageinfo?.[0]?.url;
  return url === undefined ? undefined : links.file(url);
}
