import { append, flat, type Rope } from './rope.ts';
import { CORE_EXTENSION_TAGS, type ReaderTags, readerTags } from './tags.ts';
import type { Node, Part } from './tree.ts';
import type { Work } from './work.ts';

export interface PreprocessOptions {
  /** The text is a template that another page includes: `<includeonly>` counts and `<noinclude>` does not. */
  readonly forInclusion?: boolean;
  /** Names of the tags whose content is not wikitext, in lower case. */
  readonly extensionTags?: readonly string[];
  /** Bounds how much is done, by an exception. */
  readonly work?: Work | undefined;
}

/**
 * Reads the structure of wikitext that MediaWiki settles first: comments, extension tags, headings, templates and their arguments. The rules
 * (which braces match, what ends a heading) are those of its preprocessor.
 */
export const preprocess = (text: string, options: PreprocessOptions = {}): readonly Node[] => new Reader(text, options).read();

/** Something whose end is not found yet. Everything read meanwhile belongs to it. */
interface Open {
  readonly kind: 'root' | 'heading' | '[' | '{' | '-{';
  /** How many opening characters are still unmatched. */
  count: number;
  /** A hyphen that stood before braces. */
  prefix: '' | '-';
  readonly start: number;
  readonly lineStart: boolean;
  parts: [OpenPart, ...OpenPart[]];
}

interface OpenPart {
  /** What stood before the first equals sign. */
  name: Rope | undefined;
  nodes: Rope;
  /** Where the text ends if the comments at its end are left out, and the last character of these comments. */
  visualEnd: number;
  commentEnd: number;
}

const newPart = (...nodes: Rope): OpenPart => ({ name: undefined, nodes, visualEnd: -1, commentEnd: -1 });

