import type { Site } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { protocolPattern, protocolsIn } from '@wikiquery/wikitext';
import { escapeAttribute } from './attributes.ts';
import { MARK } from './strip-state.ts';

export const isOwnAddress = (address: string, { general }: Site): boolean => {
  const server = ((general.server as string | undefined) ?? '').replace(/^https?:/, '');
  const bare = address.replace(/^https?:/i, '');
  return server !== '' && (bare === server || bare.startsWith(`${server}/`));
};

export const externalAnchor = (shown: string, href: string, names: string, site: Site): string =>
  `<a${isTrusted(href, site) ? '' : ' rel="nofollow"'} class="${names}" href="${escapeAttribute(href)}">${shown}</a>`;

/** Whether a link has no `rel="nofollow"` (`$wgNoFollowLinks`, `$wgNoFollowDomainExceptions`). */
function isTrusted(href: string, { general }: Site): boolean {
  if (general.nofollowlinks === false) return true;
  const domains = (general.nofollowdomainexceptions as readonly string[] | undefined) ?? ['mediawiki.org'];
  const [, host = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(href) ?? [];
  return domains.some(domain => `.${host.toLowerCase()}`.endsWith(`.${domain.toLowerCase()}`));
}

/** Normalizes a URL: escapes invalid characters, and removes characters that host names ignore. */
export function cleanAddress(written: string): string {
  const escaped = decodeCharacterReferences(written).replaceAll(/[\][<>"\0- \u007f|]/g, sign =>
    sign === ' ' ? '+' : `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  const [, scheme, host = '', rest = ''] = /^([^:]+:)?(\/\/[^/]+)?(.*)$/su.exec(escaped) ?? [];
  const named = host
    .replaceAll(/\u00ad|\u034f|\u1806|\u200b|\u200c|\u200d|\u2060|\ufeff|\p{Variation_Selector}/gu, '')
    .replace(/^\/\/%5B([0-9A-Fa-f:.]+)%5D(?=:\d+$|$)/, '//[$1]');
  return (scheme ?? '') + named + rest;
}

export const NUMBERED = { RFC: 'https://datatracker.ietf.org/doc/html/rfc', PMID: '//www.ncbi.nlm.nih.gov/pubmed/' };
const SPACE = '(?:[^\\S\\n]|&nbsp;|&#0*160;|&#x0*a0;)';
export const MAGIC_SPACE = new RegExp(SPACE, 'gi');

/** Returns a pattern that matches tags (to skip them), bare URLs, and the magic links that the wiki enables. */
export const freeLinksOf = perSite(site => {
  const character = `[^\\]\\[<>"\\x00-\\x20${MARK}\\p{Zs}\\ufffd]`;
  const magic = (site.general.magiclinks ?? {}) as Readonly<Record<string, boolean | undefined>>;
  const numbered = Object.keys(NUMBERED).filter(kind => magic[kind]);
  const wordEnd = '(?![\\p{L}\\p{N}_])';
  // Matches only one space, so that a run of spaces is not scanned again from each space.
  const separator = `(?:-|${SPACE})`;
  return new RegExp(
    [
      '<[^>]*>',
      `(?<![\\p{L}\\p{N}_])(?:((?i:${freeProtocolsOf(site)})(?:\\[[0-9a-fA-F:.]+\\]|${character})${character}*)`,
      `(${numbered.join('|') || '(?!)'})(?:${SPACE})+([0-9]+)${wordEnd}`,
      `${magic.ISBN ? 'ISBN' : '(?!)'}(?:${SPACE})+((?:97[89]${separator}?)?(?:[0-9]${separator}?){9}[0-9Xx])${wordEnd})`,
    ].join('|'),
    'gu',
  );
});

const freeProtocolsOf = (site: Site): string => protocolPattern(protocolsIn(site).filter(each => each !== '//'));

/** Returns a bare URL without trailing punctuation, or undefined if only the scheme is left. */
export function freeAddress(written: string, site: Site): string | undefined {
  const entity = written.search(/&(?:lt|gt|nbsp|#x0*(?:3[ce]|a0)|#0*(?:60|62|160));/i);
  const cut = entity < 0 ? written : written.slice(0, entity);
  const ends = cut.includes('(') ? ',;\\.:!?' : ',;\\.:!?)';
  let end = cut.length;
  while (end > 0 && ends.includes(cut[end - 1] as string)) end--;
  // The semicolon of a character reference is part of the URL.
  if (cut[end] === ';' && /&(?:[a-z]+|#x[\da-f]+|#\d+)$/i.test(cut.slice(Math.max(0, end - 40), end))) end++;
  const url = cut.slice(0, end);
  const scheme = schemeOf(site).exec(url)?.[0];
  return scheme === undefined || scheme.length === url.length ? undefined : url;
}

const schemeOf = perSite(site => new RegExp(`^(?:${freeProtocolsOf(site)})`, 'i'));
