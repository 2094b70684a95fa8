import { createHash } from 'node:crypto';
import type { Title } from '@wikiquery/core';
import { escapeSpecialChars } from '@wikiquery/html';
import {
  type ExtensionCall,
  type ExtensionFunctions,
  type FrameView,
  MODULE_NAMESPACE,
  type OpenFunctions,
  type VariableContext,
  type WikitextContext,
} from '@wikiquery/wikitext';
import { Frames } from './frames.ts';
import { type HostFunction, HostFunctions } from './host-functions.ts';
import { LanguageFunctions } from './language-functions.ts';
import { LuaFailure } from './lua-failure.ts';
import { LuaEnded, LuaThread } from './lua-thread.ts';

export const openFunctions: OpenFunctions = (context, functionContext): ExtensionFunctions => {
  const invocations = new Invocations(context, functionContext);
  return { functions: { invoke: call => invocations.invoke(call) }, close: () => invocations.close() };
};

/** The `#invoke` calls of one page. They share loaded modules and the time limit. */
class Invocations {
  readonly #context: WikitextContext;
  readonly #frames = new Frames();
  readonly #functions: HostFunctions;
  #thread: LuaThread | undefined;
  #ended: LuaEnded | undefined;

  constructor(context: WikitextContext, functionContext: VariableContext) {
    this.#context = context;
    this.#functions = new HostFunctions(context, functionContext, this.#frames);
  }

  close(): void {
    this.#thread?.close();
    this.#thread = undefined;
  }

  async invoke(call: ExtensionCall): Promise<string> {
    const title = this.#context.titles.make(MODULE_NAMESPACE, call.first);
    const moduleName = call.first;
    if (moduleName === '') return this.#error(NO_FUNCTION);
    if (!title) return this.#error(`Script error: No such module "${moduleName}".`);
    const { view, before } = await call.frame(title, 1);
    const [name] = before;
    if (name === undefined) return this.#error(NO_FUNCTION);
    const { outcome, text } = await this.#run(title, name, view, call.parent);
    return outcome === 'ok' ? text : this.#error(messageOf(outcome, text, moduleName, name));
  }

  async #run(title: Title, name: string, view: FrameView, parent: FrameView) {
    if (this.#ended) return { outcome: this.#ended.reason, text: '' };
    this.#thread ??= LuaThread.take((name, values) => this.#callHost(name, values));
    const frame = this.#frames.add(view, parent);
    try {
      return await this.#thread.call(this.#context.titles.text(title).replaceAll(' ', '_'), name, frame);
    } catch (error) {
      if (!(error instanceof LuaEnded)) throw error;
      this.#ended = error;
      return { outcome: error.reason, text: '' };
    } finally {
      this.#frames.remove(frame);
    }
  }

  async #callHost(name: string, values: readonly unknown[]): Promise<unknown> {
    const answer = (this.#functions as unknown as Record<string, HostFunction | undefined>)[name];
    if (!HOST_FUNCTION_NAMES.has(name) || !answer) throw new LuaFailure(`${name} is unknown`);
    return answer.apply(this.#functions, values as never[]);
  }

  #error(text: string): string {
    this.#context.observer?.limit?.('scribunto-common-error-category');
    const id = createHash('sha1').update(text).digest('hex').slice(-8);
    return `<strong class="error"><span class="scribunto-error mw-scribunto-error-${id}">${escapeSpecialChars(text)}</span></strong>`;
  }
}

const HOST_FUNCTION_NAMES: ReadonlySet<string> = new Set(
  [HostFunctions.prototype, LanguageFunctions.prototype]
    .flatMap(methods => Object.getOwnPropertyNames(methods))
    .filter(name => name !== 'constructor'),
);

const NO_FUNCTION = 'Script error: You must specify a function to call.';

/** Returns Scribunto's error message in its exact wording, which templates detect. */
function messageOf(outcome: string, text: string, module: string, name: string): string {
  switch (outcome) {
    case 'nosuchmodule':
      return `Script error: No such module "${module}".`;
    case 'nosuchfunction':
      return `Script error: The function "${name}" does not exist.`;
    case 'notafunction':
      return `Script error: "${name}" is not a function.`;
    case 'notarrayreturn':
      return `Script error: The module returned a ${text} value. It is supposed to return an export table.`;
    case 'time':
      return 'The time allocated for running scripts has expired.';
    case 'memory':
    case 'closed':
      return 'Lua error: not enough memory.';
  }
  const [, location, line, message] = /^([^\n]{1,300}?):(\d+): ([\s\S]*)$/.exec(text) ?? [];
  return location === undefined ? `Lua error: ${text}.` : `Lua error in ${location} at line ${line}: ${message}.`;
}
