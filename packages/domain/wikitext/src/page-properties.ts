import type { WikitextContext } from './context.ts';
import { displayTitle } from './display-title.ts';
import { escaped, type Given } from './variables.ts';

/** What a text says of its page. */
export class PageProperties {
  readonly #context: WikitextContext;
  readonly #given: Given;
  readonly #set = new Map<'defaultsort' | 'displaytitle', string>();

  constructor(context: WikitextContext, given: Given) {
    [this.#context, this.#given] = [context, given];
  }

  /** Gives what stands in its place. The first `DEFAULTSORT` counts as long as a later one does not say otherwise. */
  set(id: 'defaultsort' | 'displaytitle', written: string, control: string): string {
    const { words } = this.#given;
    const value = id === 'displaytitle' ? displayTitle(written, this.#given) : written;
    if (value === undefined) {
      this.#context.observer?.limit?.('restricted-displaytitle-ignored');
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
    return `<span class="error">${id === 'defaultsort' ? 'The sort key' : 'The display title'} "${now}" replaces "${old}".</span>`;
  }
}
