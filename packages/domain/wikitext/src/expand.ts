import { NS, type Title } from '@wikiquery/core';
import { formatNumber } from '@wikiquery/languages';
import { localSpecialName, resolveSubpage } from '@wikiquery/titles';
import type { BraceOptions, Saving, Substitute } from './brace-types.ts';
import type { Statistics, WikitextContext, WrittenArgument } from './context.ts';
import { callOf, type ExpanderAccess, type ExtensionFunction, Extensions, type Frame } from './extension.ts';
import { functions } from './functions.ts';
import { ARGUMENT_LEFT_OUT, ExpansionLimits, INCLUSION_LEFT_OUT, TOO_DEEP, type Usage } from './limits.ts';
import { pageFunctions } from './page-functions.ts';
import { PageProperties } from './page-properties.ts';
import { preprocess } from './preprocess.ts';
import { extensionTagsOf } from './tags.ts';
import { Templates } from './templates.ts';
import { type Braces, type Node, toSource } from './tree.ts';
import { Arguments, ArgumentValue, wholeOf } from './values.ts';
import { counts, escaped, pageVariables, type VariableContext, variables } from './variables.ts';
import { wordsOf } from './words.ts';
import type { WorkBudget } from './work.ts';

/** Expands templates, arguments, variables and parser functions within MediaWiki's limits. `work` limits the expansion further. */
export class Expander {
  readonly #context: WikitextContext;
  readonly #tags: readonly string[];
  readonly #variableContext: VariableContext;
  readonly #work: WorkBudget | undefined;
  readonly #limits: ExpansionLimits;
  readonly #templates: Templates;
  readonly #existing = new Map<string, boolean>();
  readonly #properties: PageProperties;
  readonly #extensions: Extensions;
  /** Set for the pre-save transform, which only substitutes `{{subst:…}}`. */
  readonly #saving: Saving | undefined;

