import type { Site } from '@wikiquery/core';
import type { AnyModule, AnyParam } from '@wikiquery/core/host';
import { expect } from 'vitest';
import type { Values } from './ask.ts';

type Item = Readonly<Record<string, unknown>>;
type Value = string | number;

export interface ParamFilter {
  readonly type: string;
  readonly fieldOf: (record: Item) => Value | undefined;
  /** Whether the filter value `given` keeps a record with the field value `found`. `isReversed` is true for descending lists. */
  readonly keeps: (found: Value, given: Value, isReversed: boolean) => boolean;
}

const timestampOf = ({ timestamp }: Item) => timestamp as string | undefined;
const userOf = ({ user }: Item) => user as string | undefined;
const namespaceOf = ({ ns }: Item) => ns as number | undefined;
/** Returns the dbkey of a record, without its namespace. */
const nameOf = ({ name, category, title, ns }: Item): string | undefined => {
  const text = (name ?? category ?? title) as string | undefined;
  const bare = text === title && Number(ns) !== 0 ? text?.slice(text.indexOf(':') + 1) : text;
  return bare?.replaceAll(' ', '_');
};

const FILTERS: Readonly<Record<string, ParamFilter>> = {
  from: { type: 'string', fieldOf: nameOf, keeps: (found, given, isReversed) => found === given || found > given !== isReversed },
  to: { type: 'string', fieldOf: nameOf, keeps: (found, given, isReversed) => found === given || found < given !== isReversed },
  prefix: { type: 'string', fieldOf: nameOf, keeps: (found, given) => String(found).startsWith(String(given)) },
  start: { type: 'timestamp', fieldOf: timestampOf, keeps: (found, given, isReversed) => found === given || found > given !== isReversed },
  end: { type: 'timestamp', fieldOf: timestampOf, keeps: (found, given, isReversed) => found === given || found < given !== isReversed },
  user: { type: 'user', fieldOf: userOf, keeps: (found, given) => found === given },
  excludeuser: { type: 'user', fieldOf: userOf, keeps: (found, given) => found !== given },
  namespace: { type: 'namespace', fieldOf: namespaceOf, keeps: (found, given) => found === given },
};

export const filtersOf = ({ group, params }: AnyModule): [name: string, ParamFilter][] =>
  Object.entries(FILTERS).filter(
    ([name, { type }]) =>
      params[name]?.type.name === type &&
      // In modules without `from`, the prefix filters another field.
      (name !== 'prefix' || params.from !== undefined) &&
      (group === 'list' || (group === 'prop' && type === 'namespace')),
  );

interface Reading {
  readonly all: readonly Values[];
  readonly read: (params: Values) => Promise<Item[]>;
  readonly isReversed: boolean;
}

/** For each value that occurs, compares the filtered records with the matching records of the unfiltered list. */
export async function checkFilter(name: string, { fieldOf, keeps }: ParamFilter, { all, read, isReversed }: Reading): Promise<void> {
  const records: Item[] = [];
  for (const params of all) records.push(...(await read(params)));
  const values = new Set(records.flatMap(record => fieldOf(record) ?? []));
  expect(values.size, 'The test wiki has too little data for this check').toBeGreaterThan(1);
  for (const given of values) {
    const matching = records.filter(record => {
      const found = fieldOf(record);
      return found !== undefined && keeps(found, given, isReversed);
    });
    expect(sorted(await read({ ...all[0], [name]: given })), `${name}=${given}`).toEqual(sorted(matching));
  }
}

const sorted = (items: readonly Item[]): Item[] => items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Returns requests that together fetch every record, including the fields that the filter tests. */
export function unfiltered({ params: { prop, namespace, sort } }: AnyModule, { type }: ParamFilter, site: Site): Values[] {
  const has = (param: AnyParam | undefined, value: string) => param?.type.values?.(site).includes(value) === true;
  const fields = FIELDS.filter(field => has(prop, field));
  const values: Values = {
    ...(fields.length > 0 && { prop: fields.join('|') }),
    // Lists that can be sorted in other ways filter by time and user only if sorted by time.
    ...((type === 'timestamp' || type === 'user') && has(sort, 'timestamp') && { sort: 'timestamp' }),
  };
  if (type !== 'namespace') return [values];
  if (namespace?.options.multi) return [{ ...values, namespace: '*' }];
  if (namespace?.options.default === undefined) return [values];
  return [...site.namespaces.keys()].filter(id => id >= 0).map(id => ({ ...values, namespace: id }));
}

const FIELDS = ['ids', 'title', 'timestamp', 'user', 'name', 'namespace'];
