import type { FrameView } from '@wikiquery/wikitext';
import { LuaFailure } from './lua-failure.ts';

interface Entry {
  readonly view: FrameView;
  readonly parent: FrameView;
  parentId?: number;
}

/** Frames that modules hold, by numbers. */
export class Frames {
  readonly #entries = new Map<number, Entry>();
  #last = 0;

  /** A frame without parent is its own. */
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

  /** The frame that it stands in. */
  parentOf(id: number): number | undefined {
    const entry = this.#entries.get(id);
    if (!entry || entry.parent === entry.view) return undefined;
    entry.parentId ??= this.add(entry.parent, entry.parent);
    return entry.parentId;
  }
}

/** Frames at one time. */
const MOST = 10_000;
