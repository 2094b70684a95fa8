import { deserialize, serialize } from 'node:v8';
import { Yielder } from '@wikiquery/core/host';

/** Bytes that are sent, and read, at once: Node reads a longer message in time that grows with the square of its length. */
const SLICE = 64 << 10;

/** Entries of a list that are read at once: reading many small objects takes time, too. */
const ENTRIES = 2000;

/** Characters of a text that are read at once. */
const CHARACTERS = 64 << 10;

interface Slice {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

type Long = readonly unknown[] | string;

/** What is sent: pieces of the long lists and texts of a message, and then the message, with their numbers in their places. */
type Part = { readonly of: number; readonly piece: Long } | { readonly message: unknown };

/** What carries messages between two processes for birpc, large ones in pieces, so that none holds the one that reads. */
export function slicedChannel(send: (slice: Slice) => unknown, listen: (take: (slice: Slice) => void) => void) {
  const sendWhole = (part: Part): void => {
    const whole = serialize(part);
    for (let begin = 0; begin < whole.length; begin += SLICE)
      send({ bytes: whole.subarray(begin, begin + SLICE), isLast: begin + SLICE >= whole.length });
  };
  return {
    post(message: unknown): void {
      const long: Long[] = [];
      const short = withoutLong(message, long);
      for (const [of, whole] of long.entries()) {
        const most = mostOf(whole);
        for (let at = 0; at < whole.length; at += most) sendWhole({ of, piece: whole.slice(at, at + most) });
      }
      sendWhole({ message: short });
    },
    on(receive: (message: unknown) => void): void {
      let slices: Uint8Array[] = [];
      let long: (unknown[] | string)[] = [];
      const take = (part: Part): void => {
        if ('of' in part) {
          const { of, piece } = part;
          const whole = long[of];
          if (typeof piece === 'string') long[of] = typeof whole === 'string' ? whole + piece : piece;
          else if (Array.isArray(whole)) for (const entry of piece) whole.push(entry);
          else long[of] = [...piece];
          return;
        }
        const message = long.length === 0 ? part.message : withLong(part.message, long);
        long = [];
        receive(message);
      };
      const waiting: Uint8Array[] = [];
      let isReading = false;
      // What is there is given out by Node at once, however much that is.
      const read = async (): Promise<void> => {
        isReading = true;
        const yielder = new Yielder();
        for (let part = waiting.shift(); part; part = waiting.shift()) {
          take(deserialize(part) as Part);
          if (waiting.length > 0 && yielder.isDue) await yielder.yield();
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

/** Stands for a long list or text: no message has such a key of its own. */
const PLACE = '\u0000long';

/** How deep they are looked for: in the result of a call, and in what that holds. */
const DEPTH = 4;

const mostOf = (whole: Long): number => (typeof whole === 'string' ? CHARACTERS : ENTRIES);

/** A copy in which numbers stand for long lists and texts, which are put into `long`. */
const withoutLong = (message: unknown, long: Long[]): unknown =>
  changed(message, value =>
    (Array.isArray(value) || typeof value === 'string') && value.length > mostOf(value) ? { [PLACE]: long.push(value) - 1 } : undefined,
  );

const withLong = (message: unknown, long: readonly Long[]): unknown =>
  changed(message, value => (typeof value === 'object' && value !== null && PLACE in value ? long[value[PLACE] as number] : undefined));

/** A copy in which what `change` gives stands in the place of what it was given. */
function changed(value: unknown, change: (value: unknown) => unknown, depth = DEPTH): unknown {
  const other = change(value);
  if (other !== undefined || depth === 0) return other ?? value;
  if (Array.isArray(value)) return value.map(each => changed(each, change, depth - 1));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, change, depth - 1)]));
}
