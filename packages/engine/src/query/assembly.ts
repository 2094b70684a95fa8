import {
  type AnyModule,
  type Cursor,
  type Entry,
  encodeAnything,
  message,
  nothing,
  type Placement,
  type Records,
  RowEntries,
  recordEncoder,
} from '@wikiquery/core';
import type { Budget, Ordered } from '../result.ts';
import type { Warnings } from '../warnings.ts';

type AnyRecord = Record<string, unknown>;

/** The growing `query` of a response and what lies in it. */
export interface Assembly {
  readonly query: Ordered;
  /** `query` and what stands beside it, of modules that declare so. */
  readonly top: Ordered;
  readonly pages: ReadonlyMap<number, AnyRecord>;
  readonly budget: Budget;
  readonly warnings: Warnings;
  readonly maxSize: number;
  readonly formatVersion: 1 | 2;
}

/** Puts the records of one module in their place; returns the cursor at which it has to go on, if any. */
export function addRecords(
  assembly: Assembly,
  module: AnyModule,
  records: Records<AnyRecord>,
): Cursor | undefined | Promise<Cursor | undefined> {
  if (records === nothing) return undefined;
  const placement = module.placement ?? (module.group === 'meta' ? 'object' : 'list');
  const encode = encoderOf(module, assembly.formatVersion);
  const isList = placement === 'list' && module.group !== 'prop';
  const { entries: given } = records;
  const entries = isList && !(given instanceof RowEntries) && Symbol.iterator in given ? [...given] : given;
  const put = placer(assembly, module, placement);
  const whole = entries instanceof RowEntries ? entries.records : isList && Array.isArray(entries) ? joined(entries) : undefined;
  if (whole && assembly.budget.takeAll(whole)) {
    const made: readonly AnyRecord[] = encode ? whole.map(record => encode(record, undefined)) : whole;
    if (isList) targetOf(assembly, module).set(module.resultKey ?? module.name, made);
    else for (let i = 0; i < made.length; i++) put(pageOf((entries as RowEntries<unknown, AnyRecord>).pageIds?.[i]), made[i]);
    return records.next;
  }
  const groups = new Set<number | string>();
  const add = (entry: Entry<AnyRecord>): boolean => {
    const { record, fields, group } = entry;
    const added = group && groups.has(group.id) ? record?.[group.list] : record;
    if (!assembly.budget.take(fields === undefined ? added : [added, fields])) {
      assembly.warnings.add('result', truncated(assembly.maxSize));
      // MediaWiki makes the list of the page before it finds that nothing more fits.
      const page = placement === 'list' && entry.pageId !== undefined ? assembly.pages.get(entry.pageId) : undefined;
      if (page) page[module.resultKey ?? module.name] ??= [];
      return false;
    }
    if (group) groups.add(group.id);
    put(entry, entry.record !== undefined && encode ? encode(entry.record, entry.key) : entry.record);
    return true;
  };
  // Awaiting each of some hundred records that are there already would cost more than all the rest.
  if (!(Symbol.iterator in entries)) return addByAndBy(entries, add, records.next);
  for (const entry of entries) if (!add(entry)) return cursorOf(entry);
  return records.next;
}

/** The records of a list, those of a group as one; undefined where entries are more than records. */
function joined(entries: readonly Entry<AnyRecord>[]): AnyRecord[] | undefined {
  const out: AnyRecord[] = [];
  const lists = new Map<number | string, unknown[]>();
  for (const { record, fields, key, group } of entries) {
    if (record === undefined || fields !== undefined || key !== undefined) return undefined;
    if (!group) {
      out.push(record);
      continue;
    }
    const items = record[group.list] as unknown[];
    const begun = lists.get(group.id);
    if (begun) begun.push(...items);
    else {
      const list = [...items];
      lists.set(group.id, list);
      out.push({ ...record, [group.list]: list });
    }
  }
  return out;
}

async function addByAndBy(
  entries: AsyncIterable<Entry<AnyRecord>>,
  add: (entry: Entry<AnyRecord>) => boolean,
  next: Cursor | undefined,
): Promise<Cursor | undefined> {
  for await (const entry of entries) if (!add(entry)) return cursorOf(entry);
  return next;
}

const pageOf = (pageId: number | undefined): Entry<AnyRecord> => (pageId === undefined ? {} : { pageId });

const cursorOf = ({ cursor }: Entry<AnyRecord>): Cursor | undefined => (typeof cursor === 'function' ? cursor() : cursor);

type Put = (entry: Entry<AnyRecord>, record: AnyRecord | undefined) => void;

function placer(assembly: Assembly, module: AnyModule, placement: Placement): Put {
  const key = module.resultKey ?? module.name;
  if (module.group === 'prop') return placeInPages(assembly, key, placement);
  const target = targetOf(assembly, module);
  const groups = new Map<number | string, AnyRecord[]>();
  /** Whether the record only adds to the list of one that is there. */
  const joins = (group: Entry<AnyRecord>['group'], record: AnyRecord): boolean => {
    const begun = group && groups.get(group.id);
    if (begun) begun.push(...(record[group.list] as AnyRecord[]));
    else if (group) groups.set(group.id, record[group.list] as AnyRecord[]);
    return begun !== undefined;
  };
  if (placement === 'list') {
    const list: AnyRecord[] = [];
    target.set(key, list);
    return ({ fields, group }, record) => {
      // What is told of the list as a whole stands before it.
      if (fields && list.length === 0) target.delete(key);
      addFields(target, fields);
      if (fields) target.set(key, list);
      if (record !== undefined && !joins(group, record)) list.push(record);
    };
  }
  if (placement === 'object' && module.returns.encodeKeyed) target.set(key, new Map());
  return ({ key: name, fields, group }, record) => {
    addFields(target, fields);
    if (record === undefined || joins(group, record)) return;
    if (placement === 'spread') addFields(target, name === undefined ? record : { [name]: record });
    else if (name === undefined) target.set(key, record);
    else (target.get(key) as Ordered).set(name, record);
  };
}

const targetOf = ({ query, top }: Assembly, module: AnyModule): Ordered => (module.besideQuery ? top : query);

/** Records of no page, as of files without one, stand in a list of `query`. */
function placeInPages({ query, pages, formatVersion }: Assembly, key: string, placement: Placement): Put {
  const list: AnyRecord[] = [];
  return ({ pageId, key: name, fields }, record) => {
    if (pageId === undefined && record !== undefined) {
      list.push(record);
      query.set(key, list);
      return;
    }
    const page = pageId === undefined ? undefined : pages.get(pageId);
    if (!page) return;
    if (fields) Object.assign(page, formatVersion === 1 ? encodeAnything(fields) : fields);
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
export function encoderOf(module: AnyModule, version: 1 | 2): EncodeRecord | undefined {
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
