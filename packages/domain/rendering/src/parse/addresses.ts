import type { Site } from '@wikiquery/core';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { escapeAttribute } from './attributes.ts';
import { MARK } from './markers.ts';

/** Addresses of the wiki itself are not listed. */
export const isOwnAddress = (address: string, { general }: Site): boolean => {
  const server = ((general.server as string | undefined) ?? '').replace(/^https?:/, '');
  const bare = address.replace(/^https?:/i, '');
  return server !== '' && (bare === server || bare.startsWith(`${server}/`));
};

export const externalAnchor = (shown: string, href: string, names: string, site: Site): string =>
  `<a${isTrusted(href, site) ? '' : ' rel="nofollow"'} class="${names}" href="${escapeAttribute(href)}">${shown}</a>`;

/** `$wgNoFollowLinks` and `$wgNoFollowDomainExceptions`. */
function isTrusted(href: string, { general }: Site): boolean {
  if (general.nofollowlinks === false) return true;
  const domains = (general.nofollowdomainexceptions as readonly string[] | undefined) ?? ['mediawiki.org'];
  const [, host = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(href) ?? [];
  return domains.some(domain => `.${host.toLowerCase()}`.endsWith(`.${domain.toLowerCase()}`));
}

/** An address as links have it: signs that it cannot hold are written with percent signs, letters that names of hosts ignore are gone. */
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

/** Where the links of `RFC 1` and `PMID 1` lead. */
export const NUMBERED = { RFC: 'https://datatracker.ietf.org/doc/html/rfc', PMID: '//www.ncbi.nlm.nih.gov/pubmed/' };
const SPACE = '(?:[^\\S\\n]|&nbsp;|&#0*160;|&#x0*a0;)';
export const MAGIC_SPACE = new RegExp(SPACE, 'gi');

const patterns = new WeakMap<Site, RegExp>();

/** Elements as they are, an address that does not begin within a word, `RFC 1` and `PMID 1`, and what follows `ISBN`, where the wiki links these. */
export function freeLinksOf(site: Site): RegExp {
  let pattern = patterns.get(site);
  if (!pattern) {
    const character = `[^\\]\\[<>"\\x00-\\x20${MARK}\\p{Zs}\\ufffd]`;
    const magic = (site.general.magiclinks ?? {}) as Readonly<Record<string, boolean | undefined>>;
    const numbered = Object.keys(NUMBERED).filter(kind => magic[kind]);
    const word = '(?![\\p{L}\\p{N}_])';
    // Spaces once only: a run of them is read from its beginning.
    const separator = `(?:-|${SPACE})`;
    pattern = new RegExp(
      [
        '<[^>]*>',
        `(?<![\\p{L}\\p{N}_])(?:((?i:${protocolsOf(site)})(?:\\[[0-9a-fA-F:.]+\\]|${character})${character}*)`,
        `(${numbered.join('|') || '(?!)'})(?:${SPACE})+([0-9]+)${word}`,
        `${magic.ISBN ? 'ISBN' : '(?!)'}(?:${SPACE})+((?:97[89]${separator}?)?(?:[0-9]${separator}?){9}[0-9Xx])${word})`,
      ].join('|'),
      'gu',
    );
    patterns.set(site, pattern);
  }
  return pattern;
}

const protocolsOf = ({ info }: Site): string =>
  ((info.protocols as readonly string[] | undefined) ?? [])
    .filter(each => each !== '//')
    .map(each => RegExp.escape(each))
    .join('|') || '(?!)';

/** What of this is the address, without the signs that end a sentence; undefined where nothing is left but its scheme. */
export function freeAddress(written: string, site: Site): string | undefined {
  const entity = written.search(/&(?:lt|gt|nbsp|#x0*(?:3[ce]|a0)|#0*(?:60|62|160));/i);
  const cut = entity < 0 ? written : written.slice(0, entity);
  const ends = cut.includes('(') ? ',;\\.:!?' : ',;\\.:!?)';
  let end = cut.length;
  while (end > 0 && ends.includes(cut[end - 1] as string)) end--;
  // The semicolon of a reference belongs to it.
  if (cut[end] === ';' && /&(?:[a-z]+|#x[\da-f]+|#\d+)$/i.test(cut.slice(Math.max(0, end - 40), end))) end++;
  const url = cut.slice(0, end);
  const scheme = schemeOf(site).exec(url)?.[0];
  return scheme === undefined || scheme.length === url.length ? undefined : url;
}

const schemes = new WeakMap<Site, RegExp>();
function schemeOf(site: Site): RegExp {
  let pattern = schemes.get(site);
  if (!pattern) {
    pattern = new RegExp(`^(?:${protocolsOf(site)})`, 'i');
    schemes.set(site, pattern);
  }
  return pattern;
}
