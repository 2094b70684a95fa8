import type { Title } from '@wikiquery/core';
import type { WikitextContext } from './context.ts';
import type { ExpansionLimits } from './limits.ts';
import { preprocess } from './preprocess.ts';
import type { Node } from './tree.ts';
import { type SyntaxWords, wordsOf } from './words.ts';
import type { WorkBudget } from './work.ts';

const BATCH = 50;

interface Options {
  readonly tags: readonly string[];
  readonly limits: ExpansionLimits;
  readonly work: WorkBudget | undefined;
  readonly titleOf: (name: string) => Title | undefined;
}

/** Loads the templates of an expansion in batches, together with templates that the text is likely to use next. */
export class Templates {
  readonly #context: WikitextContext;
  readonly #options: Options;
  readonly #requested = new Set<string>();
  readonly #trees = new Map<string, readonly Node[] | 'too large'>();
  /** Names of templates that the text is likely to use, and the index of the next name to load. */
  #ahead: string[] = [];
  #next = 0;

  constructor(context: WikitextContext, options: Options) {
    this.#context = context;
    this.#options = options;
  }

  expect(nodes: readonly Node[]): void {
    const names = plainTargets(nodes, wordsOf(this.#context.site));
    if (names.length === 0) return;
    this.#ahead = [...names, ...this.#ahead.slice(this.#next, this.#next + BATCH)];
    this.#next = 0;
  }

  async tree(title: Title): Promise<readonly Node[] | 'too large' | undefined> {
    const key = this.#context.keyOf(title);
    if (!this.#requested.has(key)) await this.#load(title);
    return this.#trees.get(key);
  }

  async #load(title: Title): Promise<void> {
    const batch = [title];
    this.#requested.add(this.#context.keyOf(title));
    while (batch.length < BATCH && this.#next < this.#ahead.length) {
      const ahead = this.#options.titleOf(this.#ahead[this.#next++] as string);
      const key = ahead && this.#context.keyOf(ahead);
      if (key === undefined || this.#requested.has(key)) continue;
      this.#requested.add(key);
      batch.push(ahead as Title);
    }
    const { limits, work, tags } = this.#options;
    for (const [key, text] of await this.#context.loadTexts(batch)) {
      this.#trees.set(key, limits.takesSource(text) ? preprocess(text, { forInclusion: true, extensionTags: tags, work }) : 'too large');
    }
  }
}

/** Returns the names of templates that are written without nested braces. */
function plainTargets(nodes: readonly Node[], words: SyntaxWords): string[] {
  const names: string[] = [];
  const stack = [nodes];
  for (let list = stack.pop(); list; list = stack.pop()) {
    for (const node of list) {
      if (typeof node === 'string') continue;
      if (node.kind === 'heading') stack.push(node.children);
      if (node.kind !== 'template') continue;
      const [only, ...more] = node.title;
      if (typeof only === 'string' && more.length === 0 && words.variable(only.trim()) === undefined && !isCall(only, words))
        names.push(only.trim());
      for (const part of node.parts) stack.push(part.value);
    }
  }
  return names;
}

const isCall = (name: string, words: SyntaxWords): boolean =>
  name.includes(':') && words.called(name.slice(0, name.indexOf(':')).trim()) !== undefined;
