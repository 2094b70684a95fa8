import { decodeEscapes } from '../request/escapes.ts';
import { isList, isObject, type JsonObject, type JsonValue, textOf } from '../wiki/ask.ts';
import type { Properties } from './tables.ts';

/** A property of a result, as a schema describes it. */
export interface ResultProperty {
  /** A path such as `title` or `protection[].level`. */
  readonly path: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** Place in a response where a module adds properties: in `query`, in a page, or at the top level. */
export type ResponsePlace = 'query' | 'page' | 'response';

/** Returns the properties of the records that a module returns in `key`, from the module's schema for formatversion 2. */
export function recordsOf(schema: JsonObject | undefined, place: ResponsePlace, key: string): Properties | undefined {
  const added = schema && properties(resolve(definition(schema, place), schema))?.[key];
  const record = schema && recordOf(resolve(added, schema), schema);
  return record && (properties(record) as Properties | undefined);
}

/** Lists all properties that a module adds to a response. */
export function resultProperties(schema: JsonObject): ResultProperty[] {
  return (['query', 'page', 'response'] as const).flatMap(place => {
    const added = resolve(definition(schema, place), schema);
    return added ? lines(added, schema, '', 0) : [];
  });
}

/** Parameters of which a request must have exactly one, at most one or at least one. */
export interface ParameterGroup {
  readonly most: 1 | undefined;
  readonly least: 0 | 1;
  readonly names: readonly string[];
}

/** Returns the parameter groups in the schema of a module. */
export function parameterGroups(schema: JsonObject): ParameterGroup[] {
  const parameters = isObject(schema.$defs) ? schema.$defs.parameters : undefined;
  const rules = isObject(parameters) && isList(parameters.allOf) ? parameters.allOf.filter(isObject) : [];
  return rules.flatMap((rule): ParameterGroup[] => {
    if (isList(rule.oneOf)) return [{ most: 1, least: 1, names: namesIn(rule.oneOf) }];
    if (isList(rule.anyOf)) return [{ most: undefined, least: 1, names: namesIn(rule.anyOf) }];
    return isObject(rule.not) && isList(rule.not.anyOf) ? [{ most: 1, least: 0, names: namesIn(rule.not.anyOf) }] : [];
  });
}

const namesIn = (conditions: readonly JsonValue[]): string[] => [
  ...new Set(conditions.flatMap(each => (isObject(each) && isList(each.required) ? each.required.map(textOf) : []))),
];

/** Returns the differences between a module and MediaWiki, as wikitext. */
export const differencesOf = (schema: JsonObject): string =>
  textOf(schema.$comment)
    .replace(/^Differences from MediaWiki: /, '')
    .replaceAll(/`([^`]+)`/g, '<kbd>$1</kbd>');

/** Maximum nesting depth of the listed properties. */
const DEEPEST = 4;

function lines(object: JsonObject, root: JsonObject, prefix: string, depth: number): ResultProperty[] {
  const required = new Set(isList(object.required) ? object.required : []);
  return Object.entries(properties(object) ?? {}).flatMap(([key, value]) => {
    const property = resolve(value, root);
    if (!property) return [];
    const path = prefix + key;
    const own = { path, type: typeText(property, root), description: textOf(property.description), isRequired: required.has(key) };
    const inner = depth < DEEPEST ? recordOf(property, root) : undefined;
    const suffix = isObject(property.items) ? '[].' : '.';
    return [own, ...(inner && properties(inner) ? lines(inner, root, path + suffix, depth + 1) : [])];
  });
}

const definition = (schema: JsonObject, place: ResponsePlace): JsonValue | undefined =>
  isObject(schema.$defs) ? schema.$defs[`${place}.2`] : undefined;
const properties = (schema: JsonObject | undefined): JsonObject | undefined =>
  isObject(schema?.properties) ? schema.properties : undefined;

/** Returns the schema of the records in a list or map. The depth is limited, because types may be recursive. */
function recordOf(schema: JsonObject | undefined, root: JsonObject, depth = 0): JsonObject | undefined {
  if (!schema || depth > DEEPEST) return undefined;
  const inside = (each: JsonValue | undefined): JsonObject | undefined => recordOf(resolve(each, root), root, depth + 1);
  for (const each of isList(schema.anyOf) ? schema.anyOf : []) {
    const found = inside(each);
    if (found) return found;
  }
  if (isObject(schema.items)) return inside(schema.items);
  if (properties(schema)) return schema;
  return isObject(schema.additionalProperties) ? inside(schema.additionalProperties) : undefined;
}

/** Resolves a reference inside the schema, but not to other documents. */
function resolve(schema: JsonValue | undefined, root: JsonObject): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  if (!$ref.startsWith('#/')) return undefined;
  const steps = $ref
    .slice(2)
    .split('/')
    .map(step => decodeEscapes(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<JsonValue | undefined>((at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), root);
  return isObject(found) && found !== schema && found.$ref !== $ref
    ? { ...found, ...(schema.description !== undefined && { description: schema.description }) }
    : undefined;
}

/** Returns a name for the type of a schema. */
function typeText(schema: JsonObject, root: JsonObject, depth = 0): string {
  if (depth > DEEPEST) return 'any';
  const inside = (each: JsonValue): string => typeText(resolve(each, root) ?? {}, root, depth + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (isList(schema.enum)) return schema.enum.map(value => JSON.stringify(value)).join(' | ');
  if (isList(schema.anyOf)) return [...new Set(schema.anyOf.map(inside))].join(' | ');
  if (schema.format === 'date-time') return 'timestamp';
  if (isObject(schema.items)) return `${inside(schema.items)}[]`;
  return isList(schema.type) ? schema.type.map(String).join(' | ') : textOf(schema.type) || 'any';
}
