import { type Title, titleKey } from '@wikiquery/core';
import type { ExpansionObserver, LimitKey, WikitextContext } from './context.ts';
import { Expander } from './expand.ts';
import type { Usage } from './limits.ts';
import { hideTags, shownTags } from './nested-tags.ts';
import { preprocess } from './preprocess.ts';
import { extensionTagsOf } from './tags.ts';
import { type Extension, type Node, toSource } from './tree.ts';
import type { WorkBudget } from './work.ts';

/** A text with its templates expanded, in which tags within tags may be hidden (`hideTags`), and what was met on the way. */
export interface Expansion {
  readonly text: string;
  /** Pages that are included, whether they are there or not, each once. */
  readonly included: readonly Title[];
  /** Pages whose existence was asked for. */
  readonly asked: readonly Title[];
  /** Those of them that count as linked. */
  readonly linked: readonly Title[];
  /** The last value of each, in the order in which they came first. */
  readonly properties: Readonly<Record<string, string>>;
  readonly limits: readonly LimitKey[];
  /** Ids of variables and functions that stay as they were written. */
  readonly unknown: readonly string[];
  /** Seconds after which the text may be another; undefined where time plays no part. */
  readonly lasts: number | undefined;
  /** The same as far as `{{#time:…}}` is the reason, which is what MediaWiki tells. */
  readonly ttl: number | undefined;
  /** The text depends on more than texts of pages and whether they exist. */
  readonly consulted: boolean;
  /** Keys of messages with their parameters, each once. */
  readonly warnings: readonly ExpansionWarning[];
  readonly used: Usage;
}

export type ExpansionWarning = readonly [key: string, ...params: readonly string[]];

/** What `expandTemplates` does, here and now. */
export const expandHere = async (text: string, context: WikitextContext, work?: WorkBudget): Promise<string> =>
  shownTags(await new Expander(context, work).page(text));

/** What `expansionOf` does, here and now; within these tags of extensions, too. */
export async function expansionHere(text: string, context: WikitextContext, work?: WorkBudget, tags?: TagsWithin): Promise<Expansion> {
  const notes = new Notes(tags?.marked);
  const expander = new Expander({ ...context, observer: notes }, work);
  const expanded = await expander.page(text);
  const whole = tags ? await expandAllTags(expanded, expander, context, tags) : expanded;
  return { text: whole, ...notes.taken(), used: expander.used };
}

/** Tags of extensions that hold wikitext, and what becomes of included pages. */
export interface TagsWithin {
  readonly names: readonly string[];
  /** In which order their texts are expanded: templates are noted in that order. */
  inOrder(tags: readonly Extension[]): readonly Extension[];
  /** What is expanded instead of the text of a page that is included. */
  marked?(tree: readonly Node[], title: Title): readonly Node[];
}

/** The text with its templates expanded, those in these tags, too. */
export async function expandWithin(text: string, context: WikitextContext, tags: TagsWithin): Promise<string> {
  const expander = new Expander(context);
  return expandAllTags(await expander.page(text), expander, context, tags);
}

/** A whole page tells at its end what it took too much of. */
async function expandAllTags(text: string, expander: Expander, context: WikitextContext, within: TagsWithin): Promise<string> {
  const expanded = await expandTags(text, expander, context, within, 0);
  expander.end();
  return expanded;
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
    if (tag.inner?.trim() && within.names.includes(tag.name.toLowerCase())) {
      const inner = await expandTags(await expander.page(tag.inner), expander, context, within, depth + 1);
      expanded.set(tag, inner === tag.inner ? inner : hideTags(inner, tag.name, extensionTagsOf(context.site), 'later'));
    }
  return nodes
    .map(node => {
      const inner = expanded.get(node);
      return toSource([inner === undefined ? node : { ...(node as Extension), inner }]);
    })
    .join('');
}

/** More of them would tell nobody anything. */
const MOST_WARNINGS = 100;

/** Writes down what an expansion meets. */
class Notes implements ExpansionObserver {
  readonly #included = new Map<string, Title>();
  readonly #asked = new Map<string, Title>();
  readonly #linked = new Map<string, Title>();
  readonly #properties = new Map<string, string>();
  readonly #limits = new Set<LimitKey>();
  readonly #unknown = new Set<string>();
  #lasts: number | undefined;
  #ttl: number | undefined;
  #consulted = false;
  readonly #warnings = new Map<string, ExpansionWarning>();
  readonly marked: NonNullable<TagsWithin['marked']>;

  constructor(marked: TagsWithin['marked'] = tree => tree) {
    this.marked = marked;
  }

  included({ namespace, dbkey }: Title): void {
    this.#included.set(titleKey(namespace, dbkey), { namespace, dbkey });
  }
  asked({ namespace, dbkey }: Title, isLinked: boolean): void {
    this.#asked.set(titleKey(namespace, dbkey), { namespace, dbkey });
    if (isLinked) this.#linked.set(titleKey(namespace, dbkey), { namespace, dbkey });
  }
  property(name: string, value: string): void {
    this.#properties.set(name, value);
  }
  limit(limit: LimitKey): void {
    this.#limits.add(limit);
  }
  warning(...warning: ExpansionWarning): void {
    if (this.#warnings.size < MOST_WARNINGS) this.#warnings.set(warning.join('\0'), warning);
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

  taken(): Omit<Expansion, 'text' | 'used'> {
    return {
      included: [...this.#included.values()],
      asked: [...this.#asked.values()],
      linked: [...this.#linked.values()],
      properties: Object.fromEntries(this.#properties),
      limits: [...this.#limits],
      unknown: [...this.#unknown],
      lasts: this.#lasts,
      ttl: this.#ttl,
      consulted: this.#consulted,
      warnings: [...this.#warnings.values()],
    };
  }
}
