import type { Title } from '@wikiquery/core';
import type { WikitextContext } from './context.ts';
import type { BracePart, Braces, Node } from './tree.ts';
import { Arguments } from './values.ts';
import type { VariableContext } from './variables.ts';

/** An argument, as in `{{name|…}}`. */
export interface PlainArgument {
  readonly name: string;
  readonly value: string;
  readonly isPositional: boolean;
}

/** A page and its arguments, with the operations that extension functions can use. */
export interface FrameView {
  readonly title: Title;
  /** Returns the names of the arguments, or undefined for the page that is being expanded, which has no arguments. */
  names(): readonly string[] | undefined;
  argument(name: string): Promise<string | undefined>;
  preprocess(text: string): Promise<string>;
  /** Expands `{{name|…}}`. Returns undefined if the page does not exist. */
  include(name: string, values: readonly PlainArgument[]): Promise<string | undefined>;
  /** Expands `{{name:first|…}}`. Returns undefined for an unknown function. */
  call(name: string, first: string, values: readonly PlainArgument[]): Promise<string | undefined>;
  child(title: Title, values: readonly PlainArgument[]): FrameView;
}

/** A call of an extension function: the value after the colon, and the frame of the calling page. */
export interface ExtensionCall {
  readonly first: string;
  readonly parent: FrameView;
  /** Returns a frame for a page with all arguments after the first `count`. `before` contains the first `count` arguments, expanded. */
  frame(title: Title, count: number): Promise<{ readonly view: FrameView; readonly before: readonly string[] }>;
}

export type ExtensionFunction = (call: ExtensionCall) => Promise<string | null>;

/** Functions of an extension by id, for one expansion. `close` releases their resources. */
export interface ExtensionFunctions {
  readonly functions: Readonly<Record<string, ExtensionFunction>>;
  close(): void;
}

/** Type of the export `openFunctions` of a module in `WikitextContext.extensions`. */
export type OpenFunctions = (context: WikitextContext, variableContext: VariableContext) => ExtensionFunctions;

/** Extension functions of one page, loaded at the first call. */
export class Extensions {
  readonly #context: WikitextContext;
  readonly #variableContext: VariableContext;
  #opened: readonly ExtensionFunctions[] | undefined;

  constructor(context: WikitextContext, variableContext: VariableContext) {
    [this.#context, this.#variableContext] = [context, variableContext];
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
      opened.push(openFunctions(this.#context, this.#variableContext));
    }
    return opened;
  }

  close(): void {
    for (const extension of this.#opened ?? []) extension.close();
    this.#opened = undefined;
  }
}

export interface Frame {
  /** Arguments of the page. Undefined for the page that is being expanded, where `{{{1}}}` stays as written. */
  readonly values: Arguments | undefined;
  readonly title: Title;
  /** Keys of the transcluding pages, outermost first. */
  readonly path: readonly string[];
  /** Keys of nested messages, outermost first. */
  readonly messages: readonly string[];
  /** Whether the text is a template argument, which loses its comments. */
  readonly isArgument?: boolean;
}

export interface ExpanderAccess {
  keyOf(title: Title): string;
  preprocess(text: string): readonly Node[];
  expand(nodes: readonly Node[], frame: Frame, depth: number): Promise<string>;
  /** `include` and `call` return undefined for an unknown name. */
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

function viewOf(expander: ExpanderAccess, frame: Frame, depth: number): FrameView {
  return {
    title: frame.title,
    names: () => frame.values?.names(),
    argument: async name => frame.values?.get(name, depth + 1),
    preprocess: text => expander.expand(expander.preprocess(text), frame, depth + 1),
    include: (name, values) => expander.include(name, nodeOf(name, numbered(values)), frame, depth + 1),
    call: (name, first, values) => expander.call(`${name}:${first}`, nodeOf(name, values), frame, depth + 1),
    child: (title, values) => viewOf(expander, { ...frame, title, values: Arguments.of(values) }, depth + 1),
  };
}

/** Turns positional arguments into named arguments if their numbers have gaps. */
const numbered = (values: readonly PlainArgument[]): readonly PlainArgument[] =>
  values.every(({ isPositional, name }, i) => !isPositional || name === String(i + 1))
    ? values
    : values.map(value => ({ ...value, isPositional: false }));

export function callOf(expander: ExpanderAccess, first: string, node: Braces, frame: Frame, depth: number): ExtensionCall {
  return {
    first,
    parent: viewOf(expander, frame, depth),
    async frame(title, count) {
      const before: string[] = [];
      for (const { name, value } of node.parts.slice(0, count)) {
        before.push((await expander.expand(name ? [...name, '=', ...value] : value, frame, depth + 1)).trim());
      }
      const values = await expander.argumentsOf(node.parts.slice(count), frame, depth + 1);
      const path = [...frame.path, expander.keyOf(title)];
      return { view: viewOf(expander, { ...frame, title, values, path }, depth + 1), before };
    },
  };
}
