import { NS } from '@wikiquery/core';
import { directionOf, localDigits } from '@wikiquery/languages';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { escapeAttribute } from './attributes.ts';
import { type HeadingElement, headingElements } from './heading-elements.ts';
import type { HeadingSource, HeadingSources } from './heading-sources.ts';
import type { HtmlWriter } from './html-writer.ts';
import { SECTION_MARKER, TOC_PLACEHOLDER } from './strip-state.ts';

export interface Section {
  readonly toclevel: number;
  readonly level: number;
  readonly line: string;
  readonly number: string;
  /** Undefined for headings produced by template arguments or parser functions. */
  readonly source: HeadingSource | undefined;
  readonly anchor: string;
}

export interface Wording {
  readonly edit: string;
  readonly contents: string;
  editTitle(section: string): string;
}

/** Form of the table of contents: a list, a mark for skins that place the list themselves, or nothing. */
export type Toc = 'list' | 'mark' | 'none';

const TOC_MARK = '<meta property="mw:PageProp/toc">';

export interface HeadingOptions {
  readonly headings: HeadingSources;
  /** Language of the user, and language of the page. */
  readonly language: string;
  readonly pageLanguage: string;
  readonly hasEditLinks: boolean;
  readonly isWrapped: boolean;
  readonly wording: Wording;
  readonly toc: Toc;
  unstrip(html: string): string;
  /** Protects HTML from conversion to other language variants. */
  keep(html: () => string): string;
  /** Converts the text of a heading to the language variant of the page. */
  convert(html: string): string;
}

export function writeHeadings(
  body: string,
  writer: HtmlWriter,
  { headings, language, pageLanguage, hasEditLinks, isWrapped, wording, toc: tocForm, unstrip, keep, convert }: HeadingOptions,
): { html: string; sections: readonly Section[]; showsToc: boolean; toc(sections: readonly Section[]): string } {
  const sections: Section[] = [];
  const anchors = new Map<string, number>();
  const numbers = new Numbers();
  const { switches } = writer.used;
  const links = hasEditLinks && !switches.has('noeditsection');
  const write = ({ level, attributes, content }: HeadingElement): string => {
    let source: HeadingSource | undefined;
    const inner = unstrip(
      content.replaceAll(SECTION_MARKER, (_mark, number: string) => {
        source ??= headings.at(Number(number));
        return '';
      }),
    ).trim();
    const name = textOf(inner);
    const rawAttributes = unstrip(attributes);
    const ownId = idOf(rawAttributes);
    const named = ownId ?? anchorOf(name);
    const anchor = uniqueAnchor(named, anchors);
    const legacy = legacyAnchor(named);
    const mark = legacy === named ? '' : `<span id="${escapeAttribute(uniqueAnchor(legacy, anchors))}"></span>`;
    const { toclevel, number } = numbers.next(level);
    sections.push({ toclevel, number: localDigits(pageLanguage, number), level, line: lineOf(inner), source, anchor });
    const bracket = (sign: string): string => `<span class="mw-editsection-bracket">${sign}</span>`;
    const editable = source;
    const edit =
      !links || editable === undefined || editable.title.namespace === NS.SPECIAL
        ? ''
        : keep(
            () =>
              `<span class="mw-editsection">${bracket('[')}<a href="${escapeAttribute(writer.site.urls.local(editable.title, `action=edit&section=${indexOf(editable)}`))}" title="${escapeAttribute(wording.editTitle(convert(name)))}"><span>${escapeAttribute(wording.edit)}</span></a>${bracket(']')}</span>`,
          );
    const id = ownId === undefined ? ` id="${escapeAttribute(anchor)}"` : '';
    const shown = ownId === undefined ? rawAttributes : rawAttributes.replace(/ id="[^"]*"/, () => ` id="${escapeAttribute(ownId)}"`);
    // A heading with attributes was written as HTML in the wikitext.
    if (isWrapped && /\S/.test(shown)) return `<h${level}${id}${withClass(shown, 'mw-html-heading')}>${mark}${inner}</h${level}>${edit}`;
    return isWrapped
      ? `<div class="mw-heading mw-heading${level}"><h${level}${shown}${id}>${mark}${inner}</h${level}>${edit}</div>`
      : `<h${level}${shown}>${mark}<span class="mw-headline"${id}>${inner}</span>${edit}</h${level}>`;
  };
  let html = '';
  let written = 0;
  for (const heading of headingElements(body)) {
    html += body.slice(written, heading.start) + write(heading);
    written = heading.end;
  }
  html += body.slice(written);
  const isForced = switches.has('toc') || switches.has('forcetoc');
  const showsToc = sections.length > 0 && (isForced || (!switches.has('notoc') && sections.length > 3));
  const toc = (shown: readonly Section[]): string =>
    !showsToc || tocForm === 'none' ? '' : tocForm === 'mark' ? TOC_MARK : tocOf(shown, wording, language);
  if (showsToc && !writer.hasTocPlaceholder) {
    const first = html.search(isWrapped ? /<div class="mw-heading/ : /<h[1-6]/);
    html = `${html.slice(0, first)}${TOC_PLACEHOLDER}\n${html.slice(first)}`;
  }
  return { html: html.replaceAll(SECTION_MARKER, ''), sections, toc, showsToc };
}

/** Returns the section identifier of a heading, as in parameter `section`: `2`, or `T-2` if the heading is transcluded. */
export const indexOf = ({ index, isIncluded }: HeadingSource): string => (isIncluded ? `T-${index}` : String(index));

const withClass = (attributes: string, name: string): string =>
  / class="/.test(attributes)
    ? attributes.replace(/ class="([^"]*)"/, (_, names: string) => ` class="${names} ${name}"`)
    : `${attributes} class="${name}"`;

