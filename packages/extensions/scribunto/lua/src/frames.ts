import type { FrameView } from '@wikiquery/wikitext';
import { LuaFailure } from './lua-failure.ts';

interface Entry {
  readonly view: FrameView;
  readonly parent: FrameView;
  parentId?: number;
}

export class Frames {
  readonly #entries = new Map<number, Entry>();
  #last = 0;

  /** A frame that is its own parent has none. */
  add(view: FrameView, parent: FrameView): number {
    this.#entries.set(++this.#last, { view, parent });
    if (this.#entries.size > MOST) throw new LuaFailure('newChild: too many frames');
    return this.#last;
  }

  remove(id: number): void {
    this.#entries.delete(id);
  }

  at(id: number): FrameView {
    const entry = this.#entries.get(id);
    if (!entry) throw new LuaFailure('invalid frame ID');
    return entry.view;
  }

  parentOf(id: number): number | undefined {
    const entry = this.#entries.get(id);
    if (!entry || entry.parent === entry.view) return undefined;
    entry.parentId ??= this.add(entry.parent, entry.parent);
    return entry.parentId;
  }
}

const MOST = 10_000;
