import { isInvalid, NS, type ParsedTitle, type Site, type Title, type Titles } from '@wikiquery/core';
import { resolveSubpage } from '@wikiquery/titles';
import { BEGUN_LINK, unescapedTarget, WHOLE_LINK } from '@wikiquery/wikitext';
import { externalLinks } from './external-links.ts';
import { MARK } from './markers.ts';
import { quoteMarkup } from './quotes.ts';
import type { Writer } from './writer.ts';

export interface LinkContext {
  readonly site: Site;
  readonly titles: Titles;
  readonly title: Title;
  readonly writer: Writer;
}

/** `[[…]]`: links and pictures; categories and links to other languages leave nothing. */
export function internalLinks(text: string, context: LinkContext): string {
  const [before = '', ...lines] = text.split('[[');
  let out = before;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const whole = WHOLE_LINK.exec(line);
    const [, written = '', label = '', behind = ''] = whole ?? BEGUN_LINK.exec(line) ?? [];
    const target = unescapedTarget(written).replace(/^ +/, '');
    const title = targetOf(target, context);
    if (!title) {
      out += `[[${line}`;
      continue;
    }
    const isPlain = target.startsWith(':') || isLocalPrefix(target, context.site);
    const isFile = title.interwiki === '' && title.namespace === NS.FILE && !isPlain;
    if (whole) {
      // [[File:X|[http://example.org a site]]]: the last bracket but two closes the link inside.
      const closesInner = label.includes('[') && behind.startsWith(']');
      const inner = closesInner ? `${label}]` : label;
      out = withLink(out, { title, target, label: inner, isPlain, trail: closesInner ? behind.slice(1) : behind }, context);
      continue;
    }
    if (!isFile) {
      out += `[[${line}`;
      continue;
    }
    const caption = captionOf(label, lines, at);
    at = caption.at;
    if (caption.trail === undefined) out += `[[${written}|${internalLinks(caption.text, context)}`;
    else out = withLink(out, { title, target, label: caption.text, isPlain, trail: caption.trail }, context);
  }
  return out;
}

/** A caption with links ends where all of these are closed. */
function captionOf(begin: string, lines: readonly string[], from: number): { text: string; at: number; trail: string | undefined } {
  let text = begin;
  let at = from;
  while (at + 1 < lines.length) {
    const next = lines[++at] as string;
    const [inside = '', behind, ...rest] = next.split(']]');
    if (behind === undefined) return { text: `${text}[[${next}`, at, trail: undefined };
    text += `[[${inside}]]${behind}`;
    if (rest.length > 0) return { text, at, trail: rest.join(']]') };
  }
  return { text, at, trail: undefined };
}

function targetOf(target: string, { site, titles, title: page }: LinkContext): ParsedTitle | undefined {
  if (target === '' || target.includes(MARK) || protocolOf(site).test(target)) return undefined;
  const title = titles.parse(resolveSubpage(target, page, site, titles));
  return isInvalid(title) ? undefined : title;
}

interface Link {
  readonly title: ParsedTitle;
  readonly target: string;
  /** Empty where there is none. */
  readonly label: string;
  /** A colon in front, or the prefix of the wiki itself: a plain link, whatever the namespace. */
  readonly isPlain: boolean;
  readonly trail: string;
}

function withLink(before: string, { title, target, label, isPlain, trail }: Link, context: LinkContext): string {
  const { namespace, interwiki } = title;
  if (!isPlain) {
    const isTalk = context.title.namespace > 0 && context.title.namespace % 2 === 1;
    const known = interwiki === '' ? undefined : context.site.interwikis.get(interwiki);
    const isLanguage = known !== undefined && (known.language !== undefined || known.extralanglink) && !isTalk;
    if (isLanguage) context.writer.language(title);
    const isCategory = interwiki === '' && namespace === NS.CATEGORY;
    if (isCategory) context.writer.category(title, label);
    if (isLanguage || isCategory) return withoutLine(before) + trail;
    if (interwiki === '' && namespace === NS.FILE) {
      const options = label === '' ? '' : internalLinks(externalLinks(label, context.site, context.writer.external), context);
      return before + context.writer.image(title, options) + trail;
    }
  }
  return before + context.writer.link({ title, html: label === '' ? shownTarget(target, context) : quoteMarkup(label) }, trail);
}

/** Nothing stays of a line that holds only such links. */
function withoutLine(text: string): string {
  let end = text.length;
  while (end > 0 && ' \n\t\r\f\v'.includes(text[end - 1] as string)) end--;
  const newline = text.indexOf('\n', end);
  return newline < 0 ? text : text.slice(0, newline);
}

/** A link without text shows its target; of a subpage given by its path the path, but for a slash at its end. */
function shownTarget(target: string, { site, titles, title }: LinkContext): string {
  if (target.startsWith(':')) return target.slice(1);
  const resolved = resolveSubpage(target, title, site, titles);
  if (resolved === target) return target;
  if (target.startsWith('/') && target.endsWith('/')) return target.replace(/^\/+|(?<!\/)\/+$/g, '');
  // Of a path that ends with a slash what is below the page to which it climbs, where anything is.
  const below = target.endsWith('/') ? target.replace(/^(?:\.\.\/)+/, '').replace(/(?<!\/)\/+$/, '') : '';
  if (target.startsWith('../')) return below === '' ? resolved : below;
  return target;
}

const isLocalPrefix = (target: string, site: Site): boolean =>
  site.interwikis.get(target.slice(0, target.indexOf(':')).trim().toLowerCase())?.localinterwiki === true;

const protocols = new WeakMap<Site, RegExp>();
function protocolOf(site: Site): RegExp {
  let pattern = protocols.get(site);
  if (!pattern) {
    const all = (site.info.protocols as readonly string[] | undefined) ?? [];
    pattern = new RegExp(`^(?:${all.map(each => RegExp.escape(each)).join('|') || '(?!)'})`, 'i');
    protocols.set(site, pattern);
  }
  return pattern;
}
