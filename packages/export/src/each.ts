import type { JsonSchema } from '@wikiquery/core/host';
import { columnsOf, type ExportColumn, typeOf } from './columns.ts';
import type { ExportRow } from './formats.ts';

/** Rows that are the elements of a list in each record, with the other fields of the record. */
export interface SplitRows {
  readonly columns: readonly ExportColumn[];
  /** Returns a row for each element of the list in a record. */
  split(record: ExportRow): readonly ExportRow[];
}

/**
 * Splits records by their list `name`. If a record and its elements have a field with the same name, the column of the element begins with
 * the name of the list: `categories.title`. Throws an Error if the records have no such list.
 */
export function splitBy(name: string, schema: JsonSchema): SplitRows {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const list = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (list?.type !== 'array') {
    const lists = Object.keys(properties).filter(key => properties[key]?.type === 'array');
    const choice = lists.length === 0 ? 'Remove --each.' : `Choose one of ${lists.join(', ')} with --each.`;
    throw new Error(`The rows have no list "${name}". ${choice}`);
  }
  const others = columnsOf(schema).filter(column => column.name !== name);
  const items = list.items as JsonSchema;
  const fields = columnsOf(items);
  if (fields.length === 0) {
    const columns = [...others, { name, type: typeOf(items) }];
    return { columns, split: ({ [name]: elements, ...rest }) => elementsOf(elements).map(element => ({ ...rest, [name]: element })) };
  }
  const taken = new Set(others.map(column => column.name));
  const columnOf = (field: string): string => (taken.has(field) ? `${name}.${field}` : field);
  return {
    columns: [...others, ...fields.map(column => ({ ...column, name: columnOf(column.name) }))],
    split: ({ [name]: elements, ...rest }) =>
      elementsOf(elements).map(element => ({
        ...rest,
        ...Object.fromEntries(Object.entries(element as ExportRow).map(([key, value]) => [columnOf(key), value])),
      })),
  };
}

const elementsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
