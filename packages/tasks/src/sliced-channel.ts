import { deserialize, serialize } from 'node:v8';

/** Bytes that are sent, and read, at once: Node reads a longer message in time that grows with the square of its length. */
const SLICE = 64 << 10;

interface Slice {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** What carries messages between two processes for birpc, long ones in slices, so that none holds the one that reads. */
export function slicedChannel(send: (slice: Slice) => unknown, listen: (take: (slice: Slice) => void) => void) {
  return {
    post(message: unknown): void {
      const whole = serialize(message);
      for (let begin = 0; begin < whole.length; begin += SLICE)
        send({ bytes: whole.subarray(begin, begin + SLICE), isLast: begin + SLICE >= whole.length });
    },
    on(receive: (message: unknown) => void): void {
      let parts: Uint8Array[] = [];
      listen(({ bytes, isLast }) => {
        parts.push(bytes);
        if (!isLast) return;
        const whole = parts.length === 1 ? bytes : Buffer.concat(parts);
        parts = [];
        receive(deserialize(whole));
      });
    },
    timeout: -1,
  };
}
