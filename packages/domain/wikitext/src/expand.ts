import type { Site, Title, Titles } from '@wikiquery/core';
import { formatNumber } from '@wikiquery/languages';
import { resolveSubpage } from '@wikiquery/titles';
import { counts, functions, type Given, type Statistics, variables } from './magic-words.ts';
import { CORE_EXTENSION_TAGS, preprocess } from './preprocess.ts';
import { type Braces, type Node, toSource } from './tree.ts';

/** Where wikitext stands and what it may refer to. */
export interface WikitextContext {
  readonly site: Site;
  readonly titles: Titles;
  /** The page that the text belongs to. */
  readonly title: Title;
  readonly now: Date;
  /** Current texts of pages, redirects followed; pages that do not exist, or that hold no wikitext, are left out. */
  loadTexts(titles: readonly Title[]): Promise<ReadonlyMap<string, string>>;
  /** Under which `loadTexts` gives a text. */
  keyOf(title: Title): string;
  /** The language whose plural forms and cases the text uses; the wiki's when left out. */
  readonly lang?: string;
  /** Gender that a user chose; without it everybody has that of the wiki (`defaultoptions`). */
  genderOf?(userName: string): string | undefined;
  /** What `{{NUMBEROFPAGES}}` and its like stand for; without it they stay as they were written. */
  statistics?(): Promise<Statistics>;
  /** The interface message that `{{int:key|…}}` stands for, expanded; without it that stays as it was written. */
  message?(key: string, params: readonly string[]): Promise<string>;
  /** Whether there is a page, for `{{#ifexist:…}}`; without it that stays as it was written. */
  exists?(title: Title): Promise<boolean>;
  readonly observer?: ExpansionObserver;
}

/** Is told what an expansion meets. */
export interface ExpansionObserver {
  /** A page that is included, whether it is there or not. */
  included(title: Title): void;
  /** A page whose existence is asked for. */
  asked(title: Title): void;
  /** `{{DEFAULTSORT:…}}` and `{{DISPLAYTITLE:…}}`, by their names in lower case. */
  property(name: 'defaultsort' | 'displaytitle', value: string): void;
  /** Pages that include each other without end. */
  loop(): void;
  /** A variable or function of the wiki that stays as it was written. */
  unknown(name: string): void;
}

/** As in MediaWiki's defaults: templates within templates, and bytes that they may add up to. */
const MAX_DEPTH = 100;
const MAX_SIZE = 2 * 1024 * 1024;

/**
 * Replaces templates, arguments, variables and parser functions by what they stand for, as `expandtemplates` does. Comments vanish, tags of
 * extensions stay. What this does not know (parser functions of extensions, for example) stays as it was written.
 */
export async function expandTemplates(text: string, context: WikitextContext): Promise<string> {
  const expander = new Expander(context);
  const nodes = preprocess(text, { extensionTags: extensionTagsOf(context.site) });
  return expander.expand(nodes, { depth: 0, values: undefined, path: [] });
}

/** Tags of MediaWiki and, when the description of the wiki lists them, of its extensions. */
export function extensionTagsOf({ info }: Site): readonly string[] {
  const listed = info.extensiontags;
  return Array.isArray(listed) ? listed.map(tag => String(tag).replace(/^<|>$/g, '').toLowerCase()) : CORE_EXTENSION_TAGS;
}

/** The text of a page that is included, with the arguments that it got. */
interface Frame {
  readonly depth: number;
  /** Undefined for the page itself, where `{{{1}}}` stands for itself. */
  readonly values: Arguments | undefined;
  /** Keys of the pages that include each other, outermost first. */
  readonly path: readonly string[];
}

type Arguments = ReadonlyMap<string, string>;

const MAIN = 0;
const TEMPLATE = 10;

class Expander {
  readonly #context: WikitextContext;
  readonly #tags: readonly string[];
  readonly #texts = new Map<string, string>();
  readonly #asked = new Set<string>();
  readonly #trees = new Map<string, readonly Node[]>();
  #size = 0;

  constructor(context: WikitextContext) {
    this.#context = context;
    this.#tags = extensionTagsOf(context.site);
  }

  async expand(nodes: readonly Node[], frame: Frame): Promise<string> {
    await this.#load(plainTargets(nodes).flatMap(name => this.#titleOf(name) ?? []));
    let out = '';
    for (const node of nodes) out += await this.#expandNode(node, frame);
    return out;
  }

