import { type Title, titleKey } from '@wikiquery/core';
import type { ExpansionObserver, LimitKey, WikitextContext } from './context.ts';
import { Expander } from './expand.ts';
import { ExpansionLimits, type Usage } from './limits.ts';
import { hideTags, shownTags } from './nested-tags.ts';
import { preprocess } from './preprocess.ts';
import { extensionTagsOf } from './tags.ts';
import { type Extension, flattenHeadings, type Node, toSource } from './tree.ts';
import type { WorkBudget } from './work.ts';

/** An expanded text, which may contain hidden tags (`hideTags`), and everything that it uses. */
export interface Expansion {
  readonly text: string;
  readonly included: readonly Title[];
  readonly checked: readonly Title[];
  /** Pages in `checked` that count as linked. */
  readonly linked: readonly Title[];
  /** The last value of each property, in the order of first use. */
  readonly properties: Readonly<Record<string, string>>;
  readonly limits: readonly LimitKey[];
  readonly unknown: readonly string[];
  /** Number of seconds after which the text may change. Undefined if the text does not depend on the time. */
  readonly lasts: number | undefined;
  /** Like `lasts`, but only for `{{#time:…}}`, whose time to live MediaWiki reports. */
  readonly ttl: number | undefined;
  /** Whether the text depends on data other than the texts and existence of pages. */
  readonly consulted: boolean;
  readonly warnings: readonly ExpansionWarning[];
  readonly used: Usage;
}

/** A warning to the editor: a message key and its parameters. */
export type ExpansionWarning = readonly [key: string, ...params: readonly string[]];

export const expandInProcess = async (text: string, context: WikitextContext, work?: WorkBudget): Promise<string> =>
  shownTags(await new Expander(context, work).page(text));

/** Expands a text as `expansionOf` does, in this process and without a time limit. `tags`: tags whose content is expanded, too. */
export async function expansionInProcess(
  text: string,
  context: WikitextContext,
  work?: WorkBudget,
  tags?: WikitextTags,
): Promise<Expansion> {
  const notes = new Notes(tags?.marked);
  const expander = new Expander({ ...context, observer: notes }, work);
  const expanded = await expander.page(text);
  const whole = tags ? await expandAllTags(expanded, expander, context, tags) : expanded;
  return { text: whole, ...notes.result(), used: expander.used };
}

/** Extension tags whose content is wikitext. */
export interface WikitextTags {
  readonly names: readonly string[];
  /** Returns the tags in the order in which they are expanded. It determines the order of transcluded templates. */
  inOrder(tags: readonly Extension[]): readonly Extension[];
  /** Replaces the text of a transcluded page before its expansion. */
  marked?(tree: readonly Node[], title: Title): readonly Node[];
}

/** Expands a text and the content of tags in it, in this process. */
export async function expandWithin(text: string, context: WikitextContext, tags: WikitextTags): Promise<string> {
  const expander = new Expander(context);
  return expandAllTags(await expander.page(text), expander, context, tags);
}

/** Expands the content of tags. Then reports exceeded limits, which are known only at the end of a page. */
async function expandAllTags(text: string, expander: Expander, context: WikitextContext, wikitextTags: WikitextTags): Promise<string> {
  const expanded = await expandTags(text, expander, context, wikitextTags, 0);
  expander.end();
  return expanded;
}

const DEEPEST = 10;

async function expandTags(
  text: string,
  expander: Expander,
  context: WikitextContext,
  wikitextTags: WikitextTags,
  depth: number,
): Promise<string> {
  if (depth >= DEEPEST || !text.includes('<')) return text;
  const nodes = flattenHeadings(preprocess(text, { extensionTags: extensionTagsOf(context.site) }));
  const expanded = new Map<Node, string>();
  for (const tag of wikitextTags.inOrder(nodes.filter(node => typeof node !== 'string' && node.kind === 'ext')))
    if (tag.inner?.trim() && wikitextTags.names.includes(tag.name.toLowerCase())) {
      const inner = await expandTags(await expander.page(tag.inner), expander, context, wikitextTags, depth + 1);
      expanded.set(tag, inner === tag.inner ? inner : hideTags(inner, tag.name, extensionTagsOf(context.site), 'later'));
    }
  return nodes
    .map(node => {
      const inner = expanded.get(node);
      return toSource([inner === undefined ? node : { ...(node as Extension), inner }]);
    })
    .join('');
}

const MOST_WARNINGS = 100;

/** Returns the expansion of a text that uses no pages, functions or properties, without the text itself. */
export const emptyNotes = (): Omit<Expansion, 'text'> => ({
  ...new Notes().result(),
  used: new ExpansionLimits(undefined, undefined).used,
});

class Notes implements ExpansionObserver {
  readonly #included = new Map<string, Title>();
  readonly #checked = new Map<string, Title>();
  readonly #linked = new Map<string, Title>();
  readonly #properties = new Map<string, string>();
  readonly #limits = new Set<LimitKey>();
  readonly #unknown = new Set<string>();
  #lasts: number | undefined;
  #ttl: number | undefined;
  #consulted = false;
  readonly #warnings = new Map<string, ExpansionWarning>();
  readonly marked: NonNullable<WikitextTags['marked']>;

  constructor(marked: WikitextTags['marked'] = tree => tree) {
    this.marked = marked;
  }

  included({ namespace, dbkey }: Title): void {
    this.#included.set(titleKey(namespace, dbkey), { namespace, dbkey });
  }
  checked({ namespace, dbkey }: Title, isLinked: boolean): void {
    this.#checked.set(titleKey(namespace, dbkey), { namespace, dbkey });
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

  result(): Omit<Expansion, 'text' | 'used'> {
    return {
      included: [...this.#included.values()],
      checked: [...this.#checked.values()],
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
