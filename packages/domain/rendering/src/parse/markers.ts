/** What the passes over a text must not look into stands elsewhere, and in the text a mark. */
export class Markers {
  readonly #held: (string | (() => string))[] = [];
  #left = MOST_HELD;
  readonly #tags = { tagDepth: 0, tagSize: 0 };

  /** The mark of a piece of HTML, or of what makes it when it is put back. */
  hold(html: string | (() => string)): string {
    return this.#mark(html, 't');
  }

  /** What a tag shows that stands so deep within others. Where it is no text it may hold blocks: paragraphs end there. */
  holdTag(html: string, depth: number, isText: boolean): string {
    this.#tags.tagDepth = Math.max(this.#tags.tagDepth, depth);
    this.#tags.tagSize += Buffer.byteLength(html);
    return isText ? this.hold(html) : this.#mark(html, 'g');
  }

  get tags(): { readonly tagDepth: number; readonly tagSize: number } {
    return this.#tags;
  }

  #mark(html: string | (() => string), kind: string): string {
    this.#held.push(html);
    return `${MARK}${this.#held.length - 1}${kind}${MARK}`;
  }

  /** Puts the pieces back, those inside of pieces too, as far as they have room. */
  release(text: string): string {
    return this.#put(text, MARKED);
  }

  /** Puts back what may hold blocks. */
  releaseBlocks(text: string): string {
    return this.#put(text, MARKED_BLOCKS);
  }

  #put(text: string, marked: RegExp): string {
    let out = text;
    for (let depth = 0; depth < DEEPEST && out.search(marked) >= 0; depth++) {
      out = out.replaceAll(marked, (_, index: string) => {
        const held = this.#held[Number(index)] ?? '';
        const html = typeof held === 'string' ? held : held();
        this.#left -= html.length;
        return this.#left < 0 ? '' : html;
      });
    }
    return out.replaceAll(marked, '');
  }
}

/** No text may hold it. */
export const MARK = '\x7f';
const MARKED = new RegExp(`${MARK}(\\d+)[tg]${MARK}`, 'g');
const MARKED_BLOCKS = new RegExp(`${MARK}(\\d+)g${MARK}`, 'g');

/** As in MediaWiki: pieces within pieces, and bytes. */
const DEEPEST = 20;
const MOST_HELD = 5_000_000;

/** The mark of the heading with this index in the text of its page: it goes through all passes, and tells which section it is. */
export const sectionMark = (index: number): string => `${MARK}${index}s${MARK}`;
export const SECTION_MARK = new RegExp(`${MARK}(\\d{1,6})s${MARK}`, 'g');

/** The place of the table of contents, until paragraphs are made. No text can hold an element of this name. */
export const TOC_ELEMENT = 'toc-place';
export const TOC_PLACE = `<${TOC_ELEMENT}></${TOC_ELEMENT}>`;

/** The mark of a note within another one, by its number among those. */
export const noteMark = (index: number): string => `${MARK}${index}n${MARK}`;
export const NOTE_MARK = new RegExp(`${MARK}(\\d{1,6})n${MARK}`, 'g');

const NUMBERS = new RegExp(`(${MARK}\\d{1,6}[sn]${MARK})|${MARK}`, 'g');

/** A text without marks of others, but for those that are numbers only. */
export const withoutMarks = (text: string): string =>
  text.includes(MARK) ? text.replaceAll(NUMBERS, (_, number?: string) => number ?? '?') : text;
