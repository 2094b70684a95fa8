import type { Site } from '@wikiquery/core';
import type { AnyParam, JsonSchema, Params } from '@wikiquery/core/host';

/** Returns the allowed values of a parameter, or undefined if the values are not a finite list. */
export type ValuesOf = (param: AnyParam) => readonly (string | number)[] | undefined;

/** Returns the schema of parameters by prefixed name. Multi-value parameters are arrays. */
export function paramsSchema(params: Params, prefix: string, site: Site, valuesOf: ValuesOf): JsonSchema {
  const entries = Object.entries(params).map(([name, param]) => [prefix + name, paramSchema(param, site, valuesOf)] as const);
  const required = Object.keys(params).filter(name => params[name]?.options.required);
  const isTemplate = (name: string): boolean => name.includes('{');
  const patterns = entries.filter(([name]) => isTemplate(name)).map(([name, schema]) => [patternOf(name), schema] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.filter(([name]) => !isTemplate(name))),
    ...(patterns.length > 0 && { patternProperties: Object.fromEntries(patterns) }),
    ...(required.length > 0 && { required: required.map(name => prefix + name) }),
  };
}

type Groups = readonly (readonly string[])[];

export function groupsSchema(
  {
    exactlyOne = [],
    atMostOne = [],
    atLeastOne = [],
  }: { readonly exactlyOne?: Groups; readonly atMostOne?: Groups; readonly atLeastOne?: Groups },
  prefix: string,
): JsonSchema {
  const requires = (...names: readonly string[]): JsonSchema => ({ required: names.map(name => prefix + name) });
  const pairs = (group: readonly string[]): JsonSchema[] => group.flatMap((a, i) => group.slice(i + 1).map(b => requires(a, b)));
  const rules = [
    ...exactlyOne.map(group => ({ oneOf: group.map(name => requires(name)) })),
    ...atMostOne.map(group => ({ not: { anyOf: pairs(group) } })),
    ...atLeastOne.map(group => ({ anyOf: group.map(name => requires(name)) })),
  ];
  return rules.length > 0 ? { allOf: rules } : {};
}

export function paramSchema(param: AnyParam, site: Site, valuesOf: ValuesOf): JsonSchema {
  const { multi, help, deprecated, default: standard, all } = param.options;
  const value = valueSchema(param, site, valuesOf(param));
  const item = all || (multi && param.type.all) ? { anyOf: [value, { const: '*' }] } : value;
  const isReported = typeof standard !== 'object' || Array.isArray(standard);
  return {
    ...(help !== undefined && { description: help }),
    ...(multi ? { type: 'array', items: item } : item),
    ...(deprecated && { deprecated: true }),
    ...(standard !== undefined && isReported && { default: standard }),
  };
}

function valueSchema({ type }: AnyParam, site: Site, values: readonly (string | number)[] | undefined): JsonSchema {
  if (values && values.length > 0) return { enum: values };
  const { min, max, highmax = max } = (type.describe?.(site) ?? {}) as { min?: number; max?: number; highmax?: number };
  const range = { ...(min !== undefined && { minimum: min }), ...(highmax !== undefined && { maximum: highmax }) };
  switch (type.name) {
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
    case 'namespace':
      return { type: 'integer', ...range };
    case 'limit':
      return { anyOf: [{ type: 'integer', ...range }, { const: 'max' }] };
    default:
      return { type: 'string' };
  }
}

/** Converts a name such as `contentformat-{slot}` to a regular expression. */
const patternOf = (name: string): string => `^${name.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.+')}$`;
