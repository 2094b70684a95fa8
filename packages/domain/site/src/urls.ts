import type { Site, Title, Urls } from '@wikiquery/core';
import type { Description } from './description.ts';

export const createUrls = (info: Description, prefix: Site['prefix']): Urls => {
  const { articlepath, script, server, base } = info.general;
  const mainPage = info.general.mainpageisdomainroot === true ? info.general.mainpage.replaceAll(' ', '_') : undefined;
  const interwikis = new Map(info.interwikimap.map(wiki => [wiki.prefix.toLowerCase(), wiki]));
  const protocol = preferredProtocol(base);

  const expand = (url: string): string => {
    if (url.startsWith('//')) return protocol + url;
    return url.startsWith('/') ? expand(server) + url : url;
  };

  const local = (title: Title, query = ''): string => {
    const name = prefix(title.namespace, title.dbkey) + title.dbkey;
    if (query !== '') return `${script}?title=${encodeTitle(name)}&${query}`;
    return name === mainPage ? '/' : fill(articlepath, name);
  };

  return {
    local,
    full: (title, query) => expand(local(title, query)),
    canonical: (title, query) => expand(local(title, query)),
    interwiki: (prefix, dbkey, fragment = '') => {
      const wiki = interwikis.get(prefix.toLowerCase());
      if (wiki === undefined) return undefined;
      const anchor = wiki.local ? encodeFragment(fragment) : foreignAnchor(fragment);
      return expand(fill(wiki.url, dbkey)) + (fragment === '' ? '' : `#${anchor}`);
    },
    expand,
  };
};

/** Returns the protocol of the main page's URL. The `server` of a wiki that supports both protocols has none. */
export const preferredProtocol = (base: string): string => /^https?:/.exec(base)?.[0] ?? 'https:';

/** Percent-encodes a title. MediaWiki leaves `;@$!*(),/~:` unchanged and writes a space as `+`. */
export const encodeTitle = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll(/%(?:3B|40|24|2C|2F|3A)/g, decodeURIComponent)
    .replaceAll("'", '%27')
    .replaceAll('%20', '+');

/** Percent-encodes everything except letters, digits and `-_.~`. */
export const encodePath = (name: string): string => encodeURIComponent(name.toWellFormed()).replaceAll(/[!'()*]/g, percentByte);

const percentByte = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Encodes the fragment of a URL on this wiki as HTML5 allows (`$wgFragmentMode`). */
export const encodeFragment = (fragment: string): string =>
  fragment.replaceAll(/[\t\n\f\r ]/g, '_').replaceAll(/%([a-fA-F0-9]{2})/g, '%25$1');

const fill = (pattern: string, name: string): string => pattern.replaceAll('$1', () => encodeTitle(name));

// Fragments on other wikis have the legacy form (`$wgExternalInterwikiFragmentMode`).
const foreignAnchor = (fragment: string): string =>
  encodeURIComponent(fragment.replaceAll(' ', '_').toWellFormed())
    .replaceAll(/[!'()*~]/g, percentByte)
    .replaceAll('%3A', ':')
    .replaceAll('%', '.');
