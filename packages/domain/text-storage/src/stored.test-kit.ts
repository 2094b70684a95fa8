import { serializePhp } from '@wikiquery/testing';

/** Serializes an object as PHP does. Its fields are bytes, numbers and booleans. */
export function phpObject(name: string, fields: Readonly<Record<string, string | number | boolean | Buffer>>): Buffer {
  const entries = Object.entries(fields).map(([key, value]) => Buffer.concat([Buffer.from(serializePhp(key)), serializeBinary(value)]));
  return Buffer.concat([Buffer.from(`O:${name.length}:"${name}":${entries.length}:{`), ...entries, Buffer.from('}')]);
}

type Binary = string | number | boolean | Buffer | readonly Binary[] | { readonly [key: string]: Binary };

export function serializeBinary(value: Binary): Buffer {
  if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.from(`s:${value.length}:"`), value, Buffer.from('";')]);
  if (typeof value !== 'object') return Buffer.from(serializePhp(value));
  const entries = Object.entries(value).map(([key, item]) =>
    Buffer.concat([Buffer.from(serializePhp(Array.isArray(value) ? Number(key) : key)), serializeBinary(item as Binary)]),
  );
  return Buffer.concat([Buffer.from(`a:${entries.length}:{`), ...entries, Buffer.from('}')]);
}

const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at);
  return bytes;
};
/** Returns the header of a binary patch: checksum and length of its base. */
export const header = (base: Buffer): Buffer => {
  let [low, high] = [0, 0];
  for (const byte of base) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return uint32(high * 65_536 + low, base.length);
};
export const copy = (offset: number, length: number): Buffer => Buffer.concat([Buffer.from([2]), uint32(offset, length)]);
export const insert = (text: string): Buffer => Buffer.concat([Buffer.from([1, Buffer.byteLength(text)]), Buffer.from(text)]);
