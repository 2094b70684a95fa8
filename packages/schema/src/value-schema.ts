import type { FieldFacts, JsonSchema } from '@wikiquery/core/host';
import type { FormatVersion } from '@wikiquery/types';
import { sentenceOf } from './sentences.ts';

type Fields = Readonly<Record<string, FieldFacts>>;

export type { FormatVersion };
/** The supported values of `formatversion`. */
export const FORMAT_VERSIONS = [1, 2] as const satisfies FormatVersion[];

/** Schemas of named types, by name and format version (`Tree.2`). */
export type Definitions = Map<string, JsonSchema>;

/** Returns the schema of a field, or undefined if formatversion 1 omits it. Adds the schemas of named types to `definitions`. */
export function schemaOfField(
  field: Pick<FieldFacts, 'kind' | 'helpText'>,
  version: FormatVersion,
  definitions: Definitions,
): JsonSchema | undefined {
  const schema = schemaOfKind(field, version, definitions);
  return schema && field.helpText !== undefined ? described(field.helpText, schema) : schema;
}

function schemaOfKind({ kind }: Pick<FieldFacts, 'kind'>, version: FormatVersion, definitions: Definitions): JsonSchema | undefined {
  // Fields of plugins for an older plugin API version have no kind.
  if (!kind) return {};
  const of = (field: FieldFacts): JsonSchema => schemaOfField(field, version, definitions) ?? {};
  switch (kind.is) {
    case 'value':
      return kind.schema;
    case 'boolean':
      if (version === 2) return kind.only === undefined ? { type: 'boolean' } : { const: kind.only };
      return kind.only === false ? undefined : { const: '' };
    case 'list':
      return { type: 'array', items: of(kind.item) };
    case 'object': {
      const object = objectSchema([kind.shape], version, definitions, kind.rest);
      return kind.emptyIsList === true || (kind.emptyIsList && version === 1) ? { anyOf: [object, EMPTY_LIST] } : object;
    }
    case 'map':
      if (version === 1 && kind.old === 'list') return { type: 'array', items: of(kind.item) };
      return mapSchema(of(kind.item), kind.emptyIsList === true || (version === 1 && kind.old === undefined));
    case 'oneOf': {
      const alternatives = distinct(
        kind.of.flatMap(field => [schemaOfField(field, version, definitions)].filter(schema => schema !== undefined)),
      );
      return alternatives.length > 1 ? { anyOf: alternatives } : alternatives[0];
    }
    case 'named': {
      const name = `${kind.name}.${version}`;
      if (!definitions.has(name)) {
        definitions.set(name, {});
        definitions.set(name, of(kind.of()));
      }
      return { $ref: `#/$defs/${name}` };
    }
    case 'opaque':
      return version === 1 ? {} : (schemaOfKind({ kind: kind.of }, version, definitions) ?? {});
    case 'any':
      return {};
  }
}

const EMPTY_LIST = { type: 'array', maxItems: 0 };

export const described = (description: string, schema: JsonSchema): JsonSchema => ({ description, ...schema });

export function mapSchema(item: JsonSchema, mayBeList: boolean): JsonSchema {
  const object = { type: 'object', additionalProperties: item };
  return mayBeList ? { anyOf: [object, EMPTY_LIST] } : object;
}

/** Returns the schema of an object with the fields of all shapes. `areOptional` makes the fields of a shape optional. */
export function objectSchema(
  shapes: readonly Fields[],
  version: FormatVersion,
  definitions: Definitions,
  rest?: FieldFacts,
  areOptional?: (shape: Fields) => boolean,
): JsonSchema {
  const alternatives = new Map<string, JsonSchema[]>();
  const required = new Set<string>();
  for (const shape of shapes) {
    const isOptional = areOptional?.(shape) ?? false;
    for (const [key, field] of Object.entries(shape)) {
      const value = schemaOfField(field, version, definitions);
      if (!value) continue;
      const sentence = sentenceOf(key, field);
      const schema = sentence === undefined ? value : described(sentence, value);
      const name = version === 1 && field.isContent ? '*' : key;
      alternatives.set(name, [...(alternatives.get(name) ?? []), schema]);
      if (!isOptional && !field.isOptional && !(version === 1 && mayVanish(field))) required.add(name);
    }
  }
  const properties = Object.fromEntries(
    [...alternatives].map(([name, all]) => {
      const schemas = distinct(all);
      return [name, schemas.length > 1 ? { anyOf: schemas } : schemas[0]];
    }),
  );
  return {
    type: 'object',
    properties,
    ...(required.size > 0 && { required: [...required] }),
    additionalProperties: rest ? (schemaOfField(rest, version, definitions) ?? false) : false,
  };
}

/** Whether formatversion 1 may omit an existing value. */
function mayVanish({ kind }: FieldFacts): boolean {
  if (kind?.is === 'boolean') return kind.only !== true;
  if (kind?.is === 'oneOf') return kind.of.some(mayVanish);
  if (kind?.is === 'named') return mayVanish(kind.of());
  return kind === undefined || kind.is === 'any' || kind.is === 'opaque';
}

function distinct(schemas: readonly JsonSchema[]): JsonSchema[] {
  return [...new Map(schemas.map(schema => [JSON.stringify(schema), schema] as const)).values()];
}
