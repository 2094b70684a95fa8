import { type AnyReturns, constant, type ModuleQuirks, rememberedOf } from '@wikiquery/core/host';
import { encoderOfKind, recordEncoder } from './encoding.ts';

type AnyRecord = Record<string, unknown>;
export type EncodeRecord = (record: AnyRecord, key: string | undefined) => AnyRecord;

/** A plugin's declaration of the records that it returns. */
interface Declared {
  readonly returns: Pick<AnyReturns, 'parts' | 'form' | 'absent'>;
  readonly quirks?: Pick<ModuleQuirks, 'emptyIsList' | 'ofSession'>;
}

const encoders = { 1: new WeakMap<Declared, EncodeRecord | 'none'>(), 2: new WeakMap<Declared, EncodeRecord | 'none'>() };

/** Returns the encoder of a plugin's records for a format version, cached per plugin. Undefined: the records stay unchanged. */
export function encoderOf(plugin: Declared, version: 1 | 2): EncodeRecord | undefined {
  let encode = encoders[version].get(plugin);
  if (!encode) {
    encode = makeEncoder(plugin, version) ?? 'none';
    encoders[version].set(plugin, encode);
  }
  return encode === 'none' ? undefined : encode;
}

function makeEncoder({ returns, quirks }: Declared, version: 1 | 2): EncodeRecord | undefined {
  const { absent } = returns;
  const write = version === 2 ? undefined : recordsEncoder(returns);
  const encode: EncodeRecord | undefined = absent ? (record, key) => (write ?? same)(without(absent, record), key) : write;
  if (!quirks?.emptyIsList) return encode && onceForConstants(encode);
  return (record, key) => {
    const encoded = encode ? encode(record, key) : record;
    return Object.keys(encoded).length > 0 ? encoded : ([] as unknown as AnyRecord);
  };
}

function recordsEncoder({ parts, form }: Declared['returns']): EncodeRecord | undefined {
  const [shape = {}] = Object.values(parts);
  const item = shape['*'];
  switch (form) {
    case 'keyed':
      return orItself(item && encoderOfKind(item.kind));
    case 'dictionary':
      return orItself(item && encoderOfKind({ is: 'map', item }));
    case 'sections': {
      const encoders = new Map(Object.entries(shape).map(([key, { kind }]) => [key, encoderOfKind(kind)]));
      return (record, key) => (encoders.get(key ?? '')?.(record) ?? record) as AnyRecord;
    }
    default:
      return recordEncoder(Object.values(parts));
  }
}

const orItself = (encode: ReturnType<typeof encoderOfKind>): EncodeRecord | undefined =>
  encode && (record => (encode(record) ?? record) as AnyRecord);

const onceForConstants =
  (encode: EncodeRecord): EncodeRecord =>
  (record, key) => {
    const known = rememberedOf(record);
    if (!known) return encode(record, key);
    known.encoded ??= constant(encode(record, key));
    return known.encoded as AnyRecord;
  };

const same: EncodeRecord = record => record;

function without(absent: ReadonlySet<string>, record: AnyRecord): AnyRecord {
  const out: AnyRecord = {};
  for (const key in record) if (!absent.has(key)) out[key] = record[key];
  return out;
}
