import { deserialize, serialize } from 'node:v8';
import { Turns } from '@wikiquery/core';

/** Bytes that are sent, and read, at once: Node reads a longer message in time that grows with the square of its length. */
const SLICE = 64 << 10;

/** Entries of a list that are read at once: reading many small objects takes time, too. */
const ENTRIES = 2000;

interface Slice {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** What is sent: entries of the long lists of a message, and then the message, with the numbers of its lists in their places. */
type Part = { readonly list: number; readonly entries: readonly unknown[] } | { readonly message: unknown };

/** What carries messages between two processes for birpc, large ones in pieces, so that none holds the one that reads. */
export function slicedChannel(send: (slice: Slice) => unknown, listen: (take: (slice: Slice) => void) => void) {
  const sendWhole = (part: Part): void => {
    const whole = serialize(part);
    for (let begin = 0; begin < whole.length; begin += SLICE)
      send({ bytes: whole.subarray(begin, begin + SLICE), isLast: begin + SLICE >= whole.length });
  };
  return {
    post(message: unknown): void {
      const long: (readonly unknown[])[] = [];
      const short = withoutLongLists(message, long);
      for (const [list, entries] of long.entries())
        for (let at = 0; at < entries.length; at += ENTRIES) sendWhole({ list, entries: entries.slice(at, at + ENTRIES) });
      sendWhole({ message: short });
    },
    on(receive: (message: unknown) => void): void {
      let slices: Uint8Array[] = [];
      let lists: unknown[][] = [];
      const take = (part: Part): void => {
        if ('list' in part) {
          lists[part.list] ??= [];
          for (const entry of part.entries) lists[part.list]?.push(entry);
          return;
        }
        const message = lists.length === 0 ? part.message : withLongLists(part.message, lists);
        lists = [];
        receive(message);
      };
      const waiting: Uint8Array[] = [];
      let isReading = false;
      // What is there is given out by Node at once, however much that is.
      const read = async (): Promise<void> => {
        isReading = true;
        const turns = new Turns();
        for (let part = waiting.shift(); part; part = waiting.shift()) {
          take(deserialize(part) as Part);
          if (waiting.length > 0 && turns.areDue) await turns.pass();
        }
        isReading = false;
      };
      listen(({ bytes, isLast }) => {
        slices.push(bytes);
        if (!isLast) return;
        waiting.push(slices.length === 1 ? bytes : Buffer.concat(slices));
        slices = [];
        if (!isReading) void read();
      });
    },
    timeout: -1,
  };
}

/** Stands for a long list: no message has such a key of its own. */
const PLACE = '\u0000list';

/** How deep lists are looked for: in the result of a call, and in what that holds. */
const DEPTH = 4;

/** A copy in which numbers stand for long lists, which are put into `long`. */
const withoutLongLists = (message: unknown, long: (readonly unknown[])[]): unknown =>
  changed(message, value => (Array.isArray(value) && value.length > ENTRIES ? { [PLACE]: long.push(value) - 1 } : undefined));

const withLongLists = (message: unknown, lists: readonly (readonly unknown[])[]): unknown =>
  changed(message, value => (typeof value === 'object' && value !== null && PLACE in value ? lists[value[PLACE] as number] : undefined));

/** A copy in which what `change` gives stands in the place of what it was given. */
function changed(value: unknown, change: (value: unknown) => unknown, depth = DEPTH): unknown {
  const other = change(value);
  if (other !== undefined || depth === 0) return other ?? value;
  if (Array.isArray(value)) return value.map(each => changed(each, change, depth - 1));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, change, depth - 1)]));
}
