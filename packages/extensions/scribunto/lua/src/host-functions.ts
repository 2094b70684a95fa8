import { isInvalid, NS, type Title } from '@wikiquery/core';
import {
  type FrameView,
  MODULE_NAMESPACE,
  type PageText,
  type PlainArgument,
  readRedirect,
  type VariableContext,
  type WikitextContext,
} from '@wikiquery/wikitext';
import type { Frames } from './frames.ts';
import { LanguageFunctions, listOf } from './language-functions.ts';
import { LuaFailure } from './lua-failure.ts';
import { toLua } from './lua-json.ts';
import { describeSite, describeTitle, type TitleTable } from './titles.ts';

export type HostFunction = (...values: never[]) => unknown;

type LuaArgument = readonly [name: string, value: string, isPositional?: boolean];

const argumentsOf = (values: readonly LuaArgument[] | ReadonlyMap<unknown, LuaArgument>): readonly PlainArgument[] =>
  listOf<LuaArgument>(values)
    .map(([name, value, isPositional = false]) => ({ name, value, isPositional }))
    .sort((a, b) => (a.isPositional && b.isPositional ? Number(a.name) - Number(b.name) : Number(b.isPositional) - Number(a.isPositional)));

export class HostFunctions extends LanguageFunctions {
  readonly #frames: Frames;
  readonly #pages = new Map<string, Promise<PageText | undefined>>();

  constructor(context: WikitextContext, functionContext: VariableContext, frames: Frames) {
    super(context, functionContext);
    this.#frames = frames;
  }

