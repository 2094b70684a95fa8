import type { Shape } from '@wikiquery/core';
import type { AnyAction, AnyModule, AnyReturns, JsonSchema, Placement } from '@wikiquery/core/host';
import { pageFields } from '@wikiquery/engine';
import { type Definitions, described, type FormatVersion, mapSchema, objectSchema, schemaOfField } from './value-schema.ts';

/** Properties that a module adds to `query`, to the top level of the response, or to a page. */
export interface ResultSchemas {
  readonly query: Properties;
  readonly response: Properties;
  readonly page: Properties;
}
type Properties = Readonly<Record<string, JsonSchema>>;

export function resultOf(module: AnyModule, version: FormatVersion, definitions: Definitions): ResultSchemas {
  const { group, name, summary, resultKey = name, quirks, beside = {}, generated = {} } = module;
  const placement = module.placement ?? (group === 'meta' ? 'object' : 'list');
  const own =
    placement === 'spread'
      ? spread(module.returns, version, definitions)
      : { [resultKey]: described(summary, whole(module, placement, version, definitions)) };
  const around = propertiesOf(objectSchema([beside], version, definitions));
  const data = propertiesOf(objectSchema([generated], version, definitions));
  const result = { ...own, ...around };
  if (group !== 'prop') {
    const none = { query: {}, response: {}, page: data };
    return quirks?.besideQuery ? { ...none, response: result } : { ...none, query: result };
  }
  return { query: quirks?.pageless ? own : {}, response: {}, page: { ...result, ...data } };
}

/** Returns the schema of a page in formatversion 2, with the selected parts of modules and the fields that a generator adds. */
export function pageSchema(
  props: readonly { readonly module: AnyModule; readonly parts: ReadonlySet<string> | undefined }[],
  generator: AnyModule | undefined,
): JsonSchema {
  const definitions: Definitions = new Map();
  const added = props.map(({ module, parts: chosen }) => {
    const { '': always = {}, ...parts } = module.returns.parts;
    const selected = Object.fromEntries(Object.entries(parts).filter(([part]) => !chosen || chosen.has(part)));
    return resultOf({ ...module, returns: { ...module.returns, parts: { ...selected, '': always } } }, 2, definitions).page;
  });
  const own = objectSchema([pageFields, generator?.generated ?? {}], 2, definitions);
  return { ...own, properties: Object.assign({}, own.properties, ...added) as Properties };
}

export const fieldsOf = (action: AnyAction, version: FormatVersion, definitions: Definitions): Properties =>
  spread(action.returns, version, definitions);

/** Returns the schema of an action that returns a tuple, or undefined for any other action. */
export function tupleOf({ returns: { form, parts } }: AnyAction, version: FormatVersion, definitions: Definitions): JsonSchema | undefined {
  if (form !== 'tuple') return undefined;
  const fields = Object.entries(propertiesOf(objectSchema([parts[''] ?? {}], version, definitions)));
  const items = fields.map(([title, schema]) => ({ title, ...schema }));
  return { type: 'array', prefixItems: items, items: false, minItems: items.length, maxItems: items.length };
}

/** Returns the schema of a record: with all fields, or only with the fields of the `chosen` values of `prop`, which are then required. */
export function recordSchema(
  { returns: { parts }, quirks }: Pick<AnyModule, 'returns' | 'quirks'>,
  version: FormatVersion,
  definitions: Definitions,
  chosen?: ReadonlySet<string>,
): JsonSchema {
  const { '': always = {}, ...others } = parts;
  const shapes = [always, ...Object.entries(others).flatMap(([part, shape]) => (!chosen || chosen.has(part) ? [shape] : []))];
  const record = objectSchema(shapes, version, definitions, undefined, shape => !chosen && shape !== always);
  return quirks?.emptyIsList ? { anyOf: [record, { type: 'array', maxItems: 0 }] } : record;
}

function whole(module: AnyModule, placement: Placement, version: FormatVersion, definitions: Definitions): JsonSchema {
  const { form, parts } = module.returns;
  const item = form !== undefined && form !== 'sections' && parts['']?.['*'];
  if (item)
    return mapSchema(
      schemaOfField(item, version, definitions) ?? {},
      module.quirks?.emptyIsList === true || (form === 'dictionary' && version === 1),
    );
  if (form === 'sections') return objectSchema([parts[''] as Shape], version, definitions, undefined, () => true);
  const record = recordSchema(module, version, definitions);
  return placement === 'list' ? { type: 'array', items: record } : record;
}

const spread = (returns: AnyReturns, version: FormatVersion, definitions: Definitions): Properties =>
  propertiesOf(recordSchema({ returns }, version, definitions));

const propertiesOf = (object: JsonSchema): Properties => object.properties as Properties;
