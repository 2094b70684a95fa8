import type { ExpansionObserver, LimitKey } from './context.ts';
import type { WorkBudget } from './work.ts';

/** MediaWiki's default limits: `$wgMaxPPNodeCount`, `$wgMaxPPExpandDepth`, `$wgMaxArticleSize`, `$wgExpensiveParserFunctionLimit`. */
export const MOST: Usage = {
  ...{ nodes: 1_000_000, depth: 100, expensive: 100 },
  ...{ included: 2 * 1024 * 1024, arguments: 2 * 1024 * 1024 },
};
/** MediaWiki's default for `$wgMaxTemplateDepth`. */
const MAX_TEMPLATE_DEPTH = 100;

/**
 * Maximum size in characters of all templates that one expansion reads. MediaWiki has no such limit: it limits only the size of results.
 */
const MAX_SOURCES = 16 << 20;

/** Scanning this many characters counts as one node. */
const CHARACTERS = 128;

export const TOO_DEEP = '<span class="error">The expansion is too deep</span>';
export const TOO_MANY_NODES = '<span class="error">The expansion is too large</span>';
export const ARGUMENT_LEFT_OUT = '<!-- Argument omitted: the arguments would become too large. -->';
export const INCLUSION_LEFT_OUT = '<!-- Omitted: the expanded templates would become too large. -->';

/** Resources that an expansion uses. `included` and `arguments` are sizes in bytes; the other fields are numbers. */
export interface Usage {
  readonly nodes: number;
  readonly included: number;
  readonly arguments: number;
  readonly depth: number;
  readonly expensive: number;
}

export class ExpansionLimits {
  readonly #observer: ExpansionObserver | undefined;
  readonly #work: WorkBudget | undefined;
  #nodes = 0;
  #included = MOST.included;
  #arguments = MOST.arguments;
  #sources = MAX_SOURCES;
  #expensive = 0;
  readonly #expensiveNames = new Set<string>();
  #visited = 0;
  #deepest = 0;

  constructor(observer: ExpansionObserver | undefined, work: WorkBudget | undefined) {
    this.#observer = observer;
    this.#work = work;
  }

  get used(): Usage {
    return {
      ...{ nodes: this.#visited, depth: this.#deepest, expensive: this.#expensive },
      ...{ included: MOST.included - this.#included, arguments: MOST.arguments - this.#arguments },
    };
  }

  visits(nodes: number, depth: number): void {
    this.#visited += nodes;
    this.#deepest = Math.max(this.#deepest, depth);
  }

  /** Counts a node. Returns a replacement for the node if a limit is exceeded. */
  refusal(depth: number): string | undefined {
    this.#count(1);
    this.visits(1, Math.min(depth + 2, MOST.depth + 1));
    if (this.#nodes > MOST.nodes) return this.#refuse('node-count-exceeded-category', TOO_MANY_NODES);
    return depth > MOST.depth ? this.#refuse('expansion-depth-exceeded-category', TOO_DEEP) : undefined;
  }

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

  /** Counts an expensive call. Calls with the same name count once. Returns false beyond the limit. */
  allowsExpensive(name?: string): boolean {
    if (name !== undefined && this.#expensiveNames.has(name)) return true;
    if (++this.#expensive > MOST.expensive) return false;
    if (name !== undefined) this.#expensiveNames.add(name);
    return true;
  }

  end(): void {
    if (this.#expensive <= MOST.expensive) return;
    this.#observer?.limit?.('expensive-parserfunction-category');
    this.#observer?.warning?.('expensive-parserfunction-warning', String(this.#expensive), String(MOST.expensive));
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

/** Returns the size of a text in bytes, or undefined if it exceeds the maximum. */
function sizeWithin(text: string, most: number): number | undefined {
  if (text.length > most) return undefined;
  const size = Buffer.byteLength(text);
  return size > most ? undefined : size;
}
