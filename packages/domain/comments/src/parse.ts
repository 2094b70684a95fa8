import { isInvalid, NS, type ParsedTitle, type Site, type Title, type Titles } from '@wikiquery/core';
import { escapeTags } from '@wikiquery/html';
import { encodeFragment } from '@wikiquery/site';
import { decodeCharacterReferences, localSpecialName, resolveSubpage, trimAscii } from '@wikiquery/titles';
import { anchor, escapeComment } from './html.ts';
import { mediaPatternOf, trailOf } from './wiki.ts';
import type { CommentWording } from './wording.ts';

export type ParsedComment = readonly (string | CommentLink | FileLink)[];

export interface CommentLink {
  readonly kind: 'page';
  readonly target: ParsedTitle;
  readonly html: string;
}

export interface FileLink {
  readonly kind: 'file';
  readonly name: string;
  readonly html: string;
}

export interface CommentContext {
  readonly site: Site;
  readonly titles: Titles;
  readonly wording: CommentWording;
  /** Whether the user's language is written from right to left, which reverses the arrows of section links. */
  readonly rightToLeft: boolean;
  readonly isOnPage: boolean;
}

/** Parses links to sections and pages, the only wikitext in comments. Sections, subpages and fragments are resolved against `title`. */
export const parse = (text: string, title: Title | undefined, context: CommentContext): ParsedComment => {
  const html = escapeComment(text.replaceAll('\n', ' ').replaceAll('\u001b', ' '));
  const sectioned = html.includes('/*') ? linkSections(html, title, context) : html;
  return sectioned.includes('[[') ? linkPages(sectioned, title, context) : [sectioned];
};

const linkSections = (html: string, title: Title | undefined, context: CommentContext): string => {
  // No section starts after the last `*/`. Searching for an end after each `/*` would take quadratic time.
  const end = html.lastIndexOf('*/') + 2;
  // MediaWiki before 1.43 isolates the direction of everything after a section link. Later releases isolate only the section name.
  const isolatesRest = !context.site.since('1.43');
  let close = '';
  const linked = html.slice(0, end).replaceAll(SECTION, (whole: string, inside: string, offset: number) => {
    const section = trimAscii(inside);
    const isFirst = offset === 0;
    const isLast = offset + whole.length === html.length;
    const link = title === undefined ? section : linkSection(section, title, context);
    const label = isLast ? link : link + context.wording.colonSeparator;
    const isEmpty = label === '' || label === '0';
    const marked = isEmpty ? label : `<span class="autocomment">${label}</span>`;
    if (isolatesRest && !isEmpty) close += '</span>';
    const span = isolatesRest && !isEmpty ? `<span dir="auto">${marked}` : marked;
    // Brackets in a heading must not start a link.
    return ((isFirst ? '' : context.wording.autocommentPrefix) + span).replaceAll('[', '&#91;').replaceAll(']', '&#93;');
  });
  return linked + html.slice(end) + close;
};

const linkSection = (section: string, title: Title, { site, titles, rightToLeft, isOnPage }: CommentContext): string => {
  const heading = decodeCharacterReferences(trimAscii(section.replaceAll(/\[\[:?|\]\]/g, '').replaceAll(/[ _]+/g, ' ')));
  const fragment = (titles.make(0, `#${heading}`)?.fragment ?? heading).replace(/^#/, '');
  if (fragment === '') return section;
  const target = localName(title, site);
  // The fragment is encoded twice: as the heading's id, and as part of the URL.
  const href = `${isOnPage ? '' : site.urls.local(target)}#${encodeFragment(encodeFragment(fragment))}`;
  const [arrow, direction, mark] = rightToLeft ? ['←', 'rtl', '\u200f'] : ['→', 'ltr', '\u200e'];
  const name = site.since('1.43') ? `<bdi dir="${direction}">${section}</bdi>` : mark + section;
  return anchor(arrow + name, { href, ...(!isOnPage && { title: titles.text(target) }) });
};

const linkPages = (html: string, title: Title | undefined, context: CommentContext): ParsedComment => {
  const parts: (string | CommentLink | FileLink)[] = [];
  let end = 0;
  // No link starts after the last `]]`, so the rest is not searched.
  for (const match of html.slice(0, html.lastIndexOf(']]') + 2).matchAll(LINK)) {
    const [whole, written = '', label = ''] = match;
    const next = match.index + whole.length;
    if (next < end) continue;
    const after = /[^[]*/y.exec(html.slice(next, next + MAX_TRAIL))?.[0] ?? '';
    const target = written.includes('%') ? percentDecode(written) : written;
    const link = readLink(target, label === '' ? target : label, after, title, context);
    if (link === undefined) continue;
    parts.push(html.slice(end, match.index), link.link);
    end = next + link.trail.length;
  }
  parts.push(html.slice(end));
  return parts;
};

const readLink = (
  target: string,
  label: string,
  after: string,
  title: Title | undefined,
  { site, titles }: CommentContext,
): { readonly link: CommentLink | FileLink; readonly trail: string } | undefined => {
  const file = mediaPatternOf(site).exec(target)?.[1];
  if (file !== undefined) {
    const name = titles.make(NS.FILE, file);
    return name === undefined ? undefined : { link: { kind: 'file', name: name.dbkey, html: label }, trail: '' };
  }
  const name = target.startsWith(':') ? target.slice(1) : target;
  if (name === '') return undefined;
  const found = titles.parse(resolveSubpage(name, title, site, titles));
  if (isInvalid(found)) return undefined;
  const trail = trailOf(site).exec(after)?.[1] ?? '';
  const page =
    found.dbkey === '' && found.interwiki === '' && title !== undefined ? { ...title, fragment: found.fragment, interwiki: '' } : found;
  return { link: { kind: 'page', target: page, html: label + trail }, trail };
};

/** Replaces the name of a special page with its name in the wiki's language. */
export const localName = <T extends Title>(title: T, site: Site): T => {
  const local = title.namespace === NS.SPECIAL ? localSpecialName(site, title.dbkey) : undefined;
  return local === undefined ? title : { ...title, dbkey: local };
};

const percentDecode = (text: string): string => {
  const bytes = text.replaceAll(
    /%([0-9A-Fa-f]{2})|[^%]+|%/g,
    (part, byte: string | undefined) => byte ?? Buffer.from(part).toString('hex'),
  );
  return escapeTags(Buffer.from(bytes, 'hex').toString());
};

const SECTION = /\/\*(.*?)\*\//gs;
// Matches a target and an optional label, which may contain single brackets.
const LINK = /\[\[[ \t\v\f\r]*(?![ \t\v\f\r]):?([^[\]|]+)(?:\|((?:\]?[^\]])*))?\]\]/g;
/** Maximum number of characters after a link that are searched for its trail. */
const MAX_TRAIL = 1000;
