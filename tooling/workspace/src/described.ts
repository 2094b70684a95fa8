import type { Site } from '@wikiquery/core';
import type { JsonSchema } from '@wikiquery/core/host';
import { documentsOf } from '@wikiquery/schema';
import type { Declarations } from './declaration.ts';
import { offerOf } from './published-types.ts';

/** Returns a violation for each parameter and each response property without a description. */
export function undescribed(plugins: Declarations['plugins'], site: Site): string[] {
  const paths = new Map([...plugins].map(([path, { group, name }]) => [`${group}/${name}`, path]));
  const documents = documentsOf(offerOf(plugins, site), (group, name) => `${ELSEWHERE}${group}/${name}`);
  return [...documents].flatMap(([document, { $defs }]) => {
    const missing = Object.entries($defs as Schemas).flatMap(([pointer, schema]) => [...silent(schema, pointer.replace(/\.[12]$/, ''))]);
    // The property may be in the schemas of both format versions.
    return [...new Set(missing)].map(
      property =>
        `${paths.get(document) ?? 'packages/engine'}: ${property} is not described; add .help('…'), or a description for all modules to packages/schema/src/sentences.ts.`,
    );
  });
}

const ELSEWHERE = 'https://wiki.example/';
type Schemas = Readonly<Record<string, JsonSchema>>;

/** Yields the paths of properties and tuple items without a description. */
function* silent(schema: JsonSchema, path: string): Generator<string> {
  const { properties = {}, patternProperties = {}, prefixItems = [], items, additionalProperties, anyOf = [] } = schema as Parts;
  const values = prefixItems.map((item, at) => [item.title ?? String(at), item] as const);
  for (const [name, property] of [...Object.entries({ ...properties, ...patternProperties }), ...values]) {
    const pointer = `${path}/${name}`;
    if (!isDescribed(property)) yield pointer;
    yield* silent(property, pointer);
  }
  for (const inner of [items, additionalProperties, ...anyOf]) if (typeof inner === 'object') yield* silent(inner, path);
}

interface Parts {
  readonly properties?: Schemas;
  readonly patternProperties?: Schemas;
  readonly prefixItems?: readonly (JsonSchema & { readonly title?: string })[];
  readonly items?: JsonSchema | boolean;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
}

/** Whether a property has a description: its own, that of an alternative, or one in the document of the module that adds the property. */
const isDescribed = ({ description, $ref, anyOf = [] }: JsonSchema): boolean =>
  typeof description === 'string' ||
  (typeof $ref === 'string' && $ref.startsWith(ELSEWHERE)) ||
  (anyOf as readonly JsonSchema[]).some(isDescribed);
