import type { Cursor, Records } from '@wikiquery/core';
import { type AnyModule, type Entries, hasKeys, isRowEntries, type KeyedEntry, kindOfOutput, type Placement } from '@wikiquery/core/host';
import { encoderOf } from '../encoders.ts';
import { encodeAnything } from '../encoding.ts';
import type { Budget, Ordered } from '../result.ts';
import { truncated, type Warnings } from '../warnings.ts';
import { fault } from './output.ts';

type AnyRecord = Record<string, unknown>;
type Group = { readonly id: number | string; readonly list: string };
type AnyEntry = Omit<KeyedEntry<AnyRecord>, 'group'> & { readonly group?: Group | undefined };

/** The unfinished `query` of a response, to which modules add their results. */
export interface Assembly {
  readonly query: Ordered;
  /** Top level of the response: `query`, and the results of modules that declare `besideQuery`. */
  readonly top: Ordered;
  readonly pages: ReadonlyMap<number, AnyRecord>;
  readonly budget: Budget;
  readonly warnings: Warnings;
  readonly maxSize: number;
  readonly formatVersion: 1 | 2;
}

/** Adds the records of a module to the response. Returns the cursor at which the module resumes, if any. */
export function addRecords(
  assembly: Assembly,
  module: AnyModule,
  records: Records<AnyRecord>,
): Cursor | undefined | Promise<Cursor | undefined> {
  if (kindOfOutput(records) === 'nothing') return undefined;
  const placement = module.placement ?? (module.group === 'meta' ? 'object' : 'list');
  const encode = encoderOf(module, assembly.formatVersion);
  const isList = placement === 'list' && module.group !== 'prop';
  const given: Entries<AnyRecord, AnyEntry> = records.entries as Entries<AnyRecord, AnyEntry>;
  const entries = isList && !isRowEntries(given) && Symbol.iterator in given ? [...given] : given;
  const put = placer(assembly, module, placement);
  const whole = isRowEntries(entries) ? entries.records : isList && Array.isArray(entries) ? joined(module, entries) : undefined;
  if (whole && assembly.budget.takeAll(whole)) {
    const pageIds = isRowEntries(entries) ? entries.pageIds : undefined;
    const made: readonly AnyRecord[] = encode ? whole.map(record => encode(record, undefined)) : whole;
    if (isList) targetOf(assembly, module).set(module.resultKey ?? module.name, made);
    else for (let i = 0; i < made.length; i++) put(pageOf(pageIds?.[i]), made[i]);
    return records.next;
  }
  const groups = new Set<number | string>();
  const add = (entry: AnyEntry): boolean => {
    const { record, fields, group } = entry;
    const added = group && groups.has(group.id) ? listOf(module, record, group) : record;
    if (!assembly.budget.take(fields === undefined ? added : [added, fields])) {
      assembly.warnings.add('result', truncated(assembly.maxSize));
      // As in MediaWiki, the page has an empty list if its first record does not fit.
      const page = placement === 'list' && entry.pageId !== undefined ? assembly.pages.get(entry.pageId) : undefined;
      if (page) page[module.resultKey ?? module.name] ??= [];
      return false;
    }
    if (group) groups.add(group.id);
    put(entry, entry.record !== undefined && encode ? encode(entry.record, entry.key) : entry.record);
    return true;
  };
  // Do not await records that are already available: several hundred awaits would dominate the cost.
  if (!(Symbol.iterator in entries)) return addByAndBy(entries, add, records.next);
  for (const entry of entries) if (!add(entry)) return cursorOf(entry);
  return records.next;
}