// What a reader has to stop at, by what is open: `=` only where it can name a part.
const STOPS: Readonly<Record<Open['kind'] | '{=' | '-{=', RegExp>> = {
  root: /[[{<\n]|-(?=\{)/g,
  heading: /[[{<\n]|-(?=\{)/g,
  '[': /[[{<\n\]]|-(?=\{)/g,
  '{': /[[{<\n}|]|-(?=\{)/g,
  '{=': /[[{<\n}|=]|-(?=\{)/g,
  '-{': /[[{<\n|]|-(?=\{)|\}(?=-)/g,
  '-{=': /[[{<\n|=]|-(?=\{)|\}(?=-)/g,
};

class Reader {
  readonly #text: string;
  readonly #stack: [Open, ...Open[]];
  readonly #tags: ReaderTags;
  readonly #onlyInclude: boolean;
  /** Tags that are known not to be closed any more: looking again for each would take quadratic time. */
  readonly #unclosed = new Set<string>();
  /** Whether it is known that no tag ends any more. */
  #isLastTagRead = false;
  readonly #work: Work | undefined;
  #at = 0;
  #headings = 0;

  constructor(text: string, { forInclusion = false, extensionTags = CORE_EXTENSION_TAGS, work }: PreprocessOptions) {
    this.#work = work;
    this.#text = text;
    this.#stack = [{ kind: 'root', count: 0, prefix: '', start: 0, lineStart: false, parts: [newPart()] }];
    this.#tags = readerTags(extensionTags, forInclusion);
    this.#onlyInclude = forInclusion && text.includes('<onlyinclude>') && text.includes('</onlyinclude>');
  }

  read(): readonly Node[] {
    if (this.#onlyInclude) this.#skipToOnlyInclude();
    this.#beginLine();
    while (this.#step());
    const [root, ...unfinished] = this.#stack;
    const { nodes } = root.parts[0];
    for (const open of unfinished) nodes.push(unmatched(open, open.count));
    return flat(nodes);
  }

  get #top(): Open {
    return this.#stack.at(-1) as Open;
  }
  get #part(): OpenPart {
    return this.#top.parts.at(-1) as OpenPart;
  }
  /** Whether an equals sign would separate a name from a value here. */
  get #namesPart(): boolean {
    const { kind, parts } = this.#top;
    return (kind === '{' || kind === '-{') && parts.length > 1 && this.#part.name === undefined;
  }

  #add(node: Node | Rope): void {
    const part = this.#part;
    if (part.nodes.length > 0) append(part.nodes, node);
    // Nearly all have one, and a list that grows takes room for seventeen.
    else if (node !== '') part.nodes = [node];
  }
  /** Takes the next characters as they are. */
  #literal(length: number): void {
    this.#add(this.#text.slice(this.#at, this.#at + length));
    this.#at += length;
  }

  /** Reads up to the next character that may mean something, and that one. False at the end. */
  #step(): boolean {
    this.#work?.spend(1);
    const { kind } = this.#top;
    const stops = STOPS[(kind === '{' || kind === '-{') && this.#namesPart ? (`${kind}=` as const) : kind];
    stops.lastIndex = this.#at;
    const next = stops.exec(this.#text)?.index ?? this.#text.length;
    if (next > this.#at) this.#literal(next - this.#at);
    if (next === this.#text.length) {
      if (kind !== 'heading') return false;
      this.#endHeading();
      return true;
    }
    switch (this.#text[next]) {
      case '<':
        this.#angle();
        break;
      case '\n':
        if (kind === 'heading') this.#endHeading();
        else {
          this.#literal(1);
          this.#beginLine();
        }
        break;
      case '|':
        this.#top.parts.push(newPart());
        this.#at++;
        break;
      case '=':
        this.#part.name = this.#part.nodes;
        this.#part.nodes = [];
        this.#at++;
        break;
      case ']':
      case '}':
        this.#close();
        break;
      default:
        this.#open();
    }
    return true;
  }

  // Headings

  #beginLine(): void {
    const count = runLength(this.#text, '=', this.#at, 6);
    // A single one is likelier to separate a name from its value.
    if (count === 0 || (count === 1 && this.#namesPart)) return;
    this.#stack.push({ kind: 'heading', count, prefix: '', start: this.#at, lineStart: true, parts: [newPart('='.repeat(count))] });
    this.#at += count;
  }

  /** At the end of a line that began with equals signs: it is a heading if it ends with some. The newline is not taken. */
  #endHeading(): void {
    const { start, count } = this.#top;
    const { nodes, commentEnd, visualEnd } = this.#part;
    this.#stack.pop();
    let end = this.#skipBlankBack(this.#at);
    if (commentEnd === end - 1) end = this.#skipBlankBack(visualEnd);
    let begin = end;
    while (begin > 0 && this.#text[begin - 1] === '=') begin--;
    const closing = end - begin;
    // A line of nothing but equals signs: the middle one is the text.
    const level = begin === start ? Math.min(6, Math.floor((closing - 1) / 2)) : Math.min(closing, count);
    if (closing > 0 && level > 0) this.#add({ kind: 'heading', level, index: ++this.#headings, children: flat(nodes) });
    else this.#add(nodes);
  }

  #skipBlankBack(from: number): number {
    let at = from;
    while (at > 0 && (this.#text[at - 1] === ' ' || this.#text[at - 1] === '\t')) at--;
    return at;
  }

  // Braces and brackets

  #open(): void {
    const lineStart = this.#text[this.#at - 1] === '\n';
    let kind = this.#text[this.#at] as '[' | '{' | '-{';
    let prefix: '' | '-' = '';
    if ((kind as string) === '-') {
      // Of `-{{` the braces belong together, as the rightmost always do.
      const braces = runLength(this.#text, '{', this.#at + 1);
      if (braces === 1) {
        this.#push('-{', 2, '', lineStart);
        return;
      }
      kind = '{';
      prefix = '-';
      this.#at++;
    }
    const count = runLength(this.#text, kind, this.#at);
    if (count >= 2) this.#push(kind, count, prefix, lineStart);
    else this.#literal(count);
  }

  #push(kind: '[' | '{' | '-{', count: number, prefix: '' | '-', lineStart: boolean): void {
    this.#stack.push({ kind, count, prefix, start: this.#at, lineStart, parts: [newPart()] });
    this.#at += count;
  }

  #close(): void {
    const open = this.#top;
    const most = Math.min(open.count, open.kind === '{' ? 3 : 2);
    const matched = open.kind === '-{' ? 2 : runLength(this.#text, this.#text[this.#at] as string, this.#at, most);
    if (matched < 2) {
      this.#literal(matched);
      return;
    }
    const end = this.#text.slice(this.#at, this.#at + matched);
    this.#at += matched;
    this.#stack.pop();
    const usesAll = matched === open.count;
    const closed =
      open.kind === '{'
        ? braces(open, matched === 3 ? 'argument' : 'template', usesAll)
        : [...unmatched({ ...open, prefix: '' }, matched), end];
    const left = open.count - matched;
    if (left >= 2) {
      open.count = left;
      open.parts = [newPart()];
      this.#stack.push(open);
    } else if (left === 1 && open.prefix === '-') {
      this.#stack.push({ ...open, kind: '-{', count: 2, prefix: '', parts: [newPart()] });
    } else this.#add(open.prefix + (open.kind === '-{' ? '' : open.kind.repeat(left)));
    this.#add(closed);
  }

  // Comments and tags

  #angle(): void {
    if (this.#onlyInclude && this.#text.startsWith('</onlyinclude>', this.#at)) {
      this.#skipToOnlyInclude();
      return;
    }
    const { pattern } = this.#tags;
    pattern.lastIndex = this.#at + 1;
    const name = pattern.exec(this.#text)?.[0];
    if (name === undefined) this.#literal(1);
    else if (name === '!--') this.#comment();
    else this.#tag(name);
  }

  /** Everything outside of `<onlyinclude>` is left out, the tags too. */
  #skipToOnlyInclude(): void {
    const found = this.#text.indexOf('<onlyinclude>', this.#at);
    const end = found < 0 ? this.#text.length : found + '<onlyinclude>'.length;
    this.#add({ kind: 'ignore', source: this.#text.slice(this.#at, end) });
    this.#at = end;
  }

  /** A comment. Comments that have lines to themselves take the whole line away, so that no blank line stays behind. */
  #comment(): void {
    const end = this.#text.indexOf('-->', this.#at + 4);
    if (end < 0) {
      this.#add({ kind: 'comment', source: this.#text.slice(this.#at) });
      this.#at = this.#text.length;
      return;
    }
    const before = this.#skipBlankBack(this.#at);
    // Only from the first of them, so that each is looked at once.
    const comments = before > 0 && this.#text[before - 1] === '\n' ? this.#commentsOfLine(before, end + 3) : [];
    const wholeLine = this.#text[comments.at(-1)?.end ?? -1] === '\n';
    const taken = wholeLine ? comments : [{ start: this.#at, end: end + 3 }];
    const last = taken.at(-1) as { start: number; end: number };
    if (wholeLine) {
      this.#dropBlank(this.#at - before);
      last.end++;
    }
    const part = this.#part;
    if (part.commentEnd !== before - 1) part.visualEnd = before;
    part.commentEnd = last.end - 1;
    for (const comment of taken) this.#add({ kind: 'comment', source: this.#text.slice(comment.start, comment.end) });
    this.#at = last.end;
    if (wholeLine) this.#beginLine();
  }

  /** The comments that follow each other with nothing but blanks between: each with the blanks behind it, the first with those before it. */
  #commentsOfLine(start: number, firstEnd: number): { start: number; end: number }[] {
    const comments = [{ start, end: this.#skipBlank(firstEnd) }];
    for (let from = comments[0]?.end as number; this.#text.startsWith('<!--', from); ) {
      const close = this.#text.indexOf('-->', from + 4);
      if (close < 0) break;
      const end = this.#skipBlank(close + 3);
      comments.push({ start: from, end });
      from = end;
    }
    return comments;
  }

  #skipBlank(from: number): number {
    let at = from;
    while (this.#text[at] === ' ' || this.#text[at] === '\t') at++;
    return at;
  }

  /** Takes blanks back that were read as text. */
  #dropBlank(length: number): void {
    const { nodes } = this.#part;
    const last = nodes.at(-1);
    if (length > 0 && typeof last === 'string' && /^[ \t]*$/.test(last.slice(-length))) nodes[nodes.length - 1] = last.slice(0, -length);
  }

  #tag(name: string): void {
    const start = this.#at;
    const tagEnd = this.#isLastTagRead ? -1 : this.#text.indexOf('>', start + name.length + 1);
    if (tagEnd < 0) {
      this.#isLastTagRead = true;
      this.#literal(1);
      return;
    }
    const lowerName = name.toLowerCase();
    if (this.#tags.ignored.has(lowerName)) {
      this.#ignore(tagEnd + 1);
      return;
    }
    const isEmpty = this.#text[tagEnd - 1] === '/';
    const close = isEmpty ? undefined : this.#endTag(lowerName, tagEnd + 1);
    if (!isEmpty && !close && lowerName !== this.#tags.ignoredElement) {
      this.#unclosed.add(lowerName);
      this.#literal(tagEnd + 1 - start);
      return;
    }
    const end = isEmpty ? tagEnd + 1 : (close?.end ?? this.#text.length);
    if (lowerName === this.#tags.ignoredElement) {
      this.#ignore(end);
      return;
    }
    this.#add({
      kind: 'ext',
      name,
      attributes: this.#text.slice(start + name.length + 1, isEmpty ? tagEnd - 1 : tagEnd),
      inner: isEmpty ? undefined : this.#text.slice(tagEnd + 1, close?.start),
      close: close && this.#text.slice(close.start, close.end),
    });
    this.#at = end;
  }

  #ignore(end: number): void {
    this.#add({ kind: 'ignore', source: this.#text.slice(this.#at, end) });
    this.#at = end;
  }

  #endTag(name: string, from: number): { start: number; end: number } | undefined {
    if (this.#unclosed.has(name)) return undefined;
    const pattern = new RegExp(`</${RegExp.escape(name)}\\s*>`, 'gi');
    pattern.lastIndex = from;
    const match = pattern.exec(this.#text);
    return match ? { start: match.index, end: pattern.lastIndex } : undefined;
  }
}

function braces({ parts: [title, ...rest], lineStart, prefix }: Open, kind: 'template' | 'argument', usesAll: boolean): Node {
  const parts = rest.map(({ name, nodes }): Part => ({ name: name && flat(name), value: flat(nodes) }));
  return { kind, title: flat(title.nodes), parts, lineStart: lineStart && usesAll && prefix === '' };
}

/** What was opened in vain, as text: `count` opening characters and all that followed. */
function unmatched({ kind, prefix, parts }: Open, count: number): Rope {
  const rope: Rope = kind === 'heading' ? [] : [prefix + (kind === '-{' ? '-{' : kind.repeat(count))];
  for (const [position, { name, nodes }] of parts.entries()) {
    if (position > 0) append(rope, '|');
    if (name) rope.push(name, '=');
    rope.push(nodes);
  }
  return rope;
}

function runLength(text: string, character: string, from: number, most = Number.POSITIVE_INFINITY): number {
  let length = 0;
  while (length < most && text[from + length] === character) length++;
  return length;
}
