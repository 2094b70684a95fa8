import type { ExpansionObserver, LimitKey } from './context.ts';
import type { WorkBudget } from './work.ts';

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

/** What an expansion took, and what it may take. */
export interface Usage {
  readonly nodes: number;
  /** Bytes that templates and arguments left. */
  readonly included: number;
  readonly arguments: number;
  readonly depth: number;
  readonly expensive: number;
}
export const MOST: Usage = {
  nodes: MAX_NODES,
  included: MAX_INCLUDED,
  arguments: MAX_INCLUDED,
  depth: MAX_DEPTH,
  expensive: MAX_EXPENSIVE,
};

/** Counts what one expansion takes. */
export class ExpansionLimits {
  readonly #observer: ExpansionObserver | undefined;
  readonly #work: WorkBudget | undefined;
  #nodes = 0;
  #included = MAX_INCLUDED;
  #arguments = MAX_INCLUDED;
  #sources = MAX_SOURCES;
  #expensive = 0;
  readonly #asked = new Set<string>();
  #visited = 0;
  #deepest = 0;

  constructor(observer: ExpansionObserver | undefined, work: WorkBudget | undefined) {
    this.#observer = observer;
    this.#work = work;
  }

  get used(): Usage {
    return {
      ...{ nodes: this.#visited, depth: this.#deepest, expensive: this.#expensive },
      ...{ included: MAX_INCLUDED - this.#included, arguments: MAX_INCLUDED - this.#arguments },
    };
  }

  /** So many nodes of the structure are expanded. */
  visits(nodes: number, depth: number): void {
    this.#visited += nodes;
    this.#deepest = Math.max(this.#deepest, depth);
  }

  /** What stands for something that may not be expanded any more. */
  refusal(depth: number): string | undefined {
    this.#count(1);
    this.visits(1, Math.min(depth + 2, MAX_DEPTH + 1));
    if (this.#nodes > MAX_NODES) return this.#refuse('node-count-exceeded-category', TOO_MANY_NODES);
    return depth > MAX_DEPTH ? this.#refuse('expansion-depth-exceeded-category', TOO_DEEP) : undefined;
  }

  /** A text is looked at as a whole. */
  read(text: string): void {
    this.#count(Math.floor(text.length / CHARACTERS));
  }

  includes(text: string): boolean {
    const size = sizeWithin(text, this.#included);
    if (size === undefined) this.#refused('post-expand-template-inclusion-category');
    else this.#included -= size;
    return size !== undefined;
  }

  takesArgument(text: string): boolean {
    const size = sizeWithin(text, this.#arguments);
    if (size === undefined) this.#refused('post-expand-template-argument-category');
    else this.#arguments -= size;
    return size !== undefined;
  }

  takesSource(text: string): boolean {
    this.#sources -= text.length;
    if (this.#sources < 0) this.#refused('post-expand-template-inclusion-category');
    return this.#sources >= 0;
  }

  /** A function that asks the database; what was asked for once, by its name, counts once. */
  asks(name?: string): boolean {
    if (name !== undefined && this.#asked.has(name)) return true;
    if (++this.#expensive > MAX_EXPENSIVE) return false;
    if (name !== undefined) this.#asked.add(name);
    return true;
  }

  /** The page is at its end. */
  end(): void {
    if (this.#expensive <= MAX_EXPENSIVE) return;
    this.#observer?.limit?.('expensive-parserfunction-category');
    this.#observer?.warning?.('expensive-parserfunction-warning', String(this.#expensive), String(MAX_EXPENSIVE));
  }

  mayInclude(depth: number): boolean {
    return depth < MAX_TEMPLATE_DEPTH;
  }

  #count(units: number): void {
    this.#nodes += units;
    this.#work?.spend(units);
  }

  #refuse(limit: LimitKey, text: string): string {
    this.#refused(limit);
    return text;
  }

  #refused(limit: LimitKey): void {
    this.#observer?.limit?.(limit);
    this.#observer?.warning?.(limit.replace(/category$/, 'warning'));
  }
}

/** Bytes of a text; undefined if they are more than allowed, which is mostly known without a look at it. */
function sizeWithin(text: string, most: number): number | undefined {
  if (text.length > most) return undefined;
  const size = Buffer.byteLength(text);
  return size > most ? undefined : size;
}
