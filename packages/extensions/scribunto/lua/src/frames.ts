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

  /** Adds a frame and returns its id. A frame without a parent is passed as its own `parent`. Throws if there are too many frames. */
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
