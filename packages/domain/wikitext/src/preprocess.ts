import { appendUnmatched, braces, brackets, NEW_PART, NO_NODES, type Open, opened } from './open.ts';
import { append, flat, type Rope } from './rope.ts';
import { CORE_EXTENSION_TAGS, type PreprocessorTags, preprocessorTags } from './tags.ts';
import type { Node } from './tree.ts';
import type { WorkBudget } from './work.ts';

/** Options of the preprocessor. */
export interface PreprocessOptions {
  /** Whether the text is transcluded. If so, `<includeonly>` is included and `<noinclude>` is not. */
  readonly forInclusion?: boolean;
  /** Lower-case names of tags whose content is not parsed as wikitext. Default: MediaWiki's own extension tags. */
  readonly extensionTags?: readonly string[];
  /** Work budget of the parse. Throws `TooMuchWork` beyond it. */
  readonly work?: WorkBudget | undefined;
}

/** Parses comments, extension tags, headings, templates and arguments, by the rules of MediaWiki's preprocessor. */
export const preprocess = (text: string, options: PreprocessOptions = {}): readonly Node[] => new Preprocessor(text, options).read();

// Characters at which reading stops, by kind of open bracket. `=` is special only if it can end the name of a part.
const STOPS: Readonly<Record<Open['kind'] | '{=' | '-{=', RegExp>> = {
  root: /[[{<\n]|-(?=\{)/g,
  heading: /[[{<\n]|-(?=\{)/g,
  '[': /[[{<\n\]]|-(?=\{)/g,
  '{': /[[{<\n}|]|-(?=\{)/g,
  '{=': /[[{<\n}|=]|-(?=\{)/g,
  '-{': /[[{<\n|]|-(?=\{)|\}(?=-)/g,
  '-{=': /[[{<\n|=]|-(?=\{)|\}(?=-)/g,
};

class Preprocessor {
  readonly #text: string;
  readonly #stack: [Open, ...Open[]];
  readonly #tags: PreprocessorTags;
  readonly #onlyInclude: boolean;
  /** Names of tags that have no end tag in the rest of the text. Another search for each tag would take quadratic time. */
  readonly #unclosed = new Set<string>();
  /** Whether the rest of the text contains no `>`. */
  #isLastTagRead = false;
  readonly #work: WorkBudget | undefined;
  #at = 0;
  #headings = 0;

  constructor(text: string, { forInclusion = false, extensionTags = CORE_EXTENSION_TAGS, work }: PreprocessOptions) {
    this.#work = work;
    this.#text = text;
    this.#stack = [opened('root', 0, 0, false)];
    this.#tags = preprocessorTags(extensionTags, forInclusion);
    this.#onlyInclude = forInclusion && text.includes('<onlyinclude>') && text.includes('</onlyinclude>');
  }

  read(): readonly Node[] {
    if (this.#onlyInclude) this.#skipToOnlyInclude();
    this.#beginLine();
    while (this.#step());
    const [root, ...unfinished] = this.#stack;
    const nodes = [...root.nodes];
    for (const open of unfinished) appendUnmatched(nodes, open, open.count, open.prefix);
    return flat(nodes);
  }

  get #top(): Open {
    return this.#stack.at(-1) as Open;
  }
  get #namesPart(): boolean {
    const { kind, before, name } = this.#top;
    return (kind === '{' || kind === '-{') && before !== undefined && name === undefined;
  }

  #add(node: Node | Rope): void {
    const top = this.#top;
    if (top.nodes.length > 0) append(top.nodes, node);
    // Most brackets contain one node, and a growing array would reserve space for seventeen.
    else if (node !== '') top.nodes = [node];
  }
  #literal(length: number): void {
    this.#add(this.#text.slice(this.#at, this.#at + length));
    this.#at += length;
  }

  /** Reads up to and including the next special character. Returns false at the end of the text. */
  #step(): boolean {
    this.#work?.spend(1);
    const { kind } = this.#top;
    const stops = STOPS[(kind === '{' || kind === '-{') && this.#namesPart ? (`${kind}=` as const) : kind];
    stops.lastIndex = this.#at;
    const next = stops.test(this.#text) ? stops.lastIndex - 1 : this.#text.length;
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
        this.#beginPart();
        this.#at++;
        break;
      case '=':
        this.#top.name = this.#top.nodes;
        this.#top.nodes = NO_NODES;
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

  #beginLine(): void {
    const count = runLength(this.#text, '=', this.#at, 6);
    // A single equals sign separates a name from its value.
    if (count === 0 || (count === 1 && this.#namesPart)) return;
    this.#stack.push(opened('heading', count, this.#at, true));
    this.#literal(count);
  }

  /** Ends a line that began with equals signs. The line is a heading if it also ends with equals signs. Does not consume the newline. */
  #endHeading(): void {
    const { start, count, nodes, commentEnd, visualEnd } = this.#top;
    this.#stack.pop();
    let end = this.#skipBlankBack(this.#at);
    if (commentEnd === end - 1) end = this.#skipBlankBack(visualEnd);
    let begin = end;
    while (begin > 0 && this.#text[begin - 1] === '=') begin--;
    const closing = end - begin;
    // If a line consists of equals signs, the middle one is the text of the heading.
    const level = begin === start ? Math.min(6, Math.floor((closing - 1) / 2)) : Math.min(closing, count);
    if (closing > 0 && level > 0) this.#add({ kind: 'heading', level, index: ++this.#headings, children: flat(nodes) });
    else this.#add(nodes);
  }

  #skipBlankBack(from: number): number {
    let at = from;
    while (at > 0 && (this.#text[at - 1] === ' ' || this.#text[at - 1] === '\t')) at--;
    return at;
  }

  #open(): void {
    const lineStart = this.#text[this.#at - 1] === '\n';
    let kind = this.#text[this.#at] as '[' | '{' | '-{';
    let prefix: '' | '-' = '';
    if ((kind as string) === '-') {
      // In `-{{`, the two braces belong together, because the rightmost braces match first.
      const braces = runLength(this.#text, '{', this.#at + 1);
      if (braces === 1) {
        this.#push('-{', 2, lineStart);
        return;
      }
      kind = '{';
      prefix = '-';
      this.#at++;
    }
    const count = runLength(this.#text, kind, this.#at);
    if (count >= 2) this.#push(kind, count, lineStart, prefix);
    else this.#literal(count);
  }

  #push(kind: '[' | '{' | '-{', count: number, lineStart: boolean, prefix: Open['prefix'] = ''): void {
    this.#stack.push(opened(kind, count, this.#at, lineStart, prefix));
    this.#at += count;
  }

  #beginPart(): void {
    const top = this.#top;
    const { name, nodes } = top;
    if (top.before) top.before.push({ name, nodes });
    else top.before = [{ name, nodes }];
    Object.assign(top, NEW_PART);
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
    const closed = open.kind === '{' ? braces(open, matched === 3 ? 'argument' : 'template', usesAll) : brackets(open, matched, end);
    const left = open.count - matched;
    if (left >= 2) {
      this.#stack.push(opened(open.kind, left, open.start, open.lineStart, open.prefix));
    } else if (left === 1 && open.prefix === '-') {
      this.#stack.push(opened('-{', 2, open.start, open.lineStart));
    } else this.#add(open.prefix + (open.kind === '-{' ? '' : open.kind.repeat(left)));
    this.#add(closed);
  }

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

  #skipToOnlyInclude(): void {
    const found = this.#text.indexOf('<onlyinclude>', this.#at);
    const end = found < 0 ? this.#text.length : found + '<onlyinclude>'.length;
    this.#add({ kind: 'ignore', source: this.#text.slice(this.#at, end) });
    this.#at = end;
  }

  /** Reads a comment. A line that contains only comments is removed. */
  #comment(): void {
    const end = this.#text.indexOf('-->', this.#at + 4);
    if (end < 0) {
      this.#add({ kind: 'comment', source: this.#text.slice(this.#at) });
      this.#at = this.#text.length;
      return;
    }
    const before = this.#skipBlankBack(this.#at);
    // Reads all comments of a line at its first comment, so that each comment is read once.
    const comments = before > 0 && this.#text[before - 1] === '\n' ? this.#commentsOfLine(before, end + 3) : [];
    const wholeLine = this.#text[comments.at(-1)?.end ?? -1] === '\n';
    const taken = wholeLine ? comments : [{ start: this.#at, end: end + 3 }];
    const last = taken.at(-1) as { start: number; end: number };
    if (wholeLine) {
      this.#dropBlank(this.#at - before);
      last.end++;
    }
    const top = this.#top;
    if (top.commentEnd !== before - 1) top.visualEnd = before;
    top.commentEnd = last.end - 1;
    for (const comment of taken) this.#add({ kind: 'comment', source: this.#text.slice(comment.start, comment.end) });
    this.#at = last.end;
    if (wholeLine) this.#beginLine();
  }

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

  #dropBlank(length: number): void {
    const { nodes } = this.#top;
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

function runLength(text: string, character: string, from: number, most = Number.POSITIVE_INFINITY): number {
  let length = 0;
  while (length < most && text[from + length] === character) length++;
  return length;
}
