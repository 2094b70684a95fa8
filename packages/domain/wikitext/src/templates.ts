import type { Title } from '@wikiquery/core';
import type { WikitextContext } from './context.ts';
import type { ExpansionLimits } from './limits.ts';
import { preprocess } from './preprocess.ts';
import type { Node } from './tree.ts';
import { type SyntaxWords, wordsOf } from './words.ts';
import type { WorkBudget } from './work.ts';

/** Texts that are loaded together. */
const BATCH = 50;

interface Options {
  readonly tags: readonly string[];
  readonly limits: ExpansionLimits;
  readonly work: WorkBudget | undefined;
  /** The page that `{{name}}` includes. */
  readonly titleOf: (name: string) => Title | undefined;
}

/** The templates that an expansion uses. Each is loaded and read once, along with others that will likely be needed. */
export class Templates {
  readonly #context: WikitextContext;
  readonly #options: Options;
  readonly #asked = new Set<string>();
  readonly #trees = new Map<string, readonly Node[] | 'too large'>();
  /** Names that stand in what is going to be expanded, and how many of them were looked at. */
  #ahead: string[] = [];
  #next = 0;

  constructor(context: WikitextContext, options: Options) {
    this.#context = context;
    this.#options = options;
  }

  /** These nodes will be expanded. */
  expect(nodes: readonly Node[]): void {
    const names = plainTargets(nodes, wordsOf(this.#context.site));
    if (names.length > 0) this.#ahead = [...names, ...this.#ahead.slice(this.#next, this.#next + BATCH)];
    if (names.length > 0) this.#next = 0;
  }

  /** Undefined where there is no such page. */
  async tree(title: Title): Promise<readonly Node[] | 'too large' | undefined> {
    const key = this.#context.keyOf(title);
    if (!this.#asked.has(key)) await this.#load(title);
    return this.#trees.get(key);
  }

  async #load(title: Title): Promise<void> {
    const wanted = [title];
    this.#asked.add(this.#context.keyOf(title));
    while (wanted.length < BATCH && this.#next < this.#ahead.length) {
      const ahead = this.#options.titleOf(this.#ahead[this.#next++] as string);
      const key = ahead && this.#context.keyOf(ahead);
      if (key === undefined || this.#asked.has(key)) continue;
      this.#asked.add(key);
      wanted.push(ahead as Title);
    }
    const { limits, work, tags } = this.#options;
    for (const [key, text] of await this.#context.loadTexts(wanted)) {
      this.#trees.set(key, limits.takesSource(text) ? preprocess(text, { forInclusion: true, extensionTags: tags, work }) : 'too large');
    }
  }
}

/** Names of templates that can be read off without expanding anything. */
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
