import type { JsonSchema } from '@wikiquery/core/host';

/** A property of a response that the schema declares. */
interface DeclaredProperty {
  readonly path: readonly (string | number)[];
  readonly isRequired: boolean;
}
export interface Mutation {
  readonly kind: 'dropped' | 'renamed' | 'retyped';
  readonly path: string;
  readonly body: unknown;
}

/** Returns copies with a required property dropped, a property renamed, and a value retyped. `seed` selects the properties. */
export function mutationsOf(body: unknown, schema: JsonSchema, resolve: (reference: string) => JsonSchema, seed: string): Mutation[] {
  const declared = [...declaredIn(body, schema, resolve, [])];
  const required = declared.filter(({ isRequired }) => isRequired);
  const number = Buffer.from(seed).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7);
  const change = (
    kind: Mutation['kind'],
    among: readonly DeclaredProperty[],
    edit: (parent: Record<string, unknown>, key: string) => void,
  ): Mutation[] => {
    const chosen = among[number % among.length];
    if (!chosen) return [];
    const copy = structuredClone(body);
    const parent = chosen.path.slice(0, -1).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], copy);
    edit(parent as Record<string, unknown>, String(chosen.path.at(-1)));
    return [{ kind, path: chosen.path.join('/'), body: copy }];
  };
  return [
    ...change('dropped', required, (parent, key) => delete parent[key]),
    ...change('renamed', declared, (parent, key) => {
      parent[`${key}-renamed`] = parent[key];
      delete parent[key];
    }),
    ...change('retyped', declared, (parent, key) => {
      parent[key] = typeof parent[key] === 'object' && parent[key] !== null ? 0.5 : [[['retyped']]];
    }),
  ];
}

/** Yields the declared properties of a value, except properties whose schema accepts any value. */
function* declaredIn(
  value: unknown,
  schema: JsonSchema,
  resolve: (reference: string) => JsonSchema,
  path: DeclaredProperty['path'],
): Generator<DeclaredProperty> {
  if (typeof value !== 'object' || value === null) return;
  const fitting = alternativesOf(schema, resolve).find(
    each => each.type === (Array.isArray(value) ? 'array' : 'object') && fits(each, value),
  );
  if (!fitting) return;
  if (Array.isArray(value)) {
    const { prefixItems = [], items } = fitting as { readonly prefixItems?: readonly JsonSchema[]; readonly items: JsonSchema };
    for (const [i, item] of value.entries()) yield* declaredIn(item, prefixItems[i] ?? items, resolve, [...path, i]);
    return;
  }
  const properties = (fitting.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (fitting.required ?? []) as readonly string[];
  for (const [key, item] of Object.entries(value)) {
    const named = properties[key];
    // If the schema allows additional properties, a renamed property is valid.
    if (named && fitting.additionalProperties === false && !isFree(named))
      yield { path: [...path, key], isRequired: required.includes(key) };
    const inner = named ?? fitting.additionalProperties;
    if (typeof inner === 'object') yield* declaredIn(item, inner as JsonSchema, resolve, [...path, key]);
  }
}

const isFree = (schema: JsonSchema): boolean => Object.keys(schema).every(key => key === 'description');

function alternativesOf(schema: JsonSchema, resolve: (reference: string) => JsonSchema): JsonSchema[] {
  if (typeof schema.$ref === 'string') return alternativesOf(resolve(schema.$ref), resolve);
  return schema.anyOf ? (schema.anyOf as JsonSchema[]).flatMap(each => alternativesOf(each, resolve)) : [schema];
}

/** Whether a schema allows the names of an object's properties, or the length of an array. */
const fits = ({ properties, additionalProperties, maxItems = Number.POSITIVE_INFINITY }: JsonSchema, value: object): boolean =>
  Array.isArray(value)
    ? value.length <= (maxItems as number)
    : additionalProperties !== false || Object.keys(value).every(key => Object.hasOwn(properties as object, key));
