import type { FieldFacts, JsonSchema } from '@wikiquery/core/host';
import { sentenceOf } from '../sentences.ts';
import type { FormatVersion } from '../value-schema.ts';

type Fields = Readonly<Record<string, FieldFacts>>;

export type NamedTypes = Map<string, string>;

interface Context {
  readonly version: FormatVersion;
  readonly named: NamedTypes;
}

/** Returns the type of a value. Undefined if formatversion 1 omits it. */
function typeOfField({ kind }: Pick<FieldFacts, 'kind'>, context: Context): string | undefined {
  const { version, named } = context;
  const of = (field: FieldFacts): string => typeOfField(field, context) ?? 'never';
  switch (kind?.is) {
    case 'value':
      return typeOfSchema(kind.schema);
    case 'boolean':
      if (version === 2) return kind.only === undefined ? 'boolean' : String(kind.only);
      return kind.only === false ? undefined : "''";
    case 'list':
      return `readonly ${grouped(of(kind.item))}[]`;
    case 'object': {
      const object = objectType([kind.shape], context, kind.rest && of(kind.rest));
      return kind.emptyIsList === true || (kind.emptyIsList && version === 1) ? `${object} | readonly never[]` : object;
    }
    case 'map':
      if (version === 1 && kind.old === 'list') return `readonly ${grouped(of(kind.item))}[]`;
      return `Readonly<Record<string, ${of(kind.item)}>>${kind.emptyIsList || (version === 1 && !kind.old) ? ' | readonly never[]' : ''}`;
    case 'oneOf':
      return [...new Set(kind.of.flatMap(field => typeOfField(field, context) ?? []))].join(' | ') || undefined;
    case 'named': {
      const name = `${version === 1 ? 'Old' : ''}${kind.name}`;
      if (!named.has(name)) {
        named.set(name, '');
        named.set(name, declarationOf(name, kind.of(), of));
      }
      return name;
    }
    case 'opaque':
      return version === 1 ? 'unknown' : typeOfField({ kind: kind.of }, context);
    default:
      return 'unknown';
  }
}

/** Declares a named type. Prefers an interface, because a type alias cannot refer to itself. */
function declarationOf(name: string, field: FieldFacts, of: (field: FieldFacts) => string): string {
  const begin = `${commentOf('A type that refers to itself, or that several fields share.')}\nexport`;
  if (field.kind.is === 'map') return `${begin} interface ${name} {\n  readonly [name: string]: ${of(field.kind.item)};\n}`;
  return field.kind.is === 'object' ? `${begin} interface ${name} ${of(field)}` : `${begin} type ${name} = ${of(field)};`;
}

/** Returns an object type with the fields of the shapes and their descriptions. */
export function objectType(shapes: readonly Fields[], context: Context, rest?: string): string {
  const fields = new Map<string, { types: Set<string>; isOptional: boolean; help: string | undefined }>();
  for (const [key, field] of shapes.flatMap(shape => Object.entries(shape))) {
    const type = typeOfField(field, context);
    if (type === undefined) continue;
    const name = context.version === 1 && field.isContent ? '*' : key;
    const known = fields.get(name);
    fields.set(name, {
      types: new Set([...(known?.types ?? []), type]),
      // Types are for wikis of any release, so fields of some releases are optional.
      isOptional: (known?.isOptional ?? true) && (field.isOptional || isOfSome(field) || (context.version === 1 && mayVanish(field))),
      help: known?.help ?? sentenceOf(key, field),
    });
  }
  const lines = [...fields].map(([name, { types, isOptional, help }]) => {
    const comment = help === undefined ? '' : `${commentOf(help)}\n`;
    return `${comment}readonly ${propertyName(name)}${isOptional ? '?' : ''}: ${[...types].join(' | ')};`;
  });
  if (rest !== undefined) lines.push('readonly [name: string]: unknown;');
  return lines.length > 0 ? `{\n${indent(lines.join('\n'))}\n}` : '{}';
}

export function tupleType(shape: Fields, context: Context): string {
  const lines = Object.entries(shape).map(([name, field]) => {
    const help = sentenceOf(name, field);
    return `${help === undefined ? '' : `${commentOf(help)}\n`}${name}: ${typeOfField(field, context) ?? 'never'},`;
  });
  return `readonly [\n${indent(lines.join('\n'))}\n]`;
}

const isOfSome = ({ lifetime }: FieldFacts): boolean => (lifetime?.since ?? lifetime?.until) !== undefined;

/** Whether formatversion 1 may omit an existing value. */
function mayVanish({ kind }: FieldFacts): boolean {
  if (kind?.is === 'boolean') return kind.only !== true;
  return kind?.is === 'oneOf' && kind.of.some(mayVanish);
}

function typeOfSchema(schema: JsonSchema): string {
  if ('const' in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ');
  if (Array.isArray(schema.anyOf)) return [...new Set((schema.anyOf as JsonSchema[]).map(typeOfSchema))].join(' | ');
  if (schema.type === 'integer') return 'number';
  return typeof schema.type === 'string' ? schema.type : 'unknown';
}

export const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'` : String(value);

export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

export const commentOf = (text: string): string => `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim()} */`;

export const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

const grouped = (type: string): string =>
  /[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type.includes('} |') ? `(${type})` : type;
