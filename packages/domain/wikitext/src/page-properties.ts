import type { WikitextContext } from './context.ts';
import { displayTitle } from './display-title.ts';
import { escaped, type VariableContext } from './variables.ts';

/** What a text says of its page. */
export class PageProperties {
  readonly #context: WikitextContext;
  readonly #given: VariableContext;
  readonly #set = new Map<'defaultsort' | 'displaytitle', string>();

  constructor(context: WikitextContext, given: VariableContext) {
    [this.#context, this.#given] = [context, given];
  }

  /** Gives what stands in its place. The first `DEFAULTSORT` counts as long as a later one does not say otherwise. */
  async set(id: 'defaultsort' | 'displaytitle', written: string, control: string): Promise<string> {
    const { words } = this.#given;
    const value = id === 'displaytitle' ? displayTitle(written, this.#given) : written;
    if (value === undefined) {
      this.#context.observer?.limit?.('restricted-displaytitle-ignored');
      this.#context.observer?.warning?.('restricted-displaytitle', escaped(written, this.#given));
      return '';
    }
    const earlier = this.#set.get(id);
    const yields = words.is(`${id}_noreplace`, control);
    if (earlier === undefined || !yields) {
      this.#set.set(id, value);
      this.#context.observer?.property(id, value);
    }
    if (earlier === undefined || earlier === value || yields || words.is(`${id}_noerror`, control)) return '';
    const [old, now] = [escaped(earlier, this.#given), escaped(value, this.#given)];
    const said = (await this.#context.message?.(`duplicate-${id}`, [old, now])) ?? '⧼';
    const usual = `${id === 'defaultsort' ? 'The sort key' : 'The display title'} "${now}" replaces "${old}".`;
    return `<span class="error">${said.startsWith('⧼') ? usual : said}</span>`;
  }
}
