import type { LinkOptions } from './conversion.ts';

/** Returns the URL to write for a link of the HTML. Undefined for URLs that run code or that nothing can open. */
export function writtenUrl(href: string, { baseUrl, links }: LinkOptions): string | undefined {
  if (links === 'text') return undefined;
  const given = href.trim().replace(EDIT_FORM, '');
  if (given.length > MAX_URL) return undefined;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(given.replaceAll(IGNORED, ''))?.[1]?.toLowerCase();
  if (scheme !== undefined && !SCHEMES.has(scheme)) return undefined;
  if (baseUrl === undefined) return readable(given);
  return URL.canParse(given, baseUrl) ? readable(new URL(given, baseUrl).href) : undefined;
}

/** Longest URL that is written, in characters. */
const MAX_URL = 4000;

/** Parameters of links to missing pages, which would open the edit form. */
const EDIT_FORM = /&action=edit&redlink=1\b/;

/** Characters that browsers ignore in a URL. */
const IGNORED = /[\p{Cc} ]/gu;

/** Schemes that MediaWiki allows in links (`$wgUrlProtocols`). */
const SCHEMES: ReadonlySet<string> = new Set(
  (
    'bitcoin ftp ftps geo git gopher http https irc ircs magnet mailto matrix mms news nntp redis sftp sip sips sms ssh svn tel telnet urn ' +
    'wikipedia worldwind xmpp'
  ).split(' '),
);

/** Decodes letters outside ASCII, which are shorter and readable. The result is the same URL. */
const readable = (url: string): string => url.replaceAll(ENCODED, encoded => decoded(encoded));

const ENCODED = /(?:%[89a-f][\da-f])+/gi;

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded).replaceAll(INVISIBLE, encodeURIComponent);
  } catch {
    return encoded;
  }
}

/** Characters that readers cannot see, or that end a URL in Markdown. */
const INVISIBLE = /[\p{C}\p{Z}]/gu;
