/** Lower-case namespace names and interlanguage prefixes that classify links. */
export interface LinkNames {
  readonly files: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  readonly languages: ReadonlySet<string>;
}

/** Parts of a page's text. */
export interface PlainText {
  /** Text before the first heading, or the beginning of a long page without headings. */
  readonly opening: string;
  readonly text: string;
  readonly headings: readonly string[];
  /** Template arguments and footnotes. */
  readonly auxiliary: string;
  /** Invisible markup: link targets, attributes, comments, template names. */
  readonly source: string;
}

const SPECIAL = /<!--|<(?=[a-z/])|\{\{|\}\}|\{\||\|\}|\[\[|\]{1,2}|\[(?=(?:https?:)?\/\/|mailto:)|\||'{2,}|&(?=[a-z#])|__[A-Z]{3,}__|\n/gi;

/** Tags whose content is not displayed as written. */
const UNSEEN = new Set([
  'math',
  'chem',
  'syntaxhighlight',
  'source',
  'score',
  'timeline',
  'graph',
  'templatedata',
  'style',
  'mapframe',
  'hiero',
]);
/** Inline tags, which do not separate words. */
const INLINE = /^\/?(?:b|i|u|s|em|strong|small|big|span|sup|sub|tt|code|font|abbr|nowiki|noinclude|includeonly|onlyinclude)$/;

/** Maximum length in characters of a tag with attributes, and of the label of a category link. Longer ones are treated as text. */
const LONGEST_TAG = 2000;
/** Length in characters after which the opening of a page without headings ends. */
const LONGEST_OPENING = 1500;

const LINK = /([^[\]|{}\n]{0,300})(\||\]\])/y;
const OPTION =
  /\s*(?:thumb(?:nail)?|frame(?:less|d)?|border|left|right|center|centre|none|baseline|middle|upright(?:=[\d.]{0,6})?|\d{0,5}x?\d{1,5} ?px|[a-z]{2,10}=[^|\]\n]{0,300})\s*(?=[|\]])/iy;