  async #expandNode(node: Node, frame: Frame): Promise<string> {
    if (typeof node === 'string') return node;
    switch (node.kind) {
      case 'comment':
      case 'ignore':
        return '';
      case 'ext':
        return toSource([node]);
      case 'heading':
        return this.expand(node.children, frame);
      case 'argument':
        return this.#expandArgument(node, frame);
      default:
        return this.#expandBraces(node, frame);
    }
  }

  async #expandArgument(node: Braces, frame: Frame): Promise<string> {
    const name = (await this.expand(node.title, frame)).trim();
    const value = frame.values?.get(name);
    if (value !== undefined) return value;
    const [fallback] = node.parts;
    if (fallback) return this.expand([...(fallback.name ? [...fallback.name, '='] : []), ...fallback.value], frame);
    return `{{{${name}}}}`;
  }

  async #expandBraces(node: Braces, frame: Frame): Promise<string> {
    const written = (await this.expand(node.title, frame)).trim();
    // Unsaved text may hold them; where they are not replaced on saving they do nothing.
    const name = written.replace(/^(?:safesubst|subst|msg|raw|msgnw):/i, '').trim();
    return (
      (await this.#expandCount(name, node)) ??
      (await this.#expandMagicWord(name, node, frame)) ??
      (await this.#expandExistence(name, node, frame)) ??
      (this.#isUnknownWord(name) ? undefined : await this.#include(name, node, frame)) ??
      this.#literally(written, node, frame)
    );
  }

  async #expandCount(name: string, node: Braces): Promise<string | undefined> {
    const [word = '', form] = name.split(':');
    const count = node.parts.length === 0 ? counts[word] : undefined;
    if (!count) return undefined;
    const { statistics, lang, site } = this.#context;
    if (!statistics) return `{{${name}}}`;
    const value = String((await statistics())[count]);
    return form?.trim() === 'R' ? value : formatNumber(lang ?? site.lang, value);
  }

  async #expandMagicWord(name: string, node: Braces, frame: Frame): Promise<string | undefined> {
    const given: Given = { ...this.#context, lang: this.#context.lang ?? this.#context.site.lang };
    const colon = name.indexOf(':');
    if (colon < 0) return node.parts.length === 0 ? variables[name]?.(given) : undefined;
    const word = name.slice(0, colon).toLowerCase();
    const first = name.slice(colon + 1).trim();
    const property = PROPERTIES.get(name.slice(0, colon));
    if (property) {
      this.#context.observer?.property(property, first);
      return '';
    }
    const call = functions[word] ?? (node.parts.length === 0 ? variables[name.slice(0, colon)] : undefined);
    if (!call) return undefined;
    if (!(word in functions)) {
      const title = this.#context.titles.local(first);
      return title ? (call as (given: Given) => string)({ ...given, title }) : '';
    }
    const rest = node.parts.map(({ name: label, value }) => [...(label ? [...label, '='] : []), ...value]);
    const values = [async () => first, ...rest.map(nodes => async () => (await this.expand(nodes, frame)).trim())];
    return (call as (typeof functions)[string])(values, given);
  }

  async #expandExistence(name: string, node: Braces, frame: Frame): Promise<string | undefined> {
    const { exists, titles, observer } = this.#context;
    const target = /^#ifexist:(.*)$/is.exec(name)?.[1]?.trim();
    if (target === undefined || !exists) return undefined;
    const title = titles.local(target);
    if (title && title.namespace >= 0) observer?.asked(title);
    const isThere = title !== undefined && title.namespace >= 0 && (await exists(title));
    const chosen = node.parts[isThere ? 0 : 1];
    return chosen ? (await this.expand([...(chosen.name ? [...chosen.name, '='] : []), ...chosen.value], frame)).trim() : '';
  }

  /** Words of MediaWiki and of extensions that mean something which is not known here: no page is meant. */
  #isUnknownWord(name: string): boolean {
    const colon = name.indexOf(':');
    const isWord = name.startsWith('#') ? colon > 0 : wordsOf(this.#context.site).has(colon < 0 ? name : name.slice(0, colon));
    if (isWord) this.#context.observer?.unknown(colon < 0 ? name : name.slice(0, colon));
    return isWord;
  }

  async #include(name: string, node: Braces, frame: Frame): Promise<string | undefined> {
    const title = this.#titleOf(name);
    if (!title) return undefined;
    const key = this.#context.keyOf(title);
    this.#context.observer?.included(title);
    if (frame.path.includes(key) || frame.depth >= MAX_DEPTH) {
      this.#context.observer?.loop();
      return `<span class="error">Template loop detected: [[:${this.#context.titles.text(title)}]]</span>`;
    }
    await this.#load([title]);
    const text = this.#texts.get(key);
    if (text === undefined) return `[[:${this.#context.titles.text(title)}]]`;
    this.#size += text.length;
    if (this.#size > MAX_SIZE) return `[[:${this.#context.titles.text(title)}]]`;
    const tree = this.#trees.get(key) ?? preprocess(text, { forInclusion: true, extensionTags: this.#tags });
    this.#trees.set(key, tree);
    const values = await this.#readArguments(node, frame);
    const out = await this.expand(tree, { depth: frame.depth + 1, values, path: [...frame.path, key] });
    // A list or a table that a template begins needs a line of its own.
    return !node.lineStart && /^(?:\{\||[:;#*])/.test(out) ? `\n${out}` : out;
  }

  /** Named values lose the blanks around them, positional ones keep them. */
  async #readArguments(node: Braces, frame: Frame): Promise<Arguments> {
    const values = new Map<string, string>();
    let position = 0;
    for (const part of node.parts) {
      const value = await this.expand(part.value, frame);
      if (part.name) values.set((await this.expand(part.name, frame)).trim(), value.trim());
      else values.set(String(++position), value);
    }
    return values;
  }

  async #literally(name: string, node: Braces, frame: Frame): Promise<string> {
    const parts = await Promise.all(
      node.parts.map(async part => `|${part.name ? `${await this.expand(part.name, frame)}=` : ''}${await this.expand(part.value, frame)}`),
    );
    return `{{${name}${parts.join('')}}}`;
  }

  /** The page that `{{name}}` includes. */
  #titleOf(name: string): Title | undefined {
    const { site, titles, title } = this.#context;
    const resolved = resolveSubpage(name, title, site, titles);
    const found = titles.local(resolved, resolved === name ? TEMPLATE : MAIN);
    return found && found.namespace >= 0 ? found : undefined;
  }

  async #load(wanted: readonly Title[]): Promise<void> {
    const fresh: Title[] = [];
    for (const title of wanted) {
      const key = this.#context.keyOf(title);
      if (!this.#asked.has(key)) fresh.push(title);
      this.#asked.add(key);
    }
    if (fresh.length === 0) return;
    for (const [key, text] of await this.#context.loadTexts(fresh)) this.#texts.set(key, text);
  }
}

/** What says something of the page and leaves nothing in its text. */
const PROPERTIES: ReadonlyMap<string, 'defaultsort' | 'displaytitle'> = new Map([
  ['DEFAULTSORT', 'defaultsort'],
  ['DEFAULTSORTKEY', 'defaultsort'],
  ['DEFAULTCATEGORYSORT', 'defaultsort'],
  ['DISPLAYTITLE', 'displaytitle'],
]);

/** What the wiki's variables and functions are called. */
function wordsOf({ info }: Site): ReadonlySet<string> {
  let words = knownWords.get(info);
  if (!words) {
    const names = new Set([...((info.variables as string[] | undefined) ?? []), ...((info.functionhooks as string[] | undefined) ?? [])]);
    const listed = ((info.magicwords as { name: string; aliases: string[] }[] | undefined) ?? []).filter(({ name }) => names.has(name));
    words = new Set(listed.flatMap(({ aliases }) => aliases.map(alias => alias.replace(/:$/, ''))));
    knownWords.set(info, words);
  }
  return words;
}
const knownWords = new WeakMap<object, ReadonlySet<string>>();

/** Names of templates that can be read off without expanding anything: they are loaded together. */
function plainTargets(nodes: readonly Node[]): string[] {
  const names: string[] = [];
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    if (node.kind === 'heading') names.push(...plainTargets(node.children));
    if (node.kind !== 'template') continue;
    const [only, ...more] = node.title;
    if (typeof only === 'string' && more.length === 0 && !(only.trim() in variables || only.trim() in counts)) names.push(only.trim());
    for (const part of node.parts) names.push(...plainTargets(part.value));
  }
  return names;
}
