import { type Title, titleKey } from '@wikiquery/core';
import type { ExpansionObserver, Limit, WikitextContext } from './context.ts';
import { Expander, extensionTagsOf } from './expand.ts';
import { preprocess } from './preprocess.ts';
import { type Extension, type Node, toSource } from './tree.ts';
import type { Work } from './work.ts';

/** A text with its templates expanded, and what was met on the way. */
export interface Expansion {
  readonly text: string;
  /** Pages that are included, whether they are there or not, each once. */
  readonly included: readonly Title[];
  /** Pages whose existence was asked for. */
  readonly asked: readonly Title[];
  /** The last value of each, in the order in which they came first. */
  readonly properties: Readonly<Record<string, string>>;
  readonly limits: readonly Limit[];
  /** Ids of variables and functions that stay as they were written. */
  readonly unknown: readonly string[];
  /** Seconds after which the text may be another; undefined where time plays no part. */
  readonly lasts: number | undefined;
  /** The same as far as `{{#time:…}}` is the reason, which is what MediaWiki tells. */
  readonly ttl: number | undefined;
  /** The text depends on more than texts of pages and whether they exist. */
  readonly consulted: boolean;
}

/** What `expansionOf` does, here and now; within these tags of extensions, too. */
export async function expansionHere(text: string, context: WikitextContext, work?: Work, tags?: TagsWithin): Promise<Expansion> {
  const notes = new Notes();
  const expander = new Expander({ ...context, observer: notes }, work);
  const expanded = await expander.page(text);
  return { text: tags ? await expandTags(expanded, expander, context, tags, 0) : expanded, ...notes.taken() };
}

/** Tags of extensions that hold wikitext. */
export interface TagsWithin {
  readonly names: readonly string[];
  /** In which order their texts are expanded: templates are noted in that order. */
  inOrder(tags: readonly Extension[]): readonly Extension[];
}

/** Tags within tags. */
const DEEPEST = 10;

async function expandTags(text: string, expander: Expander, context: WikitextContext, within: TagsWithin, depth: number): Promise<string> {
  if (depth >= DEEPEST || !text.includes('<')) return text;
  const nodes: Node[] = [];
  const stack = preprocess(text, { extensionTags: extensionTagsOf(context.site) }).toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== 'string' && node.kind === 'heading') for (const child of node.children.toReversed()) stack.push(child);
    else nodes.push(node);
  }
  const expanded = new Map<Node, string>();
  for (const tag of within.inOrder(nodes.filter(node => typeof node !== 'string' && node.kind === 'ext')))
    if (tag.inner?.trim() && within.names.includes(tag.name.toLowerCase()))
      expanded.set(tag, await expandTags(await expander.page(tag.inner), expander, context, within, depth + 1));
  return nodes
    .map(node => {
      const inner = expanded.get(node);
      return toSource([inner === undefined ? node : { ...(node as Extension), inner }]);
    })
    .join('');
}

/** Writes down what an expansion meets. */
class Notes implements ExpansionObserver {
  readonly #included = new Map<string, Title>();
  readonly #asked = new Map<string, Title>();
  readonly #properties = new Map<string, string>();
  readonly #limits = new Set<Limit>();
  readonly #unknown = new Set<string>();
  #lasts: number | undefined;
  #ttl: number | undefined;
  #consulted = false;

  included({ namespace, dbkey }: Title): void {
    this.#included.set(titleKey(namespace, dbkey), { namespace, dbkey });
  }
  asked({ namespace, dbkey }: Title): void {
    this.#asked.set(titleKey(namespace, dbkey), { namespace, dbkey });
  }
  property(name: string, value: string): void {
    this.#properties.set(name, value);
  }
  limit(limit: Limit): void {
    this.#limits.add(limit);
  }
  unknown(name: string): void {
    this.#unknown.add(name);
  }
  lasts(seconds: number): void {
    this.#lasts = Math.min(seconds, this.#lasts ?? seconds);
  }
  ttl(seconds: number): void {
    this.lasts(seconds);
    this.#ttl = Math.min(seconds, this.#ttl ?? seconds);
  }
  consulted(): void {
    this.#consulted = true;
  }

  taken(): Omit<Expansion, 'text'> {
    return {
      included: [...this.#included.values()],
      asked: [...this.#asked.values()],
      properties: Object.fromEntries(this.#properties),
      limits: [...this.#limits],
      unknown: [...this.#unknown],
      lasts: this.#lasts,
      ttl: this.#ttl,
      consulted: this.#consulted,
    };
  }
}
