import type { FieldFacts, FieldKind } from '@wikiquery/core/host';

type EncodeValue = (value: unknown) => unknown;
type AnyRecord = Readonly<Record<string, unknown>>;

/** Returns the formatversion=1 encoder of a kind, or undefined if its values stay unchanged. */
export function encoderOfKind(kind: FieldKind): EncodeValue | undefined {
  switch (kind.is) {
    case 'value':
      return undefined;
    case 'boolean':
      return encodeBoolean;
    case 'list':
      return listEncoder(encoderOfField(kind.item));
    case 'object':
      return objectEncoder([kind.shape], kind.rest, kind.emptyIsList !== undefined && kind.emptyIsList !== false);
    case 'map':
      return kind.old === 'object' && kind.item.kind.is === 'any' ? encodeEntries : mapEncoder(encoderOfField(kind.item), kind.old);
    case 'oneOf':
      return unionEncoder(kind.of);
    case 'named':
      return lazyEncoder(kind.of);
    case 'opaque':
      return kind.encode as EncodeValue;
    case 'any':
      return encodeAnything;
  }
}

/** Returns the formatversion=1 encoder of records with the fields of all `shapes`, or undefined if the records stay unchanged. */
export const recordEncoder = (
  shapes: Iterable<Readonly<Record<string, FieldFacts>>>,
): ((record: AnyRecord) => Record<string, unknown>) | undefined =>
  objectEncoder(shapes, undefined, false) as ((record: AnyRecord) => Record<string, unknown>) | undefined;

function objectEncoder(
  shapes: Iterable<Readonly<Record<string, FieldFacts>>>,
  rest: FieldFacts | undefined,
  emptyIsList: boolean,
): EncodeValue | undefined {
  const changed = new Map<string, { key: string; encode: EncodeValue | undefined }>();
  const same = new Set<string>();
  for (const shape of shapes) {
    for (const [key, field] of Object.entries(shape)) {
      const encode = encoderOfField(field);
      if (encode || field.isContent) changed.set(key, { key: field.isContent ? '*' : key, encode });
      else same.add(key);
    }
  }
  const others = rest && encoderOfField(rest);
  if (changed.size === 0 && !others && !emptyIsList) return undefined;
  const encodeRest = others && { encode: others };
  return value => {
    const record = value as AnyRecord;
    if (emptyIsList && Array.isArray(record)) return record;
    const out: Record<string, unknown> = {};
    let content: unknown;
    for (const name in record) {
      const value = record[name];
      if (value === undefined) continue;
      const change = changed.get(name);
      if (change) {
        const encoded = change.encode ? change.encode(value) : value;
        if (change.key === '*') content = encoded;
        else if (encoded !== undefined) out[change.key] = encoded;
      } else if (encodeRest && !same.has(name)) {
        const encoded = encodeRest.encode(value);
        if (encoded !== undefined) out[name] = encoded;
      } else out[name] = value;
    }
    // MediaWiki writes the content last.
    if (content !== undefined) out['*'] = content;
    return emptyIsList ? orEmptyList(out) : out;
  };
}

const encoderOfField = ({ kind }: FieldFacts): EncodeValue | undefined => encoderOfKind(kind);

const encodeBoolean: EncodeValue = value => (value ? '' : undefined);

const listEncoder = (encode: EncodeValue | undefined): EncodeValue | undefined =>
  encode && (values => (values as readonly unknown[]).map(encode));

function mapEncoder(encode: EncodeValue | undefined, old: 'object' | 'list' | undefined): EncodeValue | undefined {
  if (old === 'list')
    return values => {
      const items = Object.values(values as object);
      return encode ? items.map(encode) : items;
    };
  if (!encode && old === 'object') return undefined;
  return values => {
    if (values instanceof Map) return encodeEntriesOf(values, encode, old);
    if (!encode) return orEmptyList(values as Record<string, unknown>);
    const out: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(values as AnyRecord)) {
      const encoded = encode(value);
      if (encoded !== undefined) out[key] = encoded;
    }
    return old === 'object' ? out : orEmptyList(out);
  };
}

function encodeEntriesOf(values: ReadonlyMap<string, unknown>, encode: EncodeValue | undefined, old: 'object' | undefined): unknown {
  if (!encode) return values.size > 0 || old === 'object' ? values : [];
  const entries = [...values].map(([key, value]) => [key, encode(value)] as const).filter(([, value]) => value !== undefined);
  return entries.length > 0 || old === 'object' ? new Map(entries) : [];
}

/** Returns an encoder that selects the alternative of a union by the type of the value: a boolean, a list or an object. */
function unionEncoder(alternatives: readonly FieldFacts[]): EncodeValue | undefined {
  const encoderWhere = (isMeant: (is: FieldKind['is']) => boolean): EncodeValue | undefined => {
    const found = alternatives.find(({ kind }) => isMeant(kind.is));
    return found && encoderOfField(found);
  };
  const boolean = encoderWhere(is => is === 'boolean');
  const list = encoderWhere(is => is === 'list');
  const shapes = alternatives.flatMap(({ kind }) => (kind.is === 'object' ? [kind.shape] : []));
  const object = encoderWhere(is => !['boolean', 'list', 'object', 'value'].includes(is)) ?? recordEncoder(shapes);
  if (!boolean && !list && !object) return undefined;
  return value => {
    if (typeof value === 'boolean') return boolean ? boolean(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return list ? list(value) : value;
    return object ? (object as EncodeValue)(value) : value;
  };
}

function lazyEncoder(of: () => FieldFacts): EncodeValue {
  let encode: EncodeValue | 'none' | undefined;
  return value => {
    encode ??= encoderOfField(of()) ?? 'none';
    return encode === 'none' ? value : encode(value);
  };
}

/** Returns `[]` for an empty object, because PHP writes every empty array as a list. */
const orEmptyList = (object: Record<string, unknown>): unknown => (Object.keys(object).length === 0 ? [] : object);

/** Encodes booleans at any depth: `true` becomes `""`, `false` is omitted. */
export function encodeAnything(value: unknown): unknown {
  if (value === true) return '';
  if (value === false) return undefined;
  if (Array.isArray(value)) return value.map(encodeAnything).filter(item => item !== undefined);
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => [key, encodeAnything(item)] as const).filter(([, item]) => item !== undefined);
    return entries.length === 0 ? [] : new Map(entries);
  }
  return typeof value === 'object' && value !== null ? orEmptyList(encodeEntries(value)) : value;
}

function encodeEntries(object: unknown): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(object as object)) {
    const encoded = encodeAnything(item);
    if (encoded !== undefined) out[key] = encoded;
  }
  return out;
}