const EXTERNAL = /(?:(?:https?:)?\/\/|mailto:)[^\s\]<>"]*[ \t]*/iy;
const TEMPLATE_NAME = /[^|{}[\]<\n]{0,200}/y;
const ARGUMENT_NAME = /\s*[\p{L}\p{N} _-]{1,60}=[ \t]*/uy;
const HEADING = /(={1,6})([^\n]*?)\1[ \t]*(?=\n|$)/y;
const MARKERS = /[:;*#]+[ \t]*|----+/y;
const CELL = /(?:\|[-+}]?|!)[^|\n[\]{}]{0,300}=[^|\n[\]{}]{0,300}(?:\|(?!\|)|(?=\n))|[|!][-+}]?/y;
const REFERENCE = /(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/iy;
const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', ndash: '–', mdash: '—' }));

/** Extracts the text of wikitext without expanding it, in one pass and in linear time. */
export function plainText(wikitext: string, names: LinkNames): PlainText {
  const opening: string[] = [];
  const text: string[] = [];
  const auxiliary: string[] = [];
  const source: string[] = [];
  const headings: string[] = [];
  let seen = opening;
  let length = 0;
  let templates = 0;
  const links: ('file' | 'link')[] = [];
  const missing = new Set<string>();
  let at = 0;

  const sink = (): string[] => (templates > 0 ? auxiliary : seen);
  const write = (part: string): void => {
    if (part === '') return;
    if (templates > 0) auxiliary.push(part);
    else {
      seen.push(part);
      if (seen === opening) length += part.length;
    }
  };
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(wikitext);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const find = (end: string): number => {
    if (missing.has(end)) return -1;
    const found = wikitext.indexOf(end, at);
    if (found < 0) missing.add(end);
    return found;
  };
  const hide = (until: number, where: string[] = source): void => {
    where.push(wikitext.slice(at, until), ' ');
    at = until;
  };
  const startLine = (): void => {
    write('\n');
    if (seen === opening && length > LONGEST_OPENING && templates === 0) seen = text;
    const heading = wikitext[at] === '=' ? match(HEADING) : null;
    if (heading) {
      const title = (heading[2] ?? '').replace(/'{2,}|\[\[(?:[^[\]|]{0,300}\|)?|\]\]|<[^>]{0,300}>|\{\{[^{}]{0,300}\}\}/g, '').trim();
      if (templates > 0) auxiliary.push(title);
      else {
        if (title !== '') headings.push(title);
        seen = text;
      }
      return;
    }
    match(MARKERS);
    const cell = templates > 0 ? null : match(CELL);
    if (cell) source.push(cell[0], ' ');
  };
  const readTag = (): void => {
    const end = at + wikitext.slice(at, at + LONGEST_TAG).indexOf('>');
    if (end < at) {
      write('<');
      return;
    }
    const name = (/^\/?[a-z\d]*/i.exec(wikitext.slice(at, at + 30))?.[0] ?? '').toLowerCase();
    const isEmpty = wikitext[end - 1] === '/';
    hide(end + 1);
    if (!INLINE.test(name)) write(name === 'br' || name === '/p' || name === '/div' ? '\n' : ' ');
    if (isEmpty || !(name === 'ref' || UNSEEN.has(name))) return;
    const close = find(`</${name}`);
    if (close >= 0) hide(close, name === 'ref' ? auxiliary : source);
  };
  const readLink = (): void => {
    const link = match(LINK);
    if (!link) return;
    const [, target = '', end] = link;
    const prefix = target
      .slice(0, Math.max(0, target.indexOf(':')))
      .trim()
      .toLowerCase();
    if (prefix !== '' && (names.categories.has(prefix) || names.languages.has(prefix))) {
      source.push(target, ' ');
      const close = end === '|' ? wikitext.slice(at, at + LONGEST_TAG).indexOf(']]') : -1;
      if (close >= 0) at += close + 2;
      return;
    }
    const isFile = prefix !== '' && names.files.has(prefix);
    if (isFile || end === '|') source.push(target, ' ');
    if (end === '|') {
      links.push(isFile ? 'file' : 'link');
      if (isFile) hideOption();
    } else if (!isFile) write(target.replace(/^:/, ''));
  };
  const hideOption = (): void => {
    const option = match(OPTION);
    if (option) source.push(option[0], ' ');
  };

  const special = new RegExp(SPECIAL);
  startLine();
  while (at < wikitext.length) {
    special.lastIndex = at;
    const found = special.exec(wikitext);
    if (!found) break;
    write(wikitext.slice(at, found.index));
    at = special.lastIndex;
    const [sign] = found;
    if (sign === '\n') startLine();
    else if (sign === '[[') readLink();
    else if (sign === ']]') {
      if (links.pop() === 'file') write(' ');
    } else if (sign === '|') {
      if (links.at(-1) === 'file') {
        sink().push(' ');
        hideOption();
      } else if (links.length === 0) {
        write(' ');
        const name = templates > 0 ? match(ARGUMENT_NAME) : null;
        if (name) source.push(name[0], ' ');
      }
    } else if (sign === '{{') {
      templates++;
      const name = match(TEMPLATE_NAME);
      if (name) source.push(name[0], ' ');
    } else if (sign === '}}') {
      sink().push(' ');
      templates = Math.max(0, templates - 1);
    } else if (sign === '{|') hide(lineEnd(wikitext, at));
    else if (sign === '<') readTag();
    else if (sign === '<!--') {
      const end = find('-->');
      hide(end < 0 ? wikitext.length : end + 3);
    } else if (sign === '[') {
      const address = match(EXTERNAL);
      if (address) source.push(address[0], ' ');
    } else if (sign === '&') {
      const reference = match(REFERENCE)?.[0];
      write(reference === undefined ? '&' : characterOf(reference.slice(0, -1)));
    }
    // All other markup is dropped.
  }
  write(wikitext.slice(at));
  return { opening: opening.join('').trim(), text: text.join('').trim(), headings, auxiliary: auxiliary.join(''), source: source.join('') };
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

function characterOf(name: string): string {
  if (!name.startsWith('#')) return NAMED.get(name) ?? ' ';
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ';
}