  async argument(id: number, name: string): Promise<string | undefined> {
    return this.#frames.at(id).argument(name);
  }
  async allArguments(id: number): Promise<ReadonlyMap<string | number, string>> {
    const frame = this.#frames.at(id);
    const values = new Map<string | number, string>();
    for (const name of frame.names() ?? []) {
      const value = await frame.argument(name);
      if (value !== undefined) values.set(/^[1-9]\d{0,14}$/.test(name) ? Number(name) : name, value);
    }
    return values;
  }
  parentFrame(id: number): number | undefined {
    return this.#frames.parentOf(id);
  }
  frameTitle(id: number): string {
    return this.context.titles.text(this.#frames.at(id).title);
  }
  preprocess(id: number, text: string): Promise<string> {
    return this.#frames.at(id).preprocess(text);
  }
  async expandTemplate(id: number, name: string, values: readonly LuaArgument[]): Promise<string> {
    const { titles } = this.context;
    const title = titles.local(name, NS.TEMPLATE);
    if (!title) throw new LuaFailure(`frame:expandTemplate: invalid title "${name}"`);
    const text = await this.#frames.at(id).include(`:${titles.text(title)}`, argumentsOf(values));
    if (text === undefined) throw new LuaFailure(`frame:expandTemplate: template "${name}" does not exist`);
    return text;
  }
  async callParserFunction(id: number, name: string, values: readonly LuaArgument[]): Promise<string> {
    const colon = name.indexOf(':');
    const all = argumentsOf(values);
    const [first, ...rest] = colon < 0 && all[0]?.isPositional ? all : [undefined, ...all];
    const word = colon < 0 ? name : name.slice(0, colon);
    if (colon < 0 && !first) throw new LuaFailure(NO_FIRST);
    const text = await this.#frames.at(id).call(word, colon < 0 ? (first?.value ?? '') : name.slice(colon + 1), rest as PlainArgument[]);
    if (text === undefined) throw new LuaFailure(`callParserFunction: function "${word}" was not found`);
    return text;
  }
  async extensionTag(id: number, name: string, content: string, values: readonly LuaArgument[]): Promise<string> {
    const text = await this.#frames.at(id).call('#tag', name, [{ name: '1', value: content, isPositional: true }, ...argumentsOf(values)]);
    if (text === undefined) throw new LuaFailure('callParserFunction: function "#tag" was not found');
    return text;
  }
  newChild(id: number, name: string | undefined, values: readonly LuaArgument[]): number {
    const frame = this.#frames.at(id);
    const title = name === undefined ? frame.title : this.context.titles.local(name);
    if (!title) throw new LuaFailure(`frame:newChild: invalid title "${name}"`);
    const child: FrameView = frame.child(title, argumentsOf(values));
    return this.#frames.add(child, frame);
  }
  warning(text: string): void {
    this.context.observer?.warning?.('scribunto-lua-warning', text);
  }
  expensive(): boolean {
    return this.functionContext.allowsExpensive();
  }

  moduleTitle(name: string): string | undefined {
    const title = this.context.titles.local(name);
    return title?.namespace === MODULE_NAMESPACE ? this.context.titles.text(title).replaceAll(' ', '_') : undefined;
  }
  async module(name: string): Promise<string | undefined> {
    const title = this.context.titles.local(name);
    if (title?.namespace !== MODULE_NAMESPACE) return undefined;
    this.context.observer?.included(title);
    const page = await this.#page(title);
    return page?.model === 'Scribunto' ? page.text : undefined;
  }
  async jsonPage(name: string): Promise<unknown> {
    const title = this.context.titles.local(name);
    if (title) this.context.observer?.included(title);
    const page = title && (await this.#page(title));
    try {
      if (page?.model === 'json' && page.text !== undefined) return toLua(JSON.parse(page.text), false);
    } catch {
      // The error is thrown below.
    }
    throw new LuaFailure(`bad argument #1 to 'mw.loadJsonData' ('${name}' is not a valid JSON page)`);
  }

  async #page(page: Title | number): Promise<PageText | undefined> {
    const key = typeof page === 'number' ? String(page) : this.context.keyOf(page);
    const known = this.#pages.get(key);
    if (known) return known;
    if (this.#pages.size >= MOST_PAGES) throw new LuaFailure('too many expensive function calls');
    const read = this.context.page?.(page) ?? Promise.resolve(undefined);
    this.#pages.set(key, read);
    return read;
  }

  #title(namespace: number, text: string): Title | undefined {
    return this.context.titles.make(namespace, text);
  }
  currentTitle(): TitleTable {
    return describeTitle(this.context, this.context.title);
  }
  newTitle(text: string, namespace?: number): TitleTable | undefined {
    const parsed = this.context.titles.parse(text, namespace);
    if (isInvalid(parsed)) return undefined;
    return parsed.dbkey === '' && parsed.interwiki === ''
      ? undefined
      : describeTitle(this.context, parsed, parsed.fragment, parsed.interwiki);
  }
  makeTitle(namespace: number, text: string, fragment: string, interwiki: string): TitleTable | undefined {
    const title = this.#title(namespace, text);
    return title && describeTitle(this.context, title, fragment, interwiki);
  }
  async titleById(id: number): Promise<TitleTable | undefined> {
    const page = this.functionContext.allowsExpensive() ? await this.#page(id) : undefined;
    return page && describeTitle(this.context, page);
  }
  async titleFacts(namespace: number, text: string): Promise<object> {
    const title = this.#title(namespace, text);
    const isItself = title && namespace === this.context.title.namespace && title.dbkey === this.context.title.dbkey;
    if (title && !isItself && !this.functionContext.allowsExpensive()) throw new LuaFailure('too many expensive function calls');
    if (title) this.context.observer?.checked(title, !this.context.site.since('1.45'));
    const page = title && (await this.#page(title));
    return { id: page?.id ?? 0, exists: page !== undefined, isRedirect: page?.isRedirect ?? false, contentModel: page?.model };
  }
  async content(namespace: number, text: string): Promise<string | undefined> {
    const title = namespace >= 0 ? this.#title(namespace, text) : undefined;
    if (!title) return undefined;
    this.context.observer?.included(title);
    return (await this.#page(title))?.text;
  }
  async redirectTarget(namespace: number, text: string): Promise<TitleTable | undefined> {
    const title = this.#title(namespace, text);
    const page = title && (await this.#page(title));
    if (title) this.context.observer?.included(title);
    if (!page?.isRedirect || page.text === undefined) return undefined;
    const [target] = readRedirect(page.text, true, this.context.site, this.context.titles);
    return target === undefined ? undefined : this.newTitle(this.context.titles.text(target));
  }
  async protectionLevels(namespace: number, text: string): Promise<object> {
    const title = this.#title(namespace, text);
    if (!title || namespace < 0 || !this.context.restriction) return {};
    this.context.observer?.consulted?.();
    const levels: Record<string, readonly string[]> = {};
    const exists = (await this.#page(title)) !== undefined;
    const types = exists ? ['edit', 'move', ...(namespace === NS.FILE ? ['upload'] : [])] : ['create'];
    for (const type of types) {
      const { level } = await this.context.restriction(title, type);
      levels[type] = level === '' ? [] : [level];
    }
    return levels;
  }
  async fileExists(namespace: number, text: string): Promise<boolean> {
    const title = this.#title(namespace, text);
    if (!title || (namespace !== NS.FILE && namespace !== -2)) return false;
    this.context.observer?.consulted?.();
    return (await this.context.fileUrl?.(title.dbkey)) !== undefined;
  }
  titleUrl(kind: 'full' | 'local' | 'canonical', namespace: number, text: string, fragment: string, interwiki: string, query: string) {
    const { site } = this.context;
    const anchor = fragment === '' ? '' : `#${fragment.replaceAll(' ', '_')}`;
    if (interwiki !== '') return site.urls.interwiki(interwiki, text.replaceAll(' ', '_'), fragment);
    const title = this.#title(namespace, text);
    if (!title) return undefined;
    return site.urls[kind](title, query === '' ? undefined : query) + (kind === 'local' ? '' : anchor);
  }
  pageUrl(kind: 'full' | 'local' | 'canonical', name: string, query: string): string | undefined {
    const parsed = this.context.titles.parse(name);
    if (isInvalid(parsed)) return undefined;
    return this.titleUrl(kind, parsed.namespace, parsed.dbkey, parsed.fragment, parsed.interwiki, query);
  }
  site(): object {
    return describeSite(this.context.site);
  }
}

const MOST_PAGES = 1000;

const NO_FIRST =
  'callParserFunction: At least one unnamed parameter (the parameter that comes after the colon in wikitext) must be provided';