  constructor(context: WikitextContext, work?: WorkBudget, saving?: Saving) {
    this.#context = context;
    this.#saving = saving;
    this.#tags = extensionTagsOf(context.site);
    this.#work = work;
    this.#limits = new ExpansionLimits(context.observer, work);
    this.#variableContext = {
      ...context,
      lang: context.lang ?? context.site.lang,
      words: wordsOf(context.site),
      allowsExpensive: name => this.#limits.allowsExpensive(name),
      depends: (title, on) => (on === 'existence' ? context.observer?.checked(title, true) : context.observer?.included(title)),
      lasts: seconds => context.observer?.ttl?.(seconds),
      track: key => context.observer?.limit?.(key),
    };
    this.#extensions = new Extensions(context, this.#variableContext);
    this.#properties = new PageProperties(context, this.#variableContext);
    this.#templates = new Templates(context, { tags: this.#tags, limits: this.#limits, work, titleOf: name => this.#titleOf(name) });
  }

  get used(): Usage {
    return this.#limits.used;
  }

  end(): void {
    this.#limits.end();
  }

  async page(text: string): Promise<string> {
    return this.nodes(preprocess(text, { extensionTags: this.#tags, work: this.#work }));
  }

  async nodes(nodes: readonly Node[]): Promise<string> {
    try {
      return await this.#expandAll(nodes, { values: undefined, title: this.#context.title, path: [], messages: [] }, 0);
    } finally {
      this.#extensions.close();
    }
  }

  #expandAll(nodes: readonly Node[], frame: Frame, depth: number): Promise<string> {
    if (nodes.length > 0) this.#limits.visits(1, depth + 1);
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
      else if (node.kind === 'heading') {
        this.#limits.visits(1, depth + 2);
        stack.push({ nodes: node.children, at: 0 });
      } else if (this.#saving && (node.kind === 'ext' || node.kind === 'comment' || (node.kind === 'ignore' && frame.values === undefined)))
        out += this.#saving.protect(toSource([node]));
      else if (node.kind === 'ext' || (node.kind === 'comment' && this.#context.keepsComments && !frame.isArgument)) {
        if (node.kind === 'ext') this.#limits.visits(3, depth + 2);
        out += toSource([node]);
      } else if (node.kind === 'argument' || node.kind === 'template') {
        out +=
          this.#limits.refusal(depth) ??
          (await (node.kind === 'argument' ? this.#expandArgument(node, frame, depth) : this.#expandBraces(node, frame, depth)));
      }
    }
    return out;
  }

  async #expandArgument(node: Braces, frame: Frame, depth: number): Promise<string> {
    const written = await this.#expand(node.title, frame, depth + 1);
    const name = written.trim();
    this.#limits.read(name);
    const value = await frame.values?.get(name, depth + 1);
    if (value !== undefined) return this.#limits.takesArgument(value) ? value : ARGUMENT_LEFT_OUT;
    const [fallback, ...more] = node.parts;
    if (this.#saving && frame.values === undefined) return `{${await this.#literally(written, node, frame, depth)}}`;
    if (fallback) return this.#expand(wholeOf(fallback), frame, depth + 1);
    return more.length === 0 ? `{{{${written}}}}` : this.#literally(written, node, frame, depth);
  }

  async #expandBraces(node: Braces, frame: Frame, depth: number): Promise<string> {
    const written = await this.#expand(node.title, frame, depth + 1);
    this.#limits.read(written);
    const found = await this.#substituteOf(written.trim(), node, frame, depth);
    if (found === undefined) return this.#literally(written, node, frame, depth);
    const { text, page, name } = found;
    if (this.#limits.includes(text)) return this.#onOwnLine(node, text);
    return `[[:${page ?? name.replace(/^:/, '').slice(0, LONGEST_NAME)}]]${INCLUSION_LEFT_OUT}`;
  }

  /** Returns undefined if the braces stay as written. */
  async #substituteOf(written: string, node: Braces, frame: Frame, depth: number): Promise<Substitute | undefined> {
    const { words } = this.#variableContext;
    const [substituted, safely] = [words.afterPrefix('subst', written), words.afterPrefix('safesubst', written)];
    if (this.#saving ? substituted === undefined && safely === undefined : substituted !== undefined) return undefined;
    const whole = (substituted ?? safely ?? written).trim();
    const variable = node.parts.length === 0 ? words.variable(whole) : undefined;
    if (variable !== undefined) return this.#substitute(whole, whole, await this.#expandVariable(variable));
    const shown = words.afterPrefix('msgnw', whole);
    const plain = shown ?? words.afterPrefix('msg', whole) ?? whole;
    const name = (words.afterPrefix('raw', plain) ?? plain).trim();
    const colon = name.indexOf(':');
    if (colon >= 0) {
      const called = name.slice(0, colon);
      const id = words.called(called) ?? this.#describedBy(called);
      if (id !== undefined) {
        const text = await this.#call(id, name.slice(colon + 1).trim(), node, frame, depth);
        if (text !== undefined) return this.#substitute(called, name, text);
      } else if (called.startsWith('#')) return this.#substitute(called, name, null);
    }
    return this.#include(name, node, { frame, depth, isShown: shown !== undefined });
  }

  #substitute(word: string, name: string, text: string | null): Substitute | undefined {
    if (text !== null) return { text, name };
    this.#context.observer?.unknown(word);
    return undefined;
  }

  /** Returns the id of a function whose extension an imported site configuration may not list. The observer must handle the function. */
  #describedBy(called: string): string | undefined {
    const { observer } = this.#context;
    const word = called.toLowerCase();
    if (observer?.description && word === SHORT_DESCRIPTION) return SHORT_DESCRIPTION;
    return observer?.coordinates && word === `#${COORDINATES}` ? COORDINATES : undefined;
  }

  /** As in MediaWiki, a list or table from a template starts on a new line. */
  #onOwnLine({ lineStart }: Braces, text: string): string {
    return !lineStart && /^(?:\{\||[:;#*])/.test(text) ? `\n${text}` : text;
  }

  async #expandVariable(id: string): Promise<string | null> {
    if (CLOCK.test(id)) this.#context.observer?.lasts?.(CLOCK_LASTS);
    const text = variables[id]?.(this.#variableContext);
    if (text !== undefined) return text;
    if (counts[id]) return this.#count(counts[id], '');
    return (await functions[id]?.([], this.#variableContext)) ?? null;
  }

  async #count(count: keyof Statistics, raw: string): Promise<string | null> {
    const { statistics, observer } = this.#context;
    observer?.consulted?.();
    if (!statistics) return null;
    const value = String((await statistics())[count]);
    return this.#variableContext.words.is('rawsuffix', raw) ? value : formatNumber(this.#variableContext.lang, value);
  }

  /** Calls a function. Returns undefined if the name refers to a page, and null for an unknown function. */
  async #call(id: string, first: string, node: Braces, frame: Frame, depth: number): Promise<string | null | undefined> {
    const { observer, titles } = this.#context;
    const second = async (): Promise<string> => {
      const [part] = node.parts;
      return part ? (await this.#expand(wholeOf(part), frame, depth + 1)).trim() : '';
    };
    if (id === 'defaultsort' || id === 'displaytitle') {
      if (first !== '' || id === 'displaytitle') return this.#properties.set(id, first, await second());
      return '';
    }
    if (id === SHORT_DESCRIPTION && observer?.description) {
      observer.description(first, (await second()) === 'noreplace');
      return '';
    }
    if (id === COORDINATES && observer?.coordinates) {
      observer.coordinates([{ value: first }, ...(await this.#written(node, frame, depth))]);
      return '';
    }
    await this.#context.loadGenders?.(first);
    if (id === 'int') return this.#expandMessage(first, node, frame, depth);
    if (id === 'ifexist') return this.#expandExistence(first, node, frame, depth);
    if (counts[id]) return this.#count(counts[id], first);
    const variable = pageVariables[id];
    if (variable) {
      const title = titles.local(first);
      return title ? variable({ ...this.#variableContext, title }) : '';
    }
    const call = functions[id];
    if (!call) {
      const ofExtension = await this.#extension(id);
      return ofExtension ? ofExtension(callOf(this.#inside, first, node, frame, depth)) : null;
    }
    if (DATABASE_FUNCTIONS.has(id)) observer?.consulted?.();
    return call(
      [new ArgumentValue({ name: undefined, value: [first] }, this.#reader(frame, depth)), ...this.#values(node, frame, depth)],
      this.#variableContext,
    );
  }

  /** Extension functions may take long, so they never run on the main thread. */
  #extension(id: string): Promise<ExtensionFunction | undefined> | undefined {
    if (this.#extensions.isNone) return undefined;
    this.#work?.spend(Number.POSITIVE_INFINITY);
    return this.#extensions.find(id);
  }

  readonly #inside: ExpanderAccess = {
    keyOf: title => this.#context.keyOf(title),
    preprocess: text => {
      this.#limits.read(text);
      return preprocess(text, { forInclusion: true, extensionTags: this.#tags, work: this.#work });
    },
    expand: (nodes, frame, depth) => this.#expandAll(nodes, frame, depth),
    argumentsOf: (parts, frame, depth) => this.#arguments(parts, frame, depth, undefined),
    include: async (name, node, frame, depth) => {
      const title = this.#titleOf(name);
      if (title === undefined || (await this.#templates.tree(title)) === undefined) return undefined;
      return this.#limits.refusal(depth) ?? (await this.#include(name, node, { frame, depth, isShown: false }))?.text;
    },
    call: async (name, node, frame, depth) => {
      const { words } = this.#variableContext;
      const called = name.slice(0, name.indexOf(':'));
      const id = words.called(called);
      const first = name.slice(called.length + 1).trim();
      const text = id === undefined ? undefined : await this.#call(id, first, node, frame, depth);
      if (typeof text === 'string') return this.#limits.refusal(depth) ?? text;
      const variable = first === '' ? words.variable(called) : undefined;
      return variable === undefined ? undefined : ((await this.#expandVariable(variable)) ?? undefined);
    },
  };

  async #arguments(parts: Braces['parts'], frame: Frame, depth: number, of: Title | undefined): Promise<Arguments> {
    const values = await Arguments.read(parts, (nodes, at) => this.#expand(nodes, { ...frame, isArgument: true }, at), depth);
    const { observer, titles } = this.#context;
    if (values.duplicates.size > 0) observer?.limit?.('duplicate-args-category');
    for (const name of of ? values.duplicates : [])
      observer?.warning?.(
        'duplicate-args-warning',
        ...[titles.text(frame.title), titles.text(of as Title), name].map(text => escaped(text, this.#variableContext)),
      );
    return values;
  }

  /** Returns a function that expands an argument and counts its length as work. */
  #reader(frame: Frame, depth: number): (nodes: readonly Node[]) => Promise<string> {
    return async nodes => {
      const text = await this.#expand(nodes, frame, depth + 1);
      this.#limits.read(text);
      return text;
    };
  }

  #values(node: Braces, frame: Frame, depth: number): ArgumentValue[] {
    const read = this.#reader(frame, depth);
    return node.parts.map(part => new ArgumentValue(part, read));
  }

  async #expandMessage(key: string, node: Braces, frame: Frame, depth: number): Promise<string | null | undefined> {
    const { message, observer } = this.#context;
    if (key === '') return undefined;
    if (!message) return null;
    observer?.consulted?.();
    if (frame.messages.includes(key)) return `⧼${key}⧽`;
    const params: string[] = [];
    for (const value of this.#values(node, frame, depth)) params.push(await value.text());
    const text = key.length > LONGEST_NAME ? `⧼${key}⧽` : await message(key, params);
    this.#limits.read(text);
    if (!text.includes('{{')) return text;
    const tree = preprocess(text, { extensionTags: this.#tags, work: this.#work });
    return this.#expandAll(tree, { ...frame, values: undefined, messages: [...frame.messages, key] }, depth + 1);
  }

  async #expandExistence(name: string, node: Braces, frame: Frame, depth: number): Promise<string | null> {
    const { exists, titles, observer, site } = this.#context;
    if (!exists) return null;
    const title = titles.local(name);
    let isThere = false;
    if (title?.namespace === NS.SPECIAL) isThere = localSpecialName(site, title.dbkey) !== undefined;
    else if (title) {
      const key = this.#context.keyOf(title);
      const known = this.#existing.get(key);
      if (known !== undefined) isThere = known;
      else if (this.#limits.allowsExpensive()) {
        if (title.namespace >= 0) observer?.checked(title, !site.since('1.45'));
        isThere = await exists(title);
        this.#existing.set(key, isThere);
      }
    }
    const chosen = node.parts[isThere ? 0 : 1];
    return chosen ? (await this.#expand(wholeOf(chosen), frame, depth + 1)).trim() : '';
  }

  async #include(name: string, node: Braces, options: BraceOptions): Promise<Substitute | undefined> {
    const title = this.#titleOf(name);
    if (!title) return undefined;
    await this.#context.loadGenders?.(name);
    const reportArguments = this.#context.observer?.including?.(title);
    const found = await this.#including(title, name, node, options);
    reportArguments?.(await this.#written(node, options.frame, options.depth));
    return found;
  }

  async #written(node: Braces, frame: Frame, depth: number): Promise<WrittenArgument[]> {
    const written: WrittenArgument[] = [];
    for (const value of this.#values(node, frame, depth)) {
      const name = await value.label();
      written.push({ ...(name !== undefined && { name }), value: await value.value() });
    }
    return written;
  }

  async #including(title: Title, name: string, node: Braces, { frame, depth, isShown }: BraceOptions): Promise<Substitute | undefined> {
    this.#work?.spend(INCLUSION);
    const page = this.#context.titles.text(title);
    const key = this.#context.keyOf(title);
    const isIncludable = title.namespace >= 0 && !this.#context.site.namespaces.get(title.namespace)?.nonincludable;
    if (isIncludable) this.#context.observer?.included(title);
    if (frame.path.includes(key)) {
      this.#context.observer?.limit?.('template-loop-category');
      this.#context.observer?.warning?.('template-loop-warning', escaped(page, this.#variableContext));
      const message = (await this.#context.contentMessage?.('parser-template-loop-warning', [page])) ?? '';
      const text = message === '' || message.startsWith('⧼') ? `Template loop detected: [[:${page}]]` : message;
      return { text: `<span class="error">${text}</span>`, name };
    }
    if (!this.#limits.mayInclude(frame.path.length)) return { text: TOO_DEEP, name };
    const tree = isIncludable ? await this.#templates.tree(title) : undefined;
    if (tree === undefined)
      return this.#saving ? undefined : { text: isShown ? escaped(`[[:${page}]]`, this.#variableContext) : `[[:${page}]]`, name };
    if (tree === 'too large') return { text: `[[:${page}]]${INCLUSION_LEFT_OUT}`, name };
    if (isShown) return { text: escaped(toSource(tree), this.#variableContext), page, name };
    const values = await this.#arguments(node.parts, frame, depth + 1, title);
    const marked = this.#context.observer?.marked?.(tree, title) ?? tree;
    return {
      text: await this.#expandAll(marked, { ...frame, values, title, path: [...frame.path, key], isArgument: false }, depth + 1),
      page,
      name,
    };
  }

  async #literally(name: string, node: Braces, frame: Frame, depth: number): Promise<string> {
    let out = `{{${name}`;
    for (const part of node.parts) out += `|${await this.#expand(wholeOf(part), frame, depth + 1)}`;
    return `${out}}}`;
  }

  #titleOf(name: string): Title | undefined {
    if (name.length > LONGEST_WRITTEN) return undefined;
    const { site, titles, title } = this.#context;
    const resolved = resolveSubpage(name, title, site, titles);
    return titles.local(resolved, resolved === name ? NS.TEMPLATE : NS.MAIN);
  }
}

/** Units of work for parsing and formatting a title. */
const INCLUSION = 10;
/** Maximum length in bytes of a title without its namespace. */
const LONGEST_NAME = 255;
/** Maximum length in characters of a written title, which may contain character references. */
const LONGEST_WRITTEN = 4096;

const SHORT_DESCRIPTION = 'shortdesc';
const COORDINATES = 'coordinates';

/** Variables that depend on the time, and the number of seconds for which their values stay valid. */
const CLOCK = /^(?:current(?!version)|local)/;
const CLOCK_LASTS = 60;
/** Functions that read data other than page texts. */
const DATABASE_FUNCTIONS: ReadonlySet<string> = new Set([...Object.keys(pageFunctions), 'gender']);
