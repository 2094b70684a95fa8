import type { ExpansionObserver, Limit } from './context.ts';
import type { Work } from './work.ts';

/** As in MediaWiki's defaults (`$wgMaxPPNodeCount`, `$wgMaxPPExpandDepth`, `$wgMaxTemplateDepth`, `$wgMaxArticleSize`, `$wgExpensiveParserFunctionLimit`). */
const MAX_NODES = 1_000_000;
const MAX_DEPTH = 100;
const MAX_TEMPLATE_DEPTH = 100;
const MAX_INCLUDED = 2 * 1024 * 1024;
const MAX_EXPENSIVE = 100;

/** Characters of different templates that are read at most: a bound of our own, as those that leave nothing count for nothing above. */
const MAX_SOURCES = 16 << 20;

/** To look at so many characters counts as a node. */
const CHARACTERS = 128;

/** Stand where something was not expanded. */
export const TOO_DEEP = '<span class="error">Too deep to be expanded</span>';
export const TOO_MANY_NODES = '<span class="error">Too much to be expanded</span>';
export const ARGUMENT_LEFT_OUT = '<!-- The argument is left out: arguments would become too large. -->';
export const INCLUSION_LEFT_OUT = '<!-- Left out: what templates stand for would become too large. -->';

/** Counts what one expansion takes. */
export class Limits {
  readonly #observer: ExpansionObserver | undefined;
  readonly #work: Work | undefined;
  #nodes = 0;
  #included = MAX_INCLUDED;
  #arguments = MAX_INCLUDED;
  #sources = MAX_SOURCES;
  #expensive = 0;

  constructor(observer: ExpansionObserver | undefined, work: Work | undefined) {
    this.#observer = observer;
    this.#work = work;
  }

  /** What stands for something that may not be expanded any more. */
  refusal(depth: number): string | undefined {
    this.#count(1);
    if (this.#nodes > MAX_NODES) return this.#refuse('node-count-exceeded-category', TOO_MANY_NODES);
    return depth > MAX_DEPTH ? this.#refuse('expansion-depth-exceeded-category', TOO_DEEP) : undefined;
  }

  /** A text is looked at as a whole. */
  read(text: string): void {
    this.#count(Math.floor(text.length / CHARACTERS));
  }

  includes(text: string): boolean {
    const size = sizeWithin(text, this.#included);
    if (size === undefined) this.#observer?.limit?.('post-expand-template-inclusion-category');
    else this.#included -= size;
    return size !== undefined;
  }

  takesArgument(text: string): boolean {
    const size = sizeWithin(text, this.#arguments);
    if (size === undefined) this.#observer?.limit?.('post-expand-template-argument-category');
    else this.#arguments -= size;
    return size !== undefined;
  }

  takesSource(text: string): boolean {
    this.#sources -= text.length;
    if (this.#sources < 0) this.#observer?.limit?.('post-expand-template-inclusion-category');
    return this.#sources >= 0;
  }

  /** A function that asks the database. */
  asks(): boolean {
    if (this.#expensive < MAX_EXPENSIVE) {
      this.#expensive++;
      return true;
    }
    this.#observer?.limit?.('expensive-parserfunction-category');
    return false;
  }

  mayInclude(depth: number): boolean {
    return depth < MAX_TEMPLATE_DEPTH;
  }

  #count(units: number): void {
    this.#nodes += units;
    this.#work?.spend(units);
  }

  #refuse(limit: Limit, text: string): string {
    this.#observer?.limit?.(limit);
    return text;
  }
}

/** Bytes of a text; undefined if they are more than allowed, which is mostly known without a look at it. */
function sizeWithin(text: string, most: number): number | undefined {
  if (text.length > most) return undefined;
  const size = Buffer.byteLength(text);
  return size > most ? undefined : size;
}
