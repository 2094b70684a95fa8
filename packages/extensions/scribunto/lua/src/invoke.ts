import { createHash } from 'node:crypto';
import type { Title } from '@wikiquery/core';
import { escapeSpecialChars } from '@wikiquery/html';
import type { ExtensionCall, ExtensionFunctions, FrameView, OpenFunctions, VariableContext, WikitextContext } from '@wikiquery/wikitext';
import { Answers, type HostFunction } from './answers.ts';
import { Frames } from './frames.ts';
import { LanguageAnswers } from './language-answers.ts';
import { LuaFailure } from './lua-failure.ts';
import { Ended, Machine } from './machine.ts';

/** The namespace of modules. */
export const MODULE = 828;

/** `{{#invoke:Module|function|…}}`. */
export const openFunctions: OpenFunctions = (context, given): ExtensionFunctions => {
  const invocations = new Invocations(context, given);
  return { functions: { invoke: call => invocations.invoke(call) }, close: () => invocations.close() };
};

/** The calls of one page: they share what was read of modules, and the time. */
class Invocations {
  readonly #context: WikitextContext;
  readonly #frames = new Frames();
  readonly #answers: Answers;
  #machine: Machine | undefined;
  #ended: Ended | undefined;

  constructor(context: WikitextContext, given: VariableContext) {
    this.#context = context;
    this.#answers = new Answers(context, given, this.#frames);
  }

  close(): void {
    this.#machine?.close();
    this.#machine = undefined;
  }

  async invoke(call: ExtensionCall): Promise<string> {
    const title = this.#context.titles.make(MODULE, call.first);
    const written = call.first;
    if (written === '') return this.#error(NO_FUNCTION);
    if (!title) return this.#error(`Script error: No such module "${written}".`);
    const { view, before } = await call.frame(title, 1);
    const [name] = before;
    if (name === undefined) return this.#error(NO_FUNCTION);
    const { outcome, text } = await this.#run(title, name, view, call.parent);
    return outcome === 'ok' ? text : this.#error(sentence(outcome, text, written, name));
  }

  async #run(title: Title, name: string, view: FrameView, parent: FrameView) {
    if (this.#ended) return { outcome: this.#ended.reason, text: '' };
    this.#machine ??= Machine.take((asked, values) => this.#answer(asked, values));
    const frame = this.#frames.add(view, parent);
    try {
      return await this.#machine.call(this.#context.titles.text(title).replaceAll(' ', '_'), name, frame);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      this.#ended = error;
      return { outcome: error.reason, text: '' };
    } finally {
      this.#frames.remove(frame);
    }
  }

  async #answer(name: string, values: readonly unknown[]): Promise<unknown> {
    const answer = (this.#answers as unknown as Record<string, HostFunction | undefined>)[name];
    if (!ANSWERS.has(name) || !answer) throw new LuaFailure(`nothing is known of ${name}`);
    return answer.apply(this.#answers, values as never[]);
  }

  #error(text: string): string {
    this.#context.observer?.limit?.('scribunto-common-error-category');
    const id = createHash('sha1').update(text).digest('hex').slice(-8);
    return `<strong class="error"><span class="scribunto-error mw-scribunto-error-${id}">${escapeSpecialChars(text)}</span></strong>`;
  }
}

/** What Lua may ask for: the methods of `Answers`. */
const ANSWERS: ReadonlySet<string> = new Set(
  [Answers.prototype, LanguageAnswers.prototype]
    .flatMap(methods => Object.getOwnPropertyNames(methods))
    .filter(name => name !== 'constructor'),
);

const NO_FUNCTION = 'Script error: You must specify a function to call.';

/** As the extension says it: what it is about is known by these words. */
function sentence(outcome: string, text: string, module: string, name: string): string {
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
  const [, place, line, message] = /^([^\n]{1,300}?):(\d+): ([\s\S]*)$/.exec(text) ?? [];
  return place === undefined ? `Lua error: ${text}.` : `Lua error in ${place} at line ${line}: ${message}.`;
}
