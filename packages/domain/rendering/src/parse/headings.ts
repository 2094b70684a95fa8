import { NS, type Title } from '@wikiquery/core';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { escapeAttribute } from './attributes.ts';
import type { HtmlWriter } from './html-writer.ts';
import { SECTION_MARK } from './markers.ts';

/** A heading of a page. */
export interface Section {
  readonly toclevel: number;
  /** 1 to 6. */
  readonly level: number;
  /** HTML. */
  readonly line: string;
  /** `2.1`. */
  readonly number: string;
  /** In the text of the page; undefined where the heading comes from elsewhere. */
  readonly index: number | undefined;
  readonly anchor: string;
}

export interface Wording {
  readonly edit: string;
  readonly contents: string;
  /** Of the link to edit a section, by its name. */
  editTitle(section: string): string;
}

export interface HeadingOptions {
  readonly title: Title;
  readonly hasEditLinks: boolean;
  /** The form of MediaWiki 1.44 and later. */
  readonly isWrapped: boolean;
  readonly wording: Wording;
  /** Whether headings make a table of contents, unless the text says otherwise. */
  readonly hasToc: boolean;
  /** Puts back what is held. */
  release(html: string): string;
}

/** Gives the headings of a page their anchors and links, and the page its table of contents. */
export function writeHeadings(
  body: string,
  writer: HtmlWriter,
  { title, hasEditLinks, isWrapped, wording, hasToc, release }: HeadingOptions,
): { html: string; sections: readonly Section[]; showsToc: boolean } {
  const sections: Section[] = [];
  const anchors = new Map<string, number>();
  const numbers = new Numbers();
  const { switches } = writer.met;
  const links = hasEditLinks && !switches.has('noeditsection');
  const html = body.replaceAll(/<h([1-6])([^>]*)>(.*?)<\/h\1>/gis, (_, digit: string, attributes: string, written: string) => {
    const level = Number(digit);
    let index: number | undefined;
    const inner = release(
      written.replaceAll(SECTION_MARK, (_mark, number: string) => {
        index ??= Number(number);
        return '';
      }),
    ).trim();
    const name = textOf(inner);
    const anchor = uniqueAnchor(anchorOf(name), anchors);
    sections.push({ ...numbers.next(level), level, line: lineOf(inner), index, anchor });
    const href = writer.site.urls.local(title, `action=edit&section=${index ?? 0}`);
    const bracket = (sign: string): string => `<span class="mw-editsection-bracket">${sign}</span>`;
    const edit =
      !links || index === undefined || title.namespace === NS.SPECIAL
        ? ''
        : `<span class="mw-editsection">${bracket('[')}<a href="${escapeAttribute(href)}" title="${escapeAttribute(wording.editTitle(name))}"><span>${escapeAttribute(wording.edit)}</span></a>${bracket(']')}</span>`;
    const id = ` id="${escapeAttribute(anchor)}"`;
    return isWrapped
      ? `<div class="mw-heading mw-heading${level}"><h${level}${attributes}${id}>${inner}</h${level}>${edit}</div>`
      : `<h${level}${attributes}><span class="mw-headline"${id}>${inner}</span>${edit}</h${level}>`;
  });
  const isForced = switches.has('toc') || switches.has('forcetoc');
  const showsToc = sections.length > 0 && (isForced || (!switches.has('notoc') && sections.length > 3));
  if (!showsToc || !hasToc) return { html: html.replaceAll(SECTION_MARK, ''), sections, showsToc };
  const toc = tocOf(sections, wording);
  if (writer.tocMark !== undefined) {
    writer.toc = toc;
    return { html: html.replaceAll(SECTION_MARK, ''), sections, showsToc };
  }
  const first = html.search(isWrapped ? /<div class="mw-heading/ : /<h[1-6]/);
  return { html: `${html.slice(0, first)}${toc}\n${html.slice(first)}`.replaceAll(SECTION_MARK, ''), sections, showsToc };
}

const textOf = (html: string): string => decodeCharacterReferences(html.replaceAll(/<[^>]*>/g, '')).trim();

/** The name of a section as the target of a link. */
const anchorOf = (name: string): string => name.replaceAll(/[ \t\n\r\f_]+/g, '_').replaceAll(/^_+|_+$/g, '');

/** `taken`: anchors in lower case, with the number that was given last to those of the same name. */
function uniqueAnchor(wanted: string, taken: Map<string, number>): string {
  const name = wanted.toLowerCase();
  const last = taken.get(name);
  let [anchor, number] = [wanted, last ?? 1];
  if (last !== undefined)
    do anchor = `${wanted}_${++number}`;
    while (taken.has(anchor.toLowerCase()));
  taken.set(name, number);
  if (last !== undefined) taken.set(anchor.toLowerCase(), 1);
  return anchor;
}

/** Of the elements of a heading those that change how letters look. */
const lineOf = (html: string): string =>
  html
    .replaceAll(/<(?!\/?(?:i|b|bdi|sup|sub|s|strike|q|span)\b)[^>]*>/gi, '')
    .replaceAll(/<span(?![^>]*\b(?:dir|lang)=)[^>]*>(.*?)<\/span>/gis, '$1')
    .replaceAll(/<(\/?(?:i|b|bdi|sup|sub|s|strike|q))\s[^>]*>/gi, '<$1>')
    .trim();

/** Levels of the table of contents: a deeper heading goes one down, however much deeper it is. */
class Numbers {
  readonly #levels: { level: number; count: number }[] = [];

  next(level: number): { toclevel: number; number: string } {
    let last = this.#levels.at(-1);
    if (!last || level > last.level) this.#levels.push({ level, count: 1 });
    else {
      while (this.#levels.length > 1 && (this.#levels.at(-2)?.level ?? 0) >= level) this.#levels.pop();
      last = this.#levels.at(-1) as { level: number; count: number };
      last.count++;
      last.level = level;
    }
    return { toclevel: this.#levels.length, number: this.#levels.map(({ count }) => count).join('.') };
  }
}

function tocOf(sections: readonly Section[], wording: Wording): string {
  let html = `<div id="toc" class="toc" role="navigation" aria-labelledby="mw-toc-heading"><div class="toctitle"><h2 id="mw-toc-heading">${escapeAttribute(wording.contents)}</h2></div>\n<ul>\n`;
  let depth = 0;
  for (const [at, { toclevel, number, line, anchor }] of sections.entries()) {
    if (depth > 0 && toclevel > depth) html += '\n<ul>\n';
    else if (depth > 0) html += `</li>\n${'</ul>\n</li>\n'.repeat(depth - toclevel)}`;
    depth = toclevel;
    html += `<li class="toclevel-${toclevel} tocsection-${at + 1}"><a href="#${escapeAttribute(anchor)}"><span class="tocnumber">${number}</span> <span class="toctext">${line}</span></a>`;
  }
  return `${html}</li>\n${'</ul>\n</li>\n'.repeat(Math.max(0, depth - 1))}</ul>\n</div>\n`;
}