function idOf(attributes: string): string | undefined {
  const [, id] = / id="([^"]*)"/.exec(attributes) ?? [];
  return id === undefined ? undefined : decodeCharacterReferences(id);
}

const textOf = (html: string): string => decodeCharacterReferences(html.replaceAll(/<[^>]*>/g, '')).trim();

const anchorOf = (name: string): string => name.replaceAll(/[ \t\n\r\f_]+/g, '_').replaceAll(/^_+|_+$/g, '');

/** Returns an anchor in the `legacy` format of `$wgFragmentMode`, for older links. */
const legacyAnchor = (anchor: string): string =>
  encodeURIComponent(anchor.toWellFormed())
    .replaceAll(/[!'()*~]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%3A', ':')
    .replaceAll('%', '.');

/** Returns a unique anchor. `taken` contains lower-case anchors, each with the last number that was appended. */
function uniqueAnchor(preferred: string, taken: Map<string, number>): string {
  const name = preferred.toLowerCase();
  const last = taken.get(name);
  let [anchor, number] = [preferred, last ?? 1];
  if (last !== undefined)
    do anchor = `${preferred}_${++number}`;
    while (taken.has(anchor.toLowerCase()));
  taken.set(name, number);
  if (last !== undefined) taken.set(anchor.toLowerCase(), 1);
  return anchor;
}

/** Returns the HTML of a heading reduced to inline formatting. Of attributes, only the direction of spans stays. */
const lineOf = (html: string): string =>
  html
    .replaceAll(/<(?!\/?(?:i|b|bdi|sup|sub|s|strike|q|span)\b)[^>]*>/gi, '')
    .replaceAll(/<span(\s[^>]*)>/gi, (_, attributes: string) => `<span${/ dir="[^"]*"/.exec(attributes)?.[0] ?? ''}>`)
    .replaceAll(/<(\/?(?:i|b|bdi|sup|sub|s|strike|q))\s[^>]*>/gi, '<$1>')
    .replaceAll('<span></span>', '')
    .replaceAll(/&(?:#\d+|quot);/g, reference => {
      const meant = decodeCharacterReferences(reference);
      return /[&<>\u00a0]/.test(meant) ? reference : meant;
    })
    .trim();

/** Numbers headings. A deeper heading is always one level down, even if it skips levels. */
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

function tocOf(sections: readonly Section[], wording: Wording, language: string): string {
  const title = `<div class="toctitle" lang="${escapeAttribute(language)}" dir="${directionOf(language)}"><h2 id="mw-toc-heading">${escapeAttribute(wording.contents)}</h2>`;
  let html = `<div id="toc" class="toc" role="navigation" aria-labelledby="mw-toc-heading">${title}</div>\n<ul>\n`;
  let depth = 0;
  for (const { toclevel, number, line, anchor, source } of sections) {
    const sectionClass = source && !source.isIncluded ? ` tocsection-${source.index}` : '';
    if (depth > 0 && toclevel > depth) html += '\n<ul>\n';
    else if (depth > 0) html += `</li>\n${'</ul>\n</li>\n'.repeat(depth - toclevel)}`;
    depth = toclevel;
    html += `<li class="toclevel-${toclevel}${sectionClass}"><a href="#${escapeAttribute(anchor)}"><span class="tocnumber">${number}</span> <span class="toctext">${line}</span></a>`;
  }
  return `${html}</li>\n${'</ul>\n</li>\n'.repeat(Math.max(0, depth - 1))}</ul>\n</div>\n`;
}

/** Adds the toggle of the table of contents. Must run after `cleanPage`, which removes `input` elements. */
export const withToggle = (html: string): string =>
  html.replace(
    /(<div id="toc" class="toc" role="navigation" aria-labelledby="mw-toc-heading">)(<div class="toctitle"[^>]*><h2 id="mw-toc-heading">[^<]*<\/h2>)/,
    `$1<input type="checkbox" role="button" id="toctogglecheckbox" class="toctogglecheckbox" style="display:none" />$2<span class="toctogglespan"><label class="toctogglelabel" for="toctogglecheckbox"></label></span>`,
  );
