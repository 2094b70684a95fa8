import type { Site } from '@wikiquery/core';
import { escapeTags } from '@wikiquery/html';

/** Pattern for the target of a link, between `[[` and `|` or `]]`. */
const TITLE = '[ %!"$&\'()*,\\-./0-9:;=?@A-Z\\\\^_`a-z~\\u0080-\\u{10ffff}+#]+';

/** Matches the target and label of a link, and the text after the link. Starts after `[[`. */
const WHOLE_LINK = new RegExp(`^(${TITLE})(?:\\|(.+?))?\\]\\](.*)$`, 'su');
/** Matches the start of a link that ends after nested links, such as a file with links in its caption. */
const BEGUN_LINK = new RegExp(`^(${TITLE})\\|(.*)$`, 'su');

/** Decodes percent-encoding in the target of a link, as MediaWiki does. If it is malformed, the target stays unchanged. */
export function unescapedTarget(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return escapeTags(decodeURIComponent(text));
  } catch {
    return text;
  }
}

interface LinkReader<Link> {
  linkTo(target: string): Link | undefined;
  holdsLinks(link: Link): boolean;
  /** Returns the text before the link, followed by the replacement of the link and by the text up to the next link. */
  replace(before: string, link: Link, label: string, behind: string): string;
}

/** Replaces the internal links in a text. Links without a valid target stay as written. */
export function replaceLinks<Link>(text: string, reader: LinkReader<Link>): string {
  const [before = '', ...lines] = text.split('[[');
  let out = before;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const whole = WHOLE_LINK.exec(line);
    const [, written = '', label = '', behind = ''] = whole ?? BEGUN_LINK.exec(line) ?? [];
    const link = reader.linkTo(unescapedTarget(written).replace(/^ +/, ''));
    if (!link || !(whole || reader.holdsLinks(link))) out += `[[${line}`;
    else if (whole) {
      // In [[File:X|[http://example.org a site]]], the first bracket closes the external link.
      const closesInner = label.includes('[') && behind.startsWith(']');
      out = reader.replace(out, link, closesInner ? `${label}]` : label, closesInner ? behind.slice(1) : behind);
    } else {
      const caption = captionOf(label, lines, at);
      at = caption.at;
      if (caption.behind === undefined) out += `[[${written}|${replaceLinks(caption.text, reader)}`;
      else out = reader.replace(out, link, caption.text, caption.behind);
    }
  }
  return out;
}

function captionOf(begin: string, lines: readonly string[], from: number): { text: string; at: number; behind: string | undefined } {
  let text = begin;
  let at = from;
  while (at + 1 < lines.length) {
    const next = lines[++at] as string;
    const [inside = '', behind, ...rest] = next.split(']]');
    if (behind === undefined) return { text: `${text}[[${next}`, at, behind: undefined };
    text += `[[${inside}]]${behind}`;
    if (rest.length > 0) return { text, at, behind: rest.join(']]') };
  }
  return { text, at, behind: undefined };
}

/** Whether a target begins with an interwiki prefix that refers to the wiki itself. */
export const isLocalPrefix = (target: string, site: Site): boolean =>
  site.interwikis.get(target.slice(0, target.indexOf(':')).trim().toLowerCase())?.localinterwiki === true;
