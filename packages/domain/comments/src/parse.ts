import { isInvalid, NS, type ParsedTitle, type Site, type Title, type Titles } from '@wikiquery/core';
import { escapeTags } from '@wikiquery/html';
import { encodeFragment } from '@wikiquery/site';
import { decodeCharacterReferences, resolveSubpage } from '@wikiquery/titles';
import { anchor, escapeComment } from './html.ts';
import { syntaxOf } from './wiki.ts';
import type { CommentWording } from './wording.ts';

/** A comment in which links wait for the knowledge which pages there are. */
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
  /** Language of the reader: the arrow of a section link points the way it reads. */
  readonly rightToLeft: boolean;
  readonly isOnPage: boolean;
}

/**
 * Reads a comment: section links such as `/* History *` + `/`, then wiki links. Nothing else of wikitext has a meaning in comments.
 * `title` is the page that the comment is about: sections, subpages and bare fragments are its own.
 */
export const parse = (text: string, title: Title | undefined, context: CommentContext): ParsedComment => {
  const html = escapeComment(text.replaceAll('\n', ' ').replaceAll('\u001b', ' '));
  const sectioned = html.includes('/*') ? linkSections(html, title, context) : html;
  return sectioned.includes('[[') ? linkPages(sectioned, title, context) : [sectioned];
};

const linkSections = (html: string, title: Title | undefined, context: CommentContext): string => {
  // Behind the last end nothing begins: to look for one from each beginning would take quadratic time.
  const end = html.lastIndexOf('*/') + 2;
  // Before 1.43 all that follows a section link is isolated, since then only the name of the section.
  const isolatesRest = !context.site.since('1.43');
  let close = '';
  const linked = html.slice(0, end).replaceAll(SECTION, (whole: string, inside: string, offset: number) => {
    const section = trim(inside);
    const isFirst = offset === 0;
    const isLast = offset + whole.length === html.length;
    const link = title === undefined ? section : linkSection(section, title, context);
    const label = isLast ? link : link + context.wording.colonSeparator;
    const isEmpty = label === '' || label === '0';
    const marked = isEmpty ? label : `<span class="autocomment">${label}</span>`;
    if (isolatesRest && !isEmpty) close += '</span>';
    const span = isolatesRest && !isEmpty ? `<span dir="auto">${marked}` : marked;
    // Brackets of a heading are not to be taken for links in what follows.
    return ((isFirst ? '' : context.wording.autocommentPrefix) + span).replaceAll('[', '&#91;').replaceAll(']', '&#93;');
  });
  return linked + html.slice(end) + close;
};

const linkSection = (section: string, title: Title, { site, titles, rightToLeft, isOnPage }: CommentContext): string => {
  const heading = decodeCharacterReferences(trim(section.replaceAll(/\[\[:?|\]\]/g, '').replaceAll(/[ _]+/g, ' ')));
  const fragment = (titles.make(0, `#${heading}`)?.fragment ?? heading).replace(/^#/, '');
  if (fragment === '') return section;
  const target = localName(title, site);
  // The anchor is encoded twice, once as the id of the heading and once as part of the URL.
  const href = `${isOnPage ? '' : site.urls.local(target)}#${encodeFragment(encodeFragment(fragment))}`;
  const [arrow, direction, mark] = rightToLeft ? ['←', 'rtl', '\u200f'] : ['→', 'ltr', '\u200e'];
  const name = site.since('1.43') ? `<bdi dir="${direction}">${section}</bdi>` : mark + section;
  return anchor(arrow + name, { href, ...(!isOnPage && { title: titles.text(target) }) });
};

const linkPages = (html: string, title: Title | undefined, context: CommentContext): ParsedComment => {
  const parts: (string | CommentLink | FileLink)[] = [];
  let end = 0;
  // As with sections, nothing begins behind the last end.
  for (const match of html.slice(0, html.lastIndexOf(']]') + 2).matchAll(LINK)) {
    const [whole, written = '', label = ''] = match;
    const next = match.index + whole.length;
    if (next < end) continue;
    const after = /[^[]*/y.exec(html.slice(next, next + LONGEST_TRAIL))?.[0] ?? '';
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
  const { media, trail: trailPattern } = syntaxOf(site);
  const file = media.exec(target)?.[1];
  if (file !== undefined) {
    const name = titles.make(NS.FILE, file);
    return name === undefined ? undefined : { link: { kind: 'file', name: name.dbkey, html: label }, trail: '' };
  }
  const name = target.startsWith(':') ? target.slice(1) : target;
  if (name === '') return undefined;
  const found = titles.parse(resolveSubpage(name, title, site, titles));
  if (isInvalid(found)) return undefined;
  const trail = trailPattern.exec(after)?.[1] ?? '';
  const page =
    found.dbkey === '' && found.interwiki === '' && title !== undefined ? { ...title, fragment: found.fragment, interwiki: '' } : found;
  return { link: { kind: 'page', target: page, html: label + trail }, trail };
};

/** Special pages are linked under their local name. */
export const localName = <T extends Title>(title: T, site: Site): T => {
  const local = title.namespace === NS.SPECIAL ? syntaxOf(site).special(title.dbkey) : undefined;
  return local === undefined ? title : { ...title, dbkey: local };
};

const percentDecode = (text: string): string => {
  const bytes = text.replaceAll(
    /%([0-9A-Fa-f]{2})|[^%]+|%/g,
    (part, byte: string | undefined) => byte ?? Buffer.from(part).toString('hex'),
  );
  return escapeTags(Buffer.from(bytes, 'hex').toString());
};

// Only the blanks of ASCII: a no-break space is part of a heading.
const trim = (text: string): string => text.replace(/^[ \t\n\v\f\r]+/, '').replace(/(?<![ \t\n\v\f\r])[ \t\n\v\f\r]+$/, '');

const SECTION = /\/\*(.*?)\*\//gs;
// The target, and a label that may hold single brackets.
const LINK = /\[\[[ \t\v\f\r]*(?![ \t\v\f\r]):?([^[\]|]+)(?:\|((?:\]?[^\]])*))?\]\]/g;
/** Characters behind a link in which the letters that belong to it are looked for. */
const LONGEST_TRAIL = 1000;
