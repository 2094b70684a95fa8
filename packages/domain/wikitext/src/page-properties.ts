import type { WikitextContext } from './context.ts';
import { displayTitle } from './display-title.ts';
import { escaped, type VariableContext } from './variables.ts';

export class PageProperties {
  readonly #context: WikitextContext;
  readonly #variableContext: VariableContext;
  readonly #set = new Map<'defaultsort' | 'displaytitle', string>();

  constructor(context: WikitextContext, variableContext: VariableContext) {
    [this.#context, this.#variableContext] = [context, variableContext];
  }

  /** Sets a property and returns the text that replaces the call. A later value wins, unless it has `noreplace`. */
  async set(id: 'defaultsort' | 'displaytitle', written: string, control: string): Promise<string> {
    const { words } = this.#variableContext;
    const value = id === 'displaytitle' ? displayTitle(written, this.#variableContext) : written;
    if (value === undefined) {
      this.#context.observer?.limit?.('restricted-displaytitle-ignored');
      this.#context.observer?.warning?.('restricted-displaytitle', escaped(written, this.#variableContext));
      return '';
    }
    const earlier = this.#set.get(id);
    const yields = words.is(`${id}_noreplace`, control);
    if (earlier === undefined || !yields) {
      this.#set.set(id, value);
      this.#context.observer?.property(id, value);
    }
    if (earlier === undefined || earlier === value || yields || words.is(`${id}_noerror`, control)) return '';
    const [old, now] = [escaped(earlier, this.#variableContext), escaped(value, this.#variableContext)];
    const message = (await this.#context.message?.(`duplicate-${id}`, [old, now])) ?? '⧼';
    const usual = `${id === 'defaultsort' ? 'The sort key' : 'The display title'} "${now}" replaces "${old}".`;
    return `<span class="error">${message.startsWith('⧼') ? usual : message}</span>`;
  }
}
