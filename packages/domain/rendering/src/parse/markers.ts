/** What the passes over a text must not look into stands elsewhere, and in the text a mark. */
export class Markers {
  readonly #held: (string | (() => string))[] = [];
  readonly #kind: string;
  readonly #marked: RegExp;
  #left = MOST_HELD;

  /** Marks of different kinds (a letter) may stand in one text. */
  constructor(kind: string) {
    this.#kind = kind;
    this.#marked = new RegExp(`${MARK}(\\d+)${kind}${MARK}`, 'g');
  }

  /** The mark of a piece of HTML, or of what makes it when it is put back. */
  hold(html: string | (() => string)): string {
    this.#held.push(html);
    return `${MARK}${this.#held.length - 1}${this.#kind}${MARK}`;
  }

  /** Puts the pieces back, those inside of pieces too, as far as they have room. */
  release(text: string): string {
    let out = text;
    for (let depth = 0; depth < DEEPEST && out.search(this.#marked) >= 0; depth++) {
      out = out.replaceAll(this.#marked, (_, index: string) => {
        const held = this.#held[Number(index)] ?? '';
        const html = typeof held === 'string' ? held : held();
        this.#left -= html.length;
        return this.#left < 0 ? '' : html;
      });
    }
    return out.replaceAll(this.#marked, '');
  }
}

/** No text may hold it. */
export const MARK = '\x7f';

/** As in MediaWiki: pieces within pieces, and bytes. */
const DEEPEST = 20;
const MOST_HELD = 5_000_000;

/** The mark of the heading with this index in the text of its page: it goes through all passes, and tells which section it is. */
export const sectionMark = (index: number): string => `${MARK}${index}s${MARK}`;
export const SECTION_MARK = new RegExp(`${MARK}(\\d{1,6})s${MARK}`, 'g');

/** A text without marks of others, but for those of sections, which are numbers only. */
export const withoutMarks = (text: string): string =>
  text.includes(MARK)
    ? text.replaceAll(new RegExp(`(${SECTION_MARK.source})|${MARK}`, 'g'), (_, section?: string) => section ?? '?')
    : text;