/** Merges the records of each group. Returns undefined if an entry has fields, a key or no record. */
function joined(module: AnyModule, entries: readonly AnyEntry[]): AnyRecord[] | undefined {
  const out: AnyRecord[] = [];
  const lists = new Map<number | string, unknown[]>();
  for (const { record, fields, key, group } of entries) {
    if (record === undefined || fields !== undefined || key !== undefined) return undefined;
    if (!group) {
      out.push(record);
      continue;
    }
    const items = listOf(module, record, group);
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
  entries: AsyncIterable<AnyEntry>,
  add: (entry: AnyEntry) => boolean,
  next: Cursor | undefined,
): Promise<Cursor | undefined> {
  for await (const entry of entries) if (!add(entry)) return cursorOf(entry);
  return next;
}

const pageOf = (pageId: number | undefined): AnyEntry => (pageId === undefined ? {} : { pageId });

const cursorOf = ({ cursor }: AnyEntry): Cursor | undefined => (typeof cursor === 'function' ? cursor() : cursor);

type Put = (entry: AnyEntry, record: AnyRecord | undefined) => void;

function placer(assembly: Assembly, module: AnyModule, placement: Placement): Put {
  const key = module.resultKey ?? module.name;
  if (module.group === 'prop') return placeInPages(assembly, module, key, placement);
  const target = targetOf(assembly, module);
  const groups = new Map<number | string, unknown[]>();
  /** Merges a record into an earlier record of its group, if any. Returns whether there was one. */
  const joins = (group: Group | undefined, record: AnyRecord): boolean => {
    const begun = group && groups.get(group.id);
    if (begun) begun.push(...listOf(module, record, group));
    else if (group) groups.set(group.id, listOf(module, record, group));
    return begun !== undefined;
  };
  if (placement === 'list') {
    const list: AnyRecord[] = [];
    target.set(key, list);
    return ({ fields, group }, record) => {
      // Write fields that describe the whole list before the list.
      if (fields && list.length === 0) target.delete(key);
      addFields(target, fields);
      if (fields) target.set(key, list);
      if (record !== undefined && !joins(group, record)) list.push(record);
    };
  }
  if (placement === 'object' && hasKeys(module.returns)) target.set(key, new Map());
  let isSet = false;
  return ({ key: name, fields, group }, record) => {
    addFields(target, fields);
    if (record === undefined || joins(group, record)) return;
    if (name !== undefined) requireKeyed(module);
    if (placement === 'spread') addFields(target, name === undefined ? record : { [name]: record });
    else if (name !== undefined) (target.get(key) as Ordered).set(name, record);
    else {
      if (isSet) throw severalObjects(module);
      isSet = true;
      target.set(key, record);
    }
  };
}

const targetOf = ({ query, top }: Assembly, module: AnyModule): Ordered => (module.quirks?.besideQuery ? top : query);

/** Returns a function that adds records to pages. Records without a page, such as those of stashed files, go into a list in `query`. */
function placeInPages({ query, pages, formatVersion }: Assembly, module: AnyModule, key: string, placement: Placement): Put {
  const list: AnyRecord[] = [];
  return ({ pageId, key: name, fields, group }, record) => {
    if (group) throw fault(module, 'returned an entry with a group, which only lists have; name the page of the record with "pageId"');
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
      return;
    }
    if (name !== undefined) requireKeyed(module);
    if (placement === 'spread') Object.assign(page, name === undefined ? record : { [name]: record });
    else if (name === undefined) {
      if (page[key] !== undefined) throw severalObjects(module);
      page[key] = record;
    } else page[key] = { ...(page[key] as AnyRecord | undefined), [name]: record };
  };
}

/** Returns the list in a record, which is merged with the lists of the other records in its group. */
function listOf(module: AnyModule, record: AnyRecord | undefined, { list }: Group): unknown[] {
  const items = record?.[list];
  if (Array.isArray(items)) return items;
  throw fault(module, `returned an entry of a group whose record has no list "${list}"; name the property that holds its list`);
}

function requireKeyed(module: AnyModule): void {
  if (hasKeys(module.returns)) return;
  throw fault(module, 'returned an entry with a key; declare the records with f.keyed or f.sections in "returns"');
}

const severalObjects = (module: AnyModule): Error =>
  fault(module, 'returned several records for one place; set the placement "list", or give each a key and declare them with f.keyed');

function addFields(target: Ordered, fields: Readonly<AnyRecord> | undefined): void {
  if (fields) for (const key in fields) target.set(key, fields[key]);
}
