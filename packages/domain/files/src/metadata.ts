import { isUtf8 } from 'node:buffer';
import { type Field, f } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { isPhpArray, loadBlobs, type PhpArray, type PhpValue, toText, unserialize } from '@wikiquery/text-storage';
import type { Kysely } from 'kysely';
import type { MediaHandler } from './media/handler.ts';

export interface StoredMetadata {
  readonly inline: PhpArray;
  readonly addresses: ReadonlyMap<string | number, string>;
}

/** Parses metadata: JSON (`{"data": …, "blobs": {"text": "tt:17"}}`) or, before 1.37, serialized PHP. Invalid metadata becomes `_error`. */
export function parseMetadata(stored: Uint8Array | string): StoredMetadata {
  const bytes = Buffer.from(stored);
  if (bytes.length === 0) return NO_METADATA;
  if (bytes[0] !== OPENING_BRACE) {
    const value = unserialize(bytes);
    return { inline: isPhpArray(value) ? value : errorNote(bytes), addresses: new Map() };
  }
  const envelope = parseJson(bytes);
  if (!isPhpArray(envelope) || envelope.size === 0) return { inline: errorNote(bytes), addresses: new Map() };
  const [data, blobs] = [envelope.get('data'), envelope.get('blobs')];
  return {
    inline: isPhpArray(data) ? data : new Map(),
    addresses: new Map(isPhpArray(blobs) ? [...blobs].map(([name, address]) => [name, toText(address)]) : []),
  };
}

const OPENING_BRACE = 0x7b;
const NO_METADATA: StoredMetadata = { inline: new Map(), addresses: new Map() };
const errorNote = (bytes: Buffer): PhpArray => new Map([['_error', bytes.toString()]]);

/** Returns the rank of a metadata value of file number `at`, or undefined if the value is not needed. Lower ranks come first. */
export type Urgency = (name: string | number, at: number) => number | undefined;

/**
 * Loads the needed metadata values from text storage in one query, and adds them in the order of their ranks. Omits unreadable values.
 */
export async function loadMetadata(db: Kysely<Database>, stored: readonly StoredMetadata[], urgency: Urgency): Promise<PhpArray[]> {
  const missing = stored.map(({ inline, addresses }, at) =>
    [...addresses]
      .filter(([name]) => !inline.has(name) && urgency(name, at) !== undefined)
      .sort(([a], [b]) => (urgency(a, at) as number) - (urgency(b, at) as number)),
  );
  const needed = missing.flatMap(items => items.map(([, address]) => address));
  if (needed.length === 0) return stored.map(({ inline }) => inline);
  const texts = await loadBlobs(db, needed);
  return stored.map(({ inline }, at) => {
    const found = missing[at]!.flatMap(([name, address]) => {
      const value = texts.has(address) ? parseJson(Buffer.from(texts.get(address) as string)) : null;
      return value === null || value === undefined ? [] : [[name, value] as const];
    });
    return new Map([...inline, ...found]);
  });
}

/** Ranks metadata values for files with these handlers. As in MediaWiki, values for dimensions come first. `all`: all values are needed. */
export const urgencyFor =
  (handlers: readonly (MediaHandler | undefined)[], { measured, all }: { readonly measured: boolean; readonly all: boolean }): Urgency =>
  (name, at) => {
    if (measured && handlers[at]?.dimensionKeys?.includes(String(name))) return 0;
    return all ? 1 : undefined;
  };

/** Converts metadata to the API's nested lists of `{ name, value }`. */
export const describeMetadata = (metadata: PhpArray): MetadataItem[] =>
  [...metadata].map(([name, value]) => ({ name, value: isPhpArray(value) ? describeMetadata(value) : value }));

/** Metadata value in the API. An array becomes a list of items. */
export interface MetadataItem {
  readonly name: string | number;
  readonly value: Exclude<PhpValue, PhpArray> | readonly MetadataItem[];
}

/** Booleans stay booleans in both format versions. */
const metadataItem: Field<MetadataItem> = f.named('MetadataItem', () =>
  f.object({
    name: f.oneOf(f.string(), f.int()),
    value: f.oneOf(f.string(), f.number(), f.realBoolean(), f.literal(null), f.array(metadataItem).element('metadata')),
  }),
);
/** Field of a file's metadata. */
export const metadataField = () => f.nullable(f.array(metadataItem).element('metadata'));

/** Parses JSON into PHP arrays, which keep the order of keys. Returns undefined for invalid JSON. */
function parseJson(bytes: Buffer): PhpValue | undefined {
  const text = isUtf8(bytes) ? bytes.toString() : bytes.toString().replaceAll('\ufffd', '');
  try {
    // Rejects invalid JSON in linear time before the regular expression runs.
    JSON.parse(text);
    // JavaScript sorts numeric keys first; the prefix `=` prevents that.
    return fromJson(JSON.parse(text.replaceAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/gs, (all, key, colon) => (colon ? `"=${key}":` : all))));
  } catch {
    return undefined;
  }
}

const MAX_DEPTH = 512; // Depth limit of json_decode in PHP.

function fromJson(value: unknown, depth = 1): PhpValue {
  if (depth > MAX_DEPTH) throw new RangeError('The metadata is nested too deeply.');
  if (Array.isArray(value)) return new Map(value.map((item, at) => [at, fromJson(item, depth + 1)]));
  if (typeof value !== 'object' || value === null) return value as PhpValue;
  return new Map(
    Object.entries(value).map(([marked, item]) => {
      const key = marked.slice(1);
      return [WHOLE.test(key) ? Number(key) : key, fromJson(item, depth + 1)];
    }),
  );
}

/** Matches keys such as `"1"`, which PHP converts to integers. */
const WHOLE = /^(?:0|-?[1-9]\d{0,14})$/;
