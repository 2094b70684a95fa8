import type { AnyModule, JsonSchema } from '@wikiquery/core/host';
import { type Offer, pageSchema, recordSchema } from '@wikiquery/schema';

export type ColumnType = 'integer' | 'number' | 'boolean' | 'string' | 'timestamp' | 'json';
export interface ExportColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** The rows of a query. `module`: the module whose records are the rows, or undefined if the rows are pages. */
export interface RowSource {
  readonly module: AnyModule | undefined;
  /** Schema of a record. */
  readonly schema: JsonSchema;
}

/** Determines the rows of a query. Throws an Error unless the query has exactly one kind of row. */
export function rowsOf({ modules }: Offer, params: ReadonlyMap<string, string>): RowSource {
  const named = (group: string): AnyModule[] =>
    valuesOf(params.get(group)).map(name => {
      const found = modules.find(module => module.group === group && module.name === name);
      if (!found) throw new Error(`The module ${group}=${name} does not exist.`);
      return found;
    });
  const [module, ...others] = [...named('list'), ...named('meta')];
  const hasPages = ['titles', 'pageids', 'revids', 'generator'].some(name => params.has(name));
  if (others.length > 0 || (module && hasPages))
    throw new Error('A table has one kind of row. Request one list, one meta module, or pages.');
  if (module) return { module, schema: recordSchema(module, 2, new Map(), chosen(module, params)) };
  if (!hasPages) throw new Error('The query has no rows. Add a list, a meta module, or pages (titles, pageids, revids, generator).');
  const generator = modules.find(({ name }) => name === params.get('generator'));
  const props = named('prop').map(prop => ({ module: prop, parts: chosen(prop, params) }));
  return { module: undefined, schema: pageSchema(props, generator) };
}

function chosen({ prefix, params }: AnyModule, query: ReadonlyMap<string, string>): ReadonlySet<string> | undefined {
  const text = query.get(`${prefix}prop`);
  if (text === '*') return undefined;
  return new Set(text === undefined ? ((params.prop?.options.default as Iterable<string> | undefined) ?? []) : valuesOf(text));
}

export const valuesOf = (text: string | undefined): string[] => {
  if (text === undefined || text === '') return [];
  return text.startsWith('\u001f') ? text.slice(1).split('\u001f') : text.split('|');
};

export function columnsOf(schema: JsonSchema): ExportColumn[] {
  const object = (schema.anyOf as readonly JsonSchema[] | undefined)?.find(({ type }) => type === 'object') ?? schema;
  return Object.entries((object.properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(([name, value]) => ({
    name,
    type: typeOf(value),
  }));
}

export function typeOf(schema: JsonSchema): ColumnType {
  const values = 'const' in schema ? [schema.const] : (schema.enum as readonly unknown[] | undefined);
  if (values) {
    const [type, ...others] = [...new Set(values.map(value => typeof value))];
    return others.length === 0 && (type === 'boolean' || type === 'string' || type === 'number') ? type : 'json';
  }
  if (schema.anyOf) {
    // Columns are nullable, so null is ignored. A timestamp that may also be a word is text.
    const types = [...new Set((schema.anyOf as readonly JsonSchema[]).filter(({ const: value }) => value !== null).map(typeOf))];
    if (types.length === 1) return types[0] as ColumnType;
    return types.every(type => type === 'timestamp' || type === 'string') ? 'string' : 'json';
  }
  if (schema.type === 'string') return schema.format === 'date-time' ? 'timestamp' : 'string';
  return schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean' ? schema.type : 'json';
}
