import type { Site } from '@wikiquery/core';
import { escapeTags } from '@wikiquery/html';

/** What stands in the place of a title, between `[[` and `|` or `]]`. */
const TITLE = '[ %!"$&\'()*,\\-./0-9:;=?@A-Z\\\\^_`a-z~\\u0080-\\u{10ffff}+#]+';

/** Behind `[[`: a link up to its end, with its target, its text and what follows. */
const WHOLE_LINK = new RegExp(`^(${TITLE})(?:\\|(.+?))?\\]\\](.*)$`, 'su');
/** One whose end lies behind other links, as that of a file with links in its caption. */
const BEGUN_LINK = new RegExp(`^(${TITLE})\\|(.*)$`, 'su');

/** A target with `%20` and its like. */
export function unescapedTarget(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return escapeTags(decodeURIComponent(text));
  } catch {
    return text;
  }
}

/** What reads links, and what stands for them. */
interface LinkReader<Link> {
  /** The link to a target; undefined where it leads nowhere. */
  linkTo(target: string): Link | undefined;
  /** Whether its label may hold links, as the caption of a file. */
  holdsLinks(link: Link): boolean;
  /** Returns the text before the link with the replacement of the link and with the text that follows up to the next link. */
  replace(before: string, link: Link, label: string, behind: string): string;
}

/** Replaces each `[[…]]` that is a link. */
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
      // [[File:X|[http://example.org a site]]]: the last bracket but two closes the link inside.
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

/** A caption with links ends where all of these are closed. */
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

/** Whether a target begins with the prefix of the wiki itself. */
export const isLocalPrefix = (target: string, site: Site): boolean =>
  site.interwikis.get(target.slice(0, target.indexOf(':')).trim().toLowerCase())?.localinterwiki === true;
