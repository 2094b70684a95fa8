/** Stores HTML that later passes must not parse, and replaces it with strip markers, as MediaWiki's `StripState` does. */
export class StripState {
  readonly #stripped: (string | (() => string))[] = [];
  #left = MAX_SIZE;
  readonly #tags = { tagDepth: 0, tagSize: 0 };

  /** Stores HTML, or a function that writes it later. Returns its marker. */
  strip(html: string | (() => string)): string {
    return this.#marker(html, 't');
  }

  /** Stores HTML that is not converted to other language variants. Returns its marker. */
  keep(html: string | (() => string)): string {
    return this.#marker(html, 'k');
  }

  /** Stores the HTML of an extension tag. Returns its marker. Unless the HTML is text, it may contain blocks, which end paragraphs. */
  stripTag(html: string, depth: number, isText: boolean): string {
    this.#tags.tagDepth = Math.max(this.#tags.tagDepth, depth);
    this.#tags.tagSize += Buffer.byteLength(html);
    return isText ? this.keep(html) : this.#marker(html, 'g');
  }

  get tags(): { readonly tagDepth: number; readonly tagSize: number } {
    return this.#tags;
  }

  #marker(html: string | (() => string), kind: string): string {
    this.#stripped.push(html);
    return `${MARK}${this.#stripped.length - 1}${kind}${MARK}`;
  }

  unstrip(text: string): string {
    return this.#restore(text, MARKED);
  }

  /** Restores all HTML except that of `keep`. */
  unstripConvertible(text: string): string {
    return this.#restore(text, MARKED_CONVERTIBLE);
  }

  unstripBlocks(text: string): string {
    return this.#restore(text, MARKED_BLOCKS);
  }

  #restore(text: string, marked: RegExp): string {
    let out = text;
    for (let depth = 0; depth < DEEPEST && out.search(marked) >= 0; depth++) {
      out = out.replaceAll(marked, (_, index: string) => {
        const stripped = this.#stripped[Number(index)] ?? '';
        const html = typeof stripped === 'string' ? stripped : stripped();
        this.#left -= html.length;
        return this.#left < 0 ? '' : html;
      });
    }
    return out.replaceAll(marked, '');
  }
}

/** Delimiter of markers. Input never contains this character. */
export const MARK = '\x7f';
const MARKED = new RegExp(`${MARK}(\\d+)[tgk]${MARK}`, 'g');
const MARKED_CONVERTIBLE = new RegExp(`${MARK}(\\d+)[tg]${MARK}`, 'g');
const MARKED_BLOCKS = new RegExp(`${MARK}(\\d+)g${MARK}`, 'g');

/** MediaWiki's limits: maximum nesting depth of markers, and maximum size of restored HTML. */
const DEEPEST = 20;
const MAX_SIZE = 5_000_000;

export const sectionMarker = (index: number): string => `${MARK}${index}s${MARK}`;
export const SECTION_MARKER = new RegExp(`${MARK}(\\d{1,6})s${MARK}`, 'g');

/** Name of the placeholder element for the table of contents. Input cannot contain such an element. */
export const TOC_ELEMENT = 'toc-place';
export const TOC_PLACEHOLDER = `<${TOC_ELEMENT}></${TOC_ELEMENT}>`;

export const noteMarker = (index: number): string => `${MARK}${index}n${MARK}`;
export const NOTE_MARKER = new RegExp(`${MARK}(\\d{1,6})n${MARK}`, 'g');

const NUMBERS = new RegExp(`(${MARK}\\d{1,6}[sn]${MARK})|${MARK}`, 'g');

/** Removes markers in input. Keeps markers of headings and notes. */
export const withoutMarkers = (text: string): string =>
  text.includes(MARK) ? text.replaceAll(NUMBERS, (_, number?: string) => number ?? '?') : text;
