import type { Shape, Site } from '@wikiquery/core';
import type { AnyParam, FieldFacts, JsonSchema, Params } from '@wikiquery/core/host';
import { sentenceOf } from '@wikiquery/schema';
import { code, prose, table } from './markdown.ts';

interface Lifetime {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Returns sentences about the MediaWiki releases that have something. */
export const releases = ({ since, until }: Lifetime): string[] => [
  ...(since === undefined ? [] : [`Since MediaWiki ${since}.`]),
  ...(until === undefined ? [] : [`Removed in MediaWiki ${until}.`]),
];

/** Returns the table of the parameters of a plugin. */
export const parameterTable = (params: Params, prefix: string, site: Site): string =>
  table(
    ['parameter', 'value', 'default', 'meaning'],
    Object.entries(params).map(([name, param]) => [
      code(prefix + name),
      typeOf(param, site),
      defaultOf(param.options.default),
      meaningOf(param),
    ]),
  );

function meaningOf({ options }: AnyParam): string {
  const { help = '', required, sensitive, deprecated, deprecatedValues = [], lifetimes = {}, marks = [] } = options;
  return [
    prose(help),
    required && 'Required.',
    sensitive && 'Only in the body of a POST request.',
    deprecated && (typeof deprecated === 'string' ? `Deprecated since MediaWiki ${deprecated}.` : 'Deprecated.'),
    deprecatedValues.length > 0 && `Deprecated values: ${deprecatedValues.map(code).join(', ')}.`,
    ...releases(options),
    ...Object.entries(lifetimes).flatMap(([value, lifetime]) => releases(lifetime).map(text => `${code(value)}: ${text}`)),
    ...marks.map(
      ({ text, values = [] }) => `${values.length > 0 ? `${values.map(value => code(String(value))).join(', ')}: ` : ''}${prose(text)}`,
    ),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The longest list of values in a table. The explorer lists all values of the wiki. */
const MOST_VALUES = 60;

function typeOf({ type, options }: AnyParam, site: Site): string {
  if (type.name === 'namespace') return options.multi ? 'namespaces' : 'namespace';
  const values = type.values?.(site);
  if (values) {
    const shown = values.slice(0, MOST_VALUES).map(value => (value === '' ? 'empty' : code(String(value))));
    const rest = values.length > MOST_VALUES ? [`and ${values.length - MOST_VALUES} more`] : [];
    return `${options.multi ? 'any of ' : ''}${[...shown, ...rest].join(', ')}`;
  }
  const { min, max, highmax } = (type.describe?.(site) ?? {}) as Readonly<Record<string, number | undefined>>;
  const bounds = [min !== undefined && `from ${min}`, max !== undefined && `to ${max}`, highmax !== undefined && `(${highmax} for bots)`];
  return [options.multi ? `${type.name}s` : type.name, ...bounds.filter(Boolean)].join(' ');
}

function defaultOf(value: unknown): string {
  if (value === undefined || value === false) return '';
  return [value]
    .flat()
    .map(each => code(typeof each === 'string' ? each : JSON.stringify(each)))
    .join(', ');
}

/** Returns the table of the fields of a response, by the part that selects them. */
export function fieldTable(parts: Readonly<Record<string, Shape>>, isTuple: boolean): string {
  const rows = Object.entries(parts).flatMap(([part, shape]) => rowsOf(shape, '', part === '' ? '' : `with ${code(part)}`, new Set()));
  return table([isTuple ? 'in this order' : 'property', 'value', 'when', 'meaning'], rows);
}

function rowsOf(shape: Readonly<Record<string, FieldFacts>>, path: string, when: string, named: ReadonlySet<string>): string[][] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const condition = [when, field.isOptional && 'if applicable'].filter(Boolean).join(', ');
    const meaning = [prose(sentenceOf(name, field) ?? ''), ...releases(field.lifetime ?? {})].filter(Boolean).join(' ');
    const own = path + (name === '*' ? '{key}' : name);
    return [[code(own), formOf(field), condition, meaning], ...nested(field, own, named)];
  });
}

/** The deepest level of nested properties in a table. The JSON Schema has all. */
const DEEPEST = 3;

function nested({ kind }: FieldFacts, path: string, named: ReadonlySet<string>): string[][] {
  switch (kind.is) {
    case 'object':
      return path.split(/[.[]/).length > DEEPEST ? [] : rowsOf(kind.shape, `${path}.`, '', named);
    case 'list':
      return nested(kind.item, `${path}[]`, named);
    case 'map':
      return nested(kind.item, `${path}.{key}`, named);
    case 'oneOf':
      return kind.of.flatMap(each => nested(each, path, named));
    case 'named':
      return named.has(kind.name) ? [] : nested(kind.of(), path, new Set([...named, kind.name]));
    default:
      return [];
  }
}

function formOf({ kind }: FieldFacts): string {
  switch (kind.is) {
    case 'value':
      return schemaOf(kind.schema);
    case 'boolean':
      return kind.only === undefined ? 'boolean' : code(String(kind.only));
    case 'list':
      return `array of ${formOf(kind.item)}`;
    case 'map':
      return `object of ${formOf(kind.item)}`;
    case 'object':
      return 'object';
    case 'oneOf':
      return [...new Set(kind.of.map(formOf))].join(' or ');
    case 'named':
      return kind.name;
    case 'opaque':
      return formOf({ kind: kind.of } as FieldFacts);
    case 'any':
      return 'any';
  }
}

function schemaOf(schema: JsonSchema): string {
  const values = 'const' in schema ? [schema.const] : (schema.enum as readonly unknown[] | undefined);
  if (values) return values.map(value => code(JSON.stringify(value))).join(' or ');
  if (schema.anyOf) return (schema.anyOf as readonly JsonSchema[]).map(schemaOf).join(' or ');
  return schema.format === 'date-time' ? 'timestamp' : typeof schema.type === 'string' ? schema.type : 'any';
}
