import type { Shape } from '@wikiquery/core';
import type { AnyAction, AnyModule, Described, JsonSchema } from '@wikiquery/core/host';
import { pageFields, queryFields, responseFields } from '@wikiquery/engine';
import type { Offer } from './offer.ts';
import { groupsSchema, paramsSchema } from './param-schema.ts';
import { fieldsOf, type ResultSchemas, resultOf, tupleOf } from './result-schema.ts';
import { type Definitions, described, FORMAT_VERSIONS, type FormatVersion, objectSchema } from './value-schema.ts';

/** Returns the URL of a plugin's schema, before its `/$defs`. */
export type Address = (group: string, name: string) => string;

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Returns the schemas of all plugins of an offer, by path such as `list/allpages`. */
export function documentsOf(offer: Offer, address: Address): ReadonlyMap<string, JsonSchema> {
  const documents = new Map<string, JsonSchema>();
  for (const item of offer.installed.described.values()) {
    const group = item.group ?? (item.path === 'main' ? 'entry' : 'action');
    documents.set(`${group}/${item.name}`, documentOf(offer, item, group, address));
  }
  return documents;
}

/** Returns the URLs and descriptions of schemas, by group and name. */
export function indexOf(documents: ReadonlyMap<string, JsonSchema>): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const index: Record<string, Record<string, unknown>> = {};
  for (const [path, { $id, description }] of documents) {
    const [group, name] = path.split('/') as [string, string];
    index[group] = { ...index[group], [name]: { schema: $id, description } };
  }
  return index;
}

/** Returns the schema of one plugin: its parameters, and its part of the response by format version. */
export function documentOf(offer: Offer, item: Described, group: string, address: Address): JsonSchema {
  const { installed, site, modules, actions } = offer;
  const definitions: Definitions = new Map();
  const module = modules.find(each => each.group === group && each.name === item.name);
  const action = group === 'action' ? actions.find(each => each.name === item.name) : undefined;
  const { differences = [] } = module ?? action ?? {};
  const isQuery = group === 'action' && !action;
  const params = isQuery ? { ...item.params, ...installed.pageSet.params } : item.params;
  definitions.set('parameters', {
    ...paramsSchema(params, item.prefix, site, installed.valuesOf),
    ...groupsSchema(module ?? action ?? {}, item.prefix),
  });
  for (const version of FORMAT_VERSIONS) {
    if (module) for (const [part, schema] of partsOf(module, version, definitions)) definitions.set(`${part}.${version}`, schema);
    if (action) definitions.set(`response.${version}`, actionResponse(action, version, definitions));
    if (isQuery) definitions.set(`response.${version}`, queryResponse(modules, version, definitions, address));
  }
  return {
    $schema: DIALECT,
    $id: address(group, item.name).replace(/#$/, ''),
    title: group === 'entry' ? 'api.php' : `${group}=${item.name}`,
    description: item.summary,
    ...(differences.length > 0 && { $comment: `Differences from MediaWiki: ${differences.join(' ')}` }),
    $defs: Object.fromEntries(definitions),
  };
}

function partsOf(module: AnyModule, version: FormatVersion, definitions: Definitions): [string, JsonSchema][] {
  const parts = Object.entries(resultOf(module, version, definitions)).filter(([, properties]) => Object.keys(properties).length > 0);
  return parts.map(([part, properties]) => [part, { type: 'object', properties, additionalProperties: false }]);
}

function responseSchema(fields: Readonly<Record<string, JsonSchema>>, version: FormatVersion, definitions: Definitions): JsonSchema {
  const envelope = objectSchema([responseFields], version, definitions, undefined, () => true);
  return { ...envelope, properties: { ...(envelope.properties as object), ...fields } };
}

/** Returns the schema of an action's response. A tuple replaces the envelope, except for errors. */
function actionResponse(action: AnyAction, version: FormatVersion, definitions: Definitions): JsonSchema {
  const tuple = tupleOf(action, version, definitions);
  const named = responseSchema(tuple ? {} : fieldsOf(action, version, definitions), version, definitions);
  return tuple ? { anyOf: [tuple, named] } : named;
}

/** Returns the schema of action=query, with references to the modules. */
function queryResponse(modules: readonly AnyModule[], version: FormatVersion, definitions: Definitions, address: Address): JsonSchema {
  const added = (part: keyof ResultSchemas): Record<string, JsonSchema> => {
    const references = new Map<string, JsonSchema[]>();
    for (const module of modules) {
      for (const key of Object.keys(resultOf(module, version, new Map())[part])) {
        const $ref = `${address(module.group, module.name)}/$defs/${part}.${version}/properties/${pointerPart(key)}`;
        references.set(key, [...(references.get(key) ?? []), { $ref }]);
      }
    }
    return Object.fromEntries([...references].map(([key, all]) => [key, all.length > 1 ? { anyOf: all } : (all[0] as JsonSchema)]));
  };
  definitions.set(`page.${version}`, open(pageFields, added('page'), version, definitions));
  const page = { $ref: `#/$defs/page.${version}` };
  const text = described('The pages as XML export.', { type: 'string' });
  const query = {
    pages: described('The requested pages.', version === 2 ? { type: 'array', items: page } : byId(page)),
    export: version === 2 ? text : described('The pages.', { type: 'object', properties: { '*': text }, additionalProperties: false }),
    ...added('query'),
  };
  definitions.set(`query.${version}`, open(queryFields, query, version, definitions));
  const whole = described('The requested data.', { $ref: `#/$defs/query.${version}` });
  return responseSchema({ query: whole, ...added('response') }, version, definitions);
}

/** Returns the schema of an object by id. If the ids count from 0, the response contains an array instead. */
const byId = (item: JsonSchema): JsonSchema => ({
  anyOf: [
    { type: 'object', additionalProperties: item },
    { type: 'array', items: item },
  ],
});

/** Returns the schema of an object with the engine's own fields (`own`) and the fields that modules add. */
function open(own: Shape, added: Readonly<Record<string, JsonSchema>>, version: FormatVersion, definitions: Definitions): JsonSchema {
  const object = objectSchema([own], version, definitions, undefined, () => true);
  const properties: Record<string, JsonSchema> = { ...(object.properties as Record<string, JsonSchema>) };
  for (const [key, schema] of Object.entries(added)) properties[key] = properties[key] ? { anyOf: [properties[key], schema] } : schema;
  return { ...object, properties };
}

const pointerPart = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
