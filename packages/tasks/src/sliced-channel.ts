import { deserialize, serialize } from 'node:v8';
import { Yielder } from '@wikiquery/core/host';

/** Maximum size of an IPC message in bytes. Node takes quadratic time to read longer messages. */
const SLICE = 64 << 10;

/** Maximum number of array entries per part, because deserializing many small objects takes time. */
const ENTRIES = 2000;

/** Maximum number of characters per part. */
const CHARACTERS = 64 << 10;

interface Slice {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

type Long = readonly unknown[] | string;

/** Part of a message: a piece of one of its long arrays or strings, or finally the message with references to these. */
type Part = { readonly of: number; readonly piece: Long } | { readonly message: unknown };

/** Creates a birpc channel that splits large messages, so that reading them does not block the event loop. */
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
      // Node delivers all available messages in one event-loop tick, which reading them must not block.
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

/** Key of a reference to a long array or string. Messages contain no such key. */
const REFERENCE = '\u0000long';

/** Maximum nesting depth at which long arrays and strings in a message are sliced. */
const DEPTH = 4;

const mostOf = (whole: Long): number => (typeof whole === 'string' ? CHARACTERS : ENTRIES);

/** Replaces long arrays and strings with references, and collects them in `long`. */
const withoutLong = (message: unknown, long: Long[]): unknown =>
  changed(message, value =>
    (Array.isArray(value) || typeof value === 'string') && value.length > mostOf(value) ? { [REFERENCE]: long.push(value) - 1 } : undefined,
  );

const withLong = (message: unknown, long: readonly Long[]): unknown =>
  changed(message, value =>
    typeof value === 'object' && value !== null && REFERENCE in value ? long[value[REFERENCE] as number] : undefined,
  );

/** Copies a value. Replaces the parts for which `change` does not return undefined. */
function changed(value: unknown, change: (value: unknown) => unknown, depth = DEPTH): unknown {
  const other = change(value);
  if (other !== undefined || depth === 0) return other ?? value;
  if (Array.isArray(value)) return value.map(each => changed(each, change, depth - 1));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, change, depth - 1)]));
}
