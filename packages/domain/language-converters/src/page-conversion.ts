import { applyRule, type RuleLanguage } from './manual-rule.ts';
import { ManualWords } from './manual-words.ts';
import { betweenMarkup, endOfElement } from './markup.ts';

/** Maximum nesting depth of rules. */
const DEEPEST = 10;

/** Converts a text to a variant with words that rules added. */
type ConvertWith = (text: string, variant: string, words: ManualWords | undefined) => string;

export interface ConversionOptions {
  readonly variant: string;
  readonly language: RuleLanguage;
  /** HTML that replaces an invalid rule. */
  readonly invalid: string;
  readonly convert: ConvertWith;
  isWrittenIn(text: string, variant: string): boolean;
}

/** Converts the HTML of a page to a variant. Rules in the text (`-{…}-`) also apply to all later texts of the page. */
export class PageConversion {
  readonly #options: ConversionOptions;
  readonly #words = new Map<string, ManualWords>();
  #title: string | undefined;

  constructor(options: ConversionOptions) {
    const language = { ...options.language, convert: (text: string, variant: string) => this.#plain(text, variant) };
    this.#options = { ...options, language };
  }

  get variant(): string {
    return this.#options.variant;
  }

  /** Title that the text sets with `-{T|…}-`. */
  get title(): string | undefined {
    return this.#title;
  }

  /** Converts HTML and its attributes `title` and `alt`. Markup and URLs stay unchanged. */
  convert(html: string): string {
    const isWritten = this.#options.isWrittenIn(html, this.variant);
    const plain = (text: string): string => (isWritten ? text : this.#plain(text, this.variant));
    let out = '';
    let from = 0;
    const start = /<|-\{/g;
    for (let found = start.exec(html); found; found = start.exec(html)) {
      if (found[0] === '<') start.lastIndex = endOfElement(html, found.index);
      else {
        out += plain(html.slice(from, found.index));
        const [shown, end] = this.#rule(html, found.index, 1);
        out += shown;
        from = end;
        start.lastIndex = end;
      }
    }
    return out + plain(html.slice(from));
  }

  /** Converts a title, which contains no rules. */
  convertTitle(text: string): string {
    return this.#options.convert(text, this.variant, this.#words.get(this.variant));
  }

  #plain(html: string, variant: string): string {
    if (html === '' || this.#options.isWrittenIn(html, variant)) return html;
    return betweenMarkup(
      html,
      text => this.#options.convert(text, variant, this.#words.get(variant)),
      value => (value.includes('://') ? value : this.convert(value)),
    );
  }

  /** Applies the rule at a position. Returns its text, and the position after it. */
  #rule(html: string, start: number, depth: number): readonly [shown: string, end: number] {
    let inner = '';
    let from = start + 2;
    const brace = /-\{|\}-/g;
    brace.lastIndex = from;
    for (let found = brace.exec(html); found; found = brace.exec(html)) {
      inner += html.slice(from, found.index);
      from = found.index + 2;
      if (found[0] === '}-') return [this.#apply(inner), from];
      if (depth >= DEEPEST) inner += '-{';
      else {
        const [shown, end] = this.#rule(html, found.index, depth + 1);
        inner += shown;
        from = end;
        brace.lastIndex = end;
      }
    }
    return [`-{${this.#plain(inner + html.slice(from), this.variant)}`, html.length];
  }

  #apply(written: string): string {
    const { language, invalid } = this.#options;
    const { shown, title, action, words } = applyRule(written, this.variant, language);
    if (title !== undefined) this.#title = title;
    for (const [variant, pairs] of action === undefined ? [] : words) {
      const known = this.#words.get(variant) ?? new ManualWords();
      this.#words.set(variant, known);
      for (const [from, to] of pairs) {
        if (action === 'add') known.add(from, to);
        else known.remove(from);
      }
    }
    return shown ?? invalid;
  }
}
