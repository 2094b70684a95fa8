import { isUtf8 } from 'node:buffer';
import { type Field, f } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { isPhpArray, loadBlobs, type PhpArray, type PhpValue, toText, unserialize } from '@wikiquery/text-storage';
import type { Kysely } from 'kysely';
import type { MediaHandler } from './media/handler.ts';

/** Metadata as a row has them: what lies in the row, and the addresses of what lies elsewhere. */
export interface StoredMetadata {
  readonly here: PhpArray;
  readonly elsewhere: ReadonlyMap<string | number, string>;
}

/**
 * Reads a metadata column. Since 1.37 it holds JSON (`{"data": …, "blobs": {"text": "tt:17"}}`), before that what PHP serialized. Anything else
 * is a note that the file could not be read, and stands under `_error`.
 */
export function parseMetadata(stored: Uint8Array | string): StoredMetadata {
  const bytes = Buffer.from(stored);
  if (bytes.length === 0) return NO_METADATA;
  if (bytes[0] !== OPENING_BRACE) {
    const value = unserialize(bytes);
    return { here: isPhpArray(value) ? value : errorNote(bytes), elsewhere: new Map() };
  }
  const envelope = parseJson(bytes);
  if (!isPhpArray(envelope) || envelope.size === 0) return { here: errorNote(bytes), elsewhere: new Map() };
  const [data, blobs] = [envelope.get('data'), envelope.get('blobs')];
  return {
    here: isPhpArray(data) ? data : new Map(),
    elsewhere: new Map(isPhpArray(blobs) ? [...blobs].map(([name, address]) => [name, toText(address)]) : []),
  };
}

const OPENING_BRACE = 0x7b;
const NO_METADATA: StoredMetadata = { here: new Map(), elsewhere: new Map() };
const errorNote = (bytes: Buffer): PhpArray => new Map([['_error', bytes.toString()]]);

/** How soon a part of the metadata of a file is needed; undefined when it is not. */
export type Urgency = (name: string | number, at: number) => number | undefined;

/**
 * Completes metadata with what lies elsewhere, in one query for all; what can not be read is left out. MediaWiki loads what it measures a file by before
 * the rest, and so shows it: the most urgent comes first.
 */
export async function loadMetadata(db: Kysely<Database>, stored: readonly StoredMetadata[], urgency: Urgency): Promise<PhpArray[]> {
  const missing = stored.map(({ here, elsewhere }, at) =>
    [...elsewhere]
      .filter(([name]) => !here.has(name) && urgency(name, at) !== undefined)
      .sort(([a], [b]) => (urgency(a, at) as number) - (urgency(b, at) as number)),
  );
  const addresses = missing.flatMap(items => items.map(([, address]) => address));
  if (addresses.length === 0) return stored.map(({ here }) => here);
  const texts = await loadBlobs(db, addresses);
  return stored.map(({ here }, at) => {
    const found = missing[at]!.flatMap(([name, address]) => {
      const value = texts.has(address) ? parseJson(Buffer.from(texts.get(address) as string)) : null;
      return value === null || value === undefined ? [] : [[name, value] as const];
    });
    return new Map([...here, ...found]);
  });
}

/** For files of these types: what they are measured by first, if they are measured, and the rest if all is wanted. */
export const urgencyFor =
  (handlers: readonly (MediaHandler | undefined)[], { measured, all }: { readonly measured: boolean; readonly all: boolean }): Urgency =>
  (name, at) => {
    if (measured && handlers[at]?.measures?.includes(String(name))) return 0;
    return all ? 1 : undefined;
  };

/** A list as the API writes metadata: `[{ name, value }]`, at every depth. */
export const describeMetadata = (metadata: PhpArray): MetadataItem[] =>
  [...metadata].map(([name, value]) => ({ name, value: isPhpArray(value) ? describeMetadata(value) : value }));

export interface MetadataItem {
  readonly name: string | number;
  readonly value: Exclude<PhpValue, PhpArray> | readonly MetadataItem[];
}

/** Values are as they are, true and false too, in both format versions. */
const metadataItem: Field<MetadataItem> = f.named('MetadataItem', () =>
  f.object({
    name: f.oneOf(f.string(), f.int()),
    value: f.oneOf(f.string(), f.number(), f.realBoolean(), f.literal(null), f.array(metadataItem).element('metadata')),
  }),
);
export const metadataField = () => f.nullable(f.array(metadataItem).element('metadata'));

/** Reads JSON as PHP does: objects are arrays that keep the order of their keys. Undefined when it is none. */
function parseJson(bytes: Buffer): PhpValue | undefined {
  // Bytes that are not UTF-8 are dropped.
  const text = isUtf8(bytes) ? bytes.toString() : bytes.toString().replaceAll('\ufffd', '');
  try {
    // What is none is found out in one pass; with the pattern it may take many.
    JSON.parse(text);
    // JavaScript would put keys that are numbers first; with a mark in front they are none.
    return fromJson(JSON.parse(text.replaceAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/gs, (all, key, colon) => (colon ? `"=${key}":` : all))));
  } catch {
    return undefined;
  }
}

/** `json_decode` reads no deeper. */
const MAX_DEPTH = 512;

function fromJson(value: unknown, depth = 1): PhpValue {
  if (depth > MAX_DEPTH) throw new RangeError('The metadata is too deep.');
  if (Array.isArray(value)) return new Map(value.map((item, at) => [at, fromJson(item, depth + 1)]));
  if (typeof value !== 'object' || value === null) return value as PhpValue;
  return new Map(
    Object.entries(value).map(([marked, item]) => {
      const key = marked.slice(1);
      return [WHOLE.test(key) ? Number(key) : key, fromJson(item, depth + 1)];
    }),
  );
}

/** PHP has no keys that are whole numbers written as strings. */
const WHOLE = /^(?:0|-?[1-9]\d{0,14})$/;
