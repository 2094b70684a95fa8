import { NS, type Site, type Title } from '@wikiquery/core';
import { formatNumber } from '@wikiquery/languages';
import { resolveSubpage } from '@wikiquery/titles';
import type { WikitextContext } from './context.ts';
import { ARGUMENT_LEFT_OUT, INCLUSION_LEFT_OUT, Limits, TOO_DEEP } from './limits.ts';
import { counts, functions, type Given, variables } from './magic-words.ts';
import { CORE_EXTENSION_TAGS, preprocess } from './preprocess.ts';
import { Templates } from './templates.ts';
import { type Braces, type Node, toSource } from './tree.ts';
import { Arguments, Value, wholeOf } from './values.ts';
import type { Work } from './work.ts';

/** Tags of MediaWiki and, when the description of the wiki lists them, of its extensions. */
export function extensionTagsOf({ info }: Site): readonly string[] {
  const listed = info.extensiontags;
  return Array.isArray(listed) ? listed.map(tag => String(tag).replace(/^<|>$/g, '').toLowerCase()) : CORE_EXTENSION_TAGS;
}

/** What `expandTemplates` does, here and now. */
export const expandHere = (text: string, context: WikitextContext, work?: Work): Promise<string> => new Expander(context, work).page(text);

/** The text of a page that is included, with the arguments that it got. */
interface Frame {
  /** Undefined for the page itself, where `{{{1}}}` stands for itself. */
  readonly values: Arguments | undefined;
  /** Keys of the pages that include each other, outermost first. */
  readonly path: readonly string[];
  /** Messages that name each other, in the same way. */
  readonly messages: readonly string[];
}

const PAGE: Frame = { values: undefined, path: [], messages: [] };

/** What braces stand for. */
interface Substitute {
  readonly text: string;
  /** What is said where the text is too large. */
  readonly page?: string;
}

/**
 * Replaces templates, arguments, variables and parser functions by what they stand for, within MediaWiki's limits. `work` bounds it further, by an
 * exception.
 */
export class Expander {
  readonly #context: WikitextContext;
  readonly #tags: readonly string[];
  readonly #given: Given;
  readonly #work: Work | undefined;
  readonly #limits: Limits;
  readonly #templates: Templates;
  readonly #existing = new Map<string, boolean>();

  constructor(context: WikitextContext, work?: Work) {
    this.#context = context;
    this.#tags = extensionTagsOf(context.site);
    this.#given = { ...context, lang: context.lang ?? context.site.lang };
    this.#work = work;
    this.#limits = new Limits(context.observer, work);
    this.#templates = new Templates(context, { tags: this.#tags, limits: this.#limits, work, titleOf: name => this.#titleOf(name) });
  }

