import type { Title } from '@wikiquery/core';
import type { WikitextContext } from './context.ts';
import type { BracePart, Braces, Node } from './tree.ts';
import { Arguments } from './values.ts';
import type { VariableContext } from './variables.ts';

/** What functions of an extension are given, in the form in which `{{name|…}}` would write it. */
export interface PlainArgument {
  readonly name: string;
  readonly value: string;
  /** It is one of those that are counted. */
  readonly isPositional: boolean;
}

/** A page with the arguments that it got, as a function of an extension sees it. */
export interface FrameView {
  readonly title: Title;
  /** Names of the arguments; undefined for the page that is expanded itself. */
  names(): readonly string[] | undefined;
  argument(name: string): Promise<string | undefined>;
  /** Expands wikitext with the arguments of this page. */
  preprocess(text: string): Promise<string>;
  /** What `{{name|…}}` stands for where it names a page; undefined where there is no such page. */
  include(name: string, values: readonly PlainArgument[]): Promise<string | undefined>;
  /** What `{{name:first|…}}` stands for; undefined where there is no such function. */
  call(name: string, first: string, values: readonly PlainArgument[]): Promise<string | undefined>;
  /** The same place with another page and other arguments. */
  child(title: Title, values: readonly PlainArgument[]): FrameView;
}

/** One call: the value behind the colon, and the frame of what it is given, whose parent is the page that it stands on. */
export interface ExtensionCall {
  readonly first: string;
  readonly parent: FrameView;
  /** A frame of some page with the values of the call behind the first `count`, and those. */
  frame(title: Title, count: number): Promise<{ readonly view: FrameView; readonly before: readonly string[] }>;
}

export type ExtensionFunction = (call: ExtensionCall) => Promise<string | null>;

/** Functions of an extension, by MediaWiki's ids, for one expansion. */
export interface ExtensionFunctions {
  readonly functions: Readonly<Record<string, ExtensionFunction>>;
  close(): void;
}

/** What a module of `WikitextContext.extensions` exports as `openFunctions`. */
export type OpenFunctions = (context: WikitextContext, given: VariableContext) => ExtensionFunctions;

/** The functions of extensions for one page, read when one is called first. */
export class Extensions {
  readonly #context: WikitextContext;
  readonly #given: VariableContext;
  #opened: readonly ExtensionFunctions[] | undefined;

  constructor(context: WikitextContext, given: VariableContext) {
    [this.#context, this.#given] = [context, given];
  }

  get isNone(): boolean {
    return (this.#context.extensions ?? []).length === 0;
  }

  async find(id: string): Promise<ExtensionFunction | undefined> {
    this.#opened ??= await this.#open();
    return this.#opened.find(({ functions }) => Object.hasOwn(functions, id))?.functions[id];
  }

  async #open(): Promise<ExtensionFunctions[]> {
    const opened: ExtensionFunctions[] = [];
    for (const module of this.#context.extensions ?? []) {
      const { openFunctions } = (await import(module)) as { readonly openFunctions: OpenFunctions };
      opened.push(openFunctions(this.#context, this.#given));
    }
    return opened;
  }

  close(): void {
    for (const extension of this.#opened ?? []) extension.close();
    this.#opened = undefined;
  }
}

/** The page that is expanded, or one that it includes. */
export interface Frame {
  /** Undefined for the page itself, where `{{{1}}}` stands for itself. */
  readonly values: Arguments | undefined;
  readonly title: Title;
  /** Keys of the pages that include each other, outermost first. */
  readonly path: readonly string[];
  /** Messages that name each other, in the same way. */
  readonly messages: readonly string[];
  /** What is expanded is an argument of a template, in which no comment stays. */
  readonly isArgument?: boolean;
}

/** What the expansion does for its extensions. */
export interface Inside {
  keyOf(title: Title): string;
  preprocess(text: string): readonly Node[];
  expand(nodes: readonly Node[], frame: Frame, depth: number): Promise<string>;
  /** Undefined for what stays as it was written. */
  include(name: string, node: Braces, frame: Frame, depth: number): Promise<string | undefined>;
  call(name: string, node: Braces, frame: Frame, depth: number): Promise<string | undefined>;
  argumentsOf(parts: readonly BracePart[], frame: Frame, depth: number): Promise<Arguments>;
}

const nodeOf = (title: string, values: readonly PlainArgument[]): Braces => ({
  kind: 'template',
  title: [title],
  parts: values.map(({ name, value, isPositional }) => ({ name: isPositional ? undefined : [name], value: [value] })),
  lineStart: true,
});

function viewOf(inside: Inside, frame: Frame, depth: number): FrameView {
  return {
    title: frame.title,
    names: () => frame.values?.names(),
    argument: async name => frame.values?.get(name, depth + 1),
    preprocess: text => inside.expand(inside.preprocess(text), frame, depth + 1),
    include: (name, values) => inside.include(name, nodeOf(name, numbered(values)), frame, depth + 1),
    call: (name, first, values) => inside.call(`${name}:${first}`, nodeOf(name, values), frame, depth + 1),
    child: (title, values) => viewOf(inside, { ...frame, title, values: Arguments.of(values) }, depth + 1),
  };
}

/** Positions may have gaps: what is counted is named, too. */
const numbered = (values: readonly PlainArgument[]): readonly PlainArgument[] =>
  values.every(({ isPositional, name }, i) => !isPositional || name === String(i + 1))
    ? values
    : values.map(value => ({ ...value, isPositional: false }));

/** The call of a function that stands in a frame. */
export function callOf(inside: Inside, first: string, node: Braces, frame: Frame, depth: number): ExtensionCall {
  return {
    first,
    parent: viewOf(inside, frame, depth),
    async frame(title, count) {
      const before: string[] = [];
      for (const { name, value } of node.parts.slice(0, count)) {
        before.push((await inside.expand(name ? [...name, '=', ...value] : value, frame, depth + 1)).trim());
      }
      const values = await inside.argumentsOf(node.parts.slice(count), frame, depth + 1);
      const path = [...frame.path, inside.keyOf(title)];
      return { view: viewOf(inside, { ...frame, title, values, path }, depth + 1), before };
    },
  };
}
