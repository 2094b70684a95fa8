import type { Site } from '@wikiquery/core';

export interface SpecialPage {
  /** MediaWiki's name for it. */
  readonly realname: string;
  /** What this wiki calls it, in database form. */
  readonly localName: string;
}

/** The special page that has this among its names, in any case of letters; undefined when there is none. */
export function specialPage(site: Site, name: string): SpecialPage | undefined {
  let known = pagesOf.get(site);
  if (!known) {
    known = readPages(site);
    pagesOf.set(site, known);
  }
  return known.get(fold(name));
}

/** A special page under its local name, with what follows the first slash; undefined when there is no such page. */
export function localSpecialName(site: Site, dbkey: string): string | undefined {
  const [name = '', ...rest] = dbkey.split(/(?=\/)/);
  const page = specialPage(site, name);
  return page && page.localName + rest.join('');
}

const pagesOf = new WeakMap<Site, ReadonlyMap<string, SpecialPage>>();

function readPages(site: Site): ReadonlyMap<string, SpecialPage> {
  const listed = (site.info.specialpagealiases ?? []) as readonly { readonly realname: string; readonly aliases: readonly string[] }[];
  const pages = new Map<string, SpecialPage>();
  for (const { realname, aliases } of listed) {
    const page = { realname, localName: (aliases[0] ?? realname).replaceAll(' ', '_') };
    for (const alias of [realname, ...aliases]) pages.set(fold(alias), page);
  }
  return pages;
}

const fold = (name: string): string => name.replaceAll(' ', '_').toUpperCase();