  /** The wikitext of the page itself. */
  async page(text: string): Promise<string> {
    return this.nodes(preprocess(text, { extensionTags: this.#tags, work: this.#work }));
  }

  /** Nodes of the page itself. */
  nodes(nodes: readonly Node[]): Promise<string> {
    return this.#expandAll(nodes, PAGE, 0);
  }

  #expandAll(nodes: readonly Node[], frame: Frame, depth: number): Promise<string> {
    this.#templates.expect(nodes);
    return this.#expand(nodes, frame, depth);
  }

  async #expand(nodes: readonly Node[], frame: Frame, depth: number): Promise<string> {
    if (nodes.length === 0) return '';
    if (nodes.length === 1 && typeof nodes[0] === 'string') return nodes[0];
    let out = '';
    const stack = [{ nodes, at: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const node = top.nodes[top.at++];
      if (node === undefined) stack.pop();
      else if (typeof node === 'string') out += node;
      else if (node.kind === 'heading') stack.push({ nodes: node.children, at: 0 });
      else if (node.kind === 'ext') out += toSource([node]);
      else if (node.kind === 'argument' || node.kind === 'template') {
        out +=
          this.#limits.refusal(depth) ??
          (await (node.kind === 'argument' ? this.#expandArgument(node, frame, depth) : this.#expandBraces(node, frame, depth)));
      }
    }
    return out;
  }

  async #expandArgument(node: Braces, frame: Frame, depth: number): Promise<string> {
    const name = (await this.#expand(node.title, frame, depth + 1)).trim();
    this.#limits.read(name);
    const value = await frame.values?.get(name, depth + 1);
    if (value !== undefined) return this.#limits.takesArgument(value) ? value : ARGUMENT_LEFT_OUT;
    const [fallback] = node.parts;
    return fallback ? this.#expand(wholeOf(fallback), frame, depth + 1) : `{{{${name}}}}`;
  }

  async #expandBraces(node: Braces, frame: Frame, depth: number): Promise<string> {
    const written = (await this.#expand(node.title, frame, depth + 1)).trim();
    this.#limits.read(written);
    // Unsaved text may hold them; where they are not replaced on saving they do nothing.
    const name = written.replace(/^(?:safesubst|subst|msg|raw|msgnw):/i, '').trim();
    const substitute =
      (await this.#expandCount(name, node)) ??
      (await this.#expandMagicWord(name, node, frame, depth)) ??
      (await this.#expandExistence(name, node, frame, depth)) ??
      (this.#isUnknownWord(name) ? undefined : await this.#include(name, node, frame, depth));
    if (substitute === undefined) return this.#literally(written, node, frame, depth);
    const { text, page } = typeof substitute === 'string' ? { text: substitute } : substitute;
    if (this.#limits.includes(text)) return page === undefined ? text : this.#onOwnLine(node, text);
    return `[[:${page ?? name.replace(/^:/, '').slice(0, LONGEST_NAME)}]]${INCLUSION_LEFT_OUT}`;
  }

  /** A list or a table that a template begins needs a line of its own. */
  #onOwnLine({ lineStart }: Braces, text: string): string {
    return !lineStart && /^(?:\{\||[:;#*])/.test(text) ? `\n${text}` : text;
  }

  async #expandCount(name: string, node: Braces): Promise<string | undefined> {
    if (node.parts.length > 0) return undefined;
    const colon = name.indexOf(':');
    const count = counts[colon < 0 ? name : name.slice(0, colon)];
    if (!count) return undefined;
    const { statistics, lang, site } = this.#context;
    if (!statistics) return `{{${name}}}`;
    const value = String((await statistics())[count]);
    return colon > 0 && name.slice(colon + 1).trim() === 'R' ? value : formatNumber(lang ?? site.lang, value);
  }

  async #expandMagicWord(name: string, node: Braces, frame: Frame, depth: number): Promise<string | undefined> {
    const colon = name.indexOf(':');
    if (colon < 0) return node.parts.length === 0 ? variables[name]?.(this.#given) : undefined;
    const word = name.slice(0, colon).toLowerCase();
    const first = name.slice(colon + 1).trim();
    const property = PROPERTIES.get(name.slice(0, colon));
    if (property) {
      this.#context.observer?.property(property, first);
      return '';
    }
    if (word === 'shortdesc' && this.#context.observer?.description) {
      const [control] = node.parts;
      const yields = control !== undefined && (await this.#expand(wholeOf(control), frame, depth + 1)).trim() === 'noreplace';
      this.#context.observer.description(first, yields);
      return '';
    }
    if (word === 'int') return this.#expandMessage(first, node, frame, depth);
    const call = functions[word];
    if (call)
      return call(
        [new Value({ name: undefined, value: [first] }, this.#reader(frame, depth)), ...this.#values(node, frame, depth)],
        this.#given,
      );
    const variable = node.parts.length === 0 ? variables[name.slice(0, colon)] : undefined;
    if (!variable) return undefined;
    const title = this.#context.titles.local(first);
    return title ? variable({ ...this.#given, title }) : '';
  }

  /** Expands what a function is given, which looks at all of it. */
  #reader(frame: Frame, depth: number): (nodes: readonly Node[]) => Promise<string> {
    return async nodes => {
      const text = await this.#expand(nodes, frame, depth + 1);
      this.#limits.read(text);
      return text;
    };
  }

  #values(node: Braces, frame: Frame, depth: number): Value[] {
    const read = this.#reader(frame, depth);
    return node.parts.map(part => new Value(part, read));
  }

  /** `{{int:key|…}}`, in the language of the text. */
  async #expandMessage(key: string, node: Braces, frame: Frame, depth: number): Promise<string | undefined> {
    const { message } = this.#context;
    if (key === '' || !message) return undefined;
    if (frame.messages.includes(key)) return `⧼${key}⧽`;
    const params: string[] = [];
    for (const value of this.#values(node, frame, depth)) params.push(await value.text());
    const text = await message(key, params);
    this.#limits.read(text);
    if (!text.includes('{{')) return text;
    const tree = preprocess(text, { extensionTags: this.#tags, work: this.#work });
    return this.#expandAll(tree, { ...frame, values: undefined, messages: [...frame.messages, key] }, depth + 1);
  }

  async #expandExistence(name: string, node: Braces, frame: Frame, depth: number): Promise<string | undefined> {
    const { exists, titles, observer } = this.#context;
    if (!exists || !/^#ifexist:/i.test(name)) return undefined;
    const title = titles.local(name.slice('#ifexist:'.length).trim());
    let isThere = false;
    if (title && title.namespace >= 0) {
      const key = this.#context.keyOf(title);
      const known = this.#existing.get(key);
      if (known !== undefined) isThere = known;
      else if (this.#limits.asks()) {
        observer?.asked(title);
        isThere = await exists(title);
        this.#existing.set(key, isThere);
      }
    }
    const chosen = node.parts[isThere ? 0 : 1];
    return chosen ? (await this.#expand(wholeOf(chosen), frame, depth + 1)).trim() : '';
  }

  /** Words of MediaWiki and of extensions that mean something which is not known here: no page is meant. */
  #isUnknownWord(name: string): boolean {
    const colon = name.indexOf(':');
    const isWord = name.startsWith('#') ? colon > 0 : wordsOf(this.#context.site).has(colon < 0 ? name : name.slice(0, colon));
    if (isWord) this.#context.observer?.unknown(colon < 0 ? name : name.slice(0, colon));
    return isWord;
  }

  async #include(name: string, node: Braces, frame: Frame, depth: number): Promise<Substitute | undefined> {
    const title = this.#titleOf(name);
    if (!title) return undefined;
    this.#work?.spend(INCLUSION);
    const page = this.#context.titles.text(title);
    const key = this.#context.keyOf(title);
    this.#context.observer?.included(title);
    if (frame.path.includes(key)) {
      this.#context.observer?.limit?.('template-loop-category');
      return { text: `<span class="error">Template loop detected: [[:${page}]]</span>` };
    }
    if (!this.#limits.mayInclude(frame.path.length)) return { text: TOO_DEEP };
    const tree = await this.#templates.tree(title);
    if (tree === undefined) return { text: `[[:${page}]]` };
    if (tree === 'too large') return { text: `[[:${page}]]${INCLUSION_LEFT_OUT}` };
    const values = await Arguments.read(node.parts, (nodes, at) => this.#expand(nodes, frame, at), depth + 1);
    return { text: await this.#expandAll(tree, { ...frame, values, path: [...frame.path, key] }, depth + 1), page };
  }

  async #literally(name: string, node: Braces, frame: Frame, depth: number): Promise<string> {
    let out = `{{${name}`;
    for (const part of node.parts) out += `|${await this.#expand(wholeOf(part), frame, depth + 1)}`;
    return `${out}}}`;
  }

  /** The page that `{{name}}` includes. */
  #titleOf(name: string): Title | undefined {
    if (name.length > LONGEST_WRITTEN) return undefined;
    const { site, titles, title } = this.#context;
    const resolved = resolveSubpage(name, title, site, titles);
    const found = titles.local(resolved, resolved === name ? NS.TEMPLATE : NS.MAIN);
    return found && found.namespace >= 0 ? found : undefined;
  }
}

/** Units of work: a title is read and written. */
const INCLUSION = 10;
/** Bytes of a title, without its namespace. */
const LONGEST_NAME = 255;
/** Characters of what may be a title: letters can be written as references. */
const LONGEST_WRITTEN = 4096;

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
