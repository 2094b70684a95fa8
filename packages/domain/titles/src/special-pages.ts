import type { Site } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';

/** A special page. `realname` is its canonical name. */
export interface SpecialPage {
  readonly realname: string;
  /** Name in the wiki's language, in database form. */
  readonly localName: string;
}

/** Finds a special page by any of its names, case-insensitively. */
export const specialPage = (site: Site, name: string): SpecialPage | undefined => pagesOf(site).get(fold(name));

/** Returns the title of a special page in the wiki's language, with the requested subpage. Returns undefined if the page does not exist. */
export function localSpecialName(site: Site, dbkey: string): string | undefined {
  const [name = '', ...rest] = dbkey.split(/(?=\/)/);
  const page = specialPage(site, name);
  return page && page.localName + rest.join('');
}

const pagesOf = perSite(site => {
  const listed = (site.info.specialpagealiases ?? []) as readonly { readonly realname: string; readonly aliases: readonly string[] }[];
  const pages = new Map<string, SpecialPage>();
  for (const { realname, aliases } of listed) {
    const page = { realname, localName: (aliases[0] ?? realname).replaceAll(' ', '_') };
    for (const alias of [realname, ...aliases]) pages.set(fold(alias), page);
  }
  return pages;
});

const fold = (name: string): string => name.replaceAll(' ', '_').toUpperCase();
