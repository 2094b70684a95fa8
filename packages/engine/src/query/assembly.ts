import { type AnyModule, type Cursor, type Entry, message, nothing, type Placement, type Records, recordEncoder } from '@wikiquery/core';
import type { Budget, Ordered } from '../result.ts';
import type { Warnings } from '../warnings.ts';

type AnyRecord = Record<string, unknown>;

/** The growing `query` of a response and what lies in it. */
export interface Assembly {
  readonly query: Ordered;
  /** Stands beside `query`, for modules that declare so. */
  readonly top: Ordered;
  readonly pages: ReadonlyMap<number, AnyRecord>;
  readonly budget: Budget;
  readonly warnings: Warnings;
  readonly maxSize: number;
  readonly formatVersion: 1 | 2;
}

/** Puts the records of one module in their place; returns the cursor at which it has to go on, if any. */
export async function addRecords(assembly: Assembly, module: AnyModule, records: Records<AnyRecord>): Promise<Cursor | undefined> {
  if (records === nothing) return undefined;
  const placement = module.placement ?? (module.group === 'meta' ? 'object' : 'list');
  const encode = encoderOf(module, assembly.formatVersion);
  const put = placer(assembly, module, placement);
  const add = (entry: Entry<AnyRecord>): boolean => {
    if (!assembly.budget.take(entry.fields === undefined ? entry.record : [entry.record, entry.fields])) {
      assembly.warnings.add('result', truncated(assembly.maxSize));
      return false;
    }
    put(entry, entry.record !== undefined && encode ? encode(entry.record, entry.key) : entry.record);
    return true;
  };
  const { entries } = records;
  // Awaiting each of some hundred records that are there already would cost more than all the rest.
  if (Symbol.iterator in entries) {
    for (const entry of entries) if (!add(entry)) return entry.cursor;
  } else {
    for await (const entry of entries) if (!add(entry)) return entry.cursor;
  }
  return records.next;
}

type Put = (entry: Entry<AnyRecord>, record: AnyRecord | undefined) => void;

function placer({ query, top, pages }: Assembly, module: AnyModule, placement: Placement): Put {
  const key = module.resultKey ?? module.name;
  if (module.group === 'prop') return placeInPages(pages, key, placement);
  const target = module.besideQuery ? top : query;
  if (placement === 'list') {
    const list: AnyRecord[] = [];
    target.set(key, list);
    const groups = new Map<number | string, AnyRecord[]>();
    return ({ fields, group }, record) => {
      addFields(target, fields);
      if (record === undefined) return;
      const begun = group && groups.get(group.id);
      if (begun) begun.push(...(record[group.list] as AnyRecord[]));
      else {
        list.push(record);
        if (group) groups.set(group.id, record[group.list] as AnyRecord[]);
      }
    };
  }
  if (placement === 'object' && module.returns.encodeKeyed) target.set(key, new Map());
  return ({ key: name, fields }, record) => {
    addFields(target, fields);
    if (record === undefined) return;
    if (placement === 'spread') addFields(target, name === undefined ? record : { [name]: record });
    else if (name === undefined) target.set(key, record);
    else (target.get(key) as Ordered).set(name, record);
  };
}

function placeInPages(pages: ReadonlyMap<number, AnyRecord>, key: string, placement: Placement): Put {
  return ({ pageId, key: name, fields }, record) => {
    const page = pageId === undefined ? undefined : pages.get(pageId);
    if (!page) return;
    if (fields) Object.assign(page, fields);
    if (record === undefined) return;
    if (placement === 'list') {
      const list = page[key] as AnyRecord[] | undefined;
      if (list) list.push(record);
      else page[key] = [record];
    } else if (placement === 'spread') Object.assign(page, name === undefined ? record : { [name]: record });
    else if (name === undefined) page[key] = record;
    else page[key] = { ...(page[key] as AnyRecord | undefined), [name]: record };
  };
}

function addFields(target: Ordered, fields: Readonly<AnyRecord> | undefined): void {
  if (fields) for (const key in fields) target.set(key, fields[key]);
}

type EncodeRecord = (record: AnyRecord, key: string | undefined) => AnyRecord;

const encoders = { 1: new WeakMap<AnyModule, EncodeRecord | 'none'>(), 2: new WeakMap<AnyModule, EncodeRecord | 'none'>() };

/** How a format version writes the records of a module, derived once from what it declares to return; undefined where they stay as they are. */
function encoderOf(module: AnyModule, version: 1 | 2): EncodeRecord | undefined {
  let encode = encoders[version].get(module);
  if (!encode) {
    encode = makeEncoder(module, version) ?? 'none';
    encoders[version].set(module, encode);
  }
  return encode === 'none' ? undefined : encode;
}

function makeEncoder({ returns: { parts, encodeKeyed, emptyIsList } }: AnyModule, version: 1 | 2): EncodeRecord | undefined {
  const encode: EncodeRecord | undefined =
    version === 2
      ? undefined
      : encodeKeyed
        ? (record, key) => (encodeKeyed(key ?? '')?.(record) ?? record) as AnyRecord
        : recordEncoder(Object.values(parts));
  if (!emptyIsList) return encode;
  return (record, key) => {
    const encoded = encode ? encode(record, key) : record;
    return Object.keys(encoded).length > 0 ? encoded : ([] as unknown as AnyRecord);
  };
}

const truncated = (bytes: number) =>
  message('truncatedresult', `This response ends early, because it would hold more than ${bytes} bytes; continue to get the rest.`, {
    key: 'apiwarn-truncatedresult',
    params: [{ num: bytes }],
  });
