import { f, type Shape } from '@wikiquery/core';
import type { AnyField, AnyModule, AnyReturns, FieldFacts, Registry } from '@wikiquery/core/host';
import { pageFields, queryFields, responseFields } from './declared.ts';

/** Returns the declaration of a response: the fields that every response can have, and those that its action adds. */
export const declaredResponse = (added: Shape = {}): FieldFacts => f.object({ ...responseFields, ...added });

/** Returns the declared fields of all parts. */
export const fieldsOf = ({ parts }: AnyReturns): Shape => Object.assign({}, ...Object.values(parts));

/** Returns the declaration of the fields that `action=query` adds to the response. */
export function declaredQuery(registry: Registry): Shape {
  const modules = [...registry.values()];
  const results = (isWanted: (module: AnyModule) => boolean): Shape => Object.assign({}, ...modules.filter(isWanted).map(resultOf));
  const isProp = ({ group }: AnyModule): boolean => group === 'prop';
  // Declarations of prop modules override those of generators, which are less complete.
  const page: Shape = Object.assign({}, ...modules.map(({ generated }) => generated), results(isProp), pageFields);
  const query: Shape = {
    ...results(module => isProp(module) && module.quirks?.pageless === true),
    ...results(module => !isProp(module) && !module.quirks?.besideQuery),
    ...queryFields,
    pages: f.oneOf(f.map(f.object(page)).element('page'), f.array(f.object(page)).element('page')),
    export: f.string().asElement(),
  };
  return { query: f.object(query), ...results(module => module.quirks?.besideQuery === true) };
}

/** Returns the declaration of the fields that a module adds to `query`, to the top level, or to pages. */
function resultOf(module: AnyModule): Shape {
  const { group, name, prefix, returns, resultKey = name, beside = {} } = module;
  const placement = module.placement ?? (group === 'meta' ? 'object' : 'list');
  const element = module.element ?? (group === 'prop' ? prefix : undefined);
  if (placement === 'spread') return { ...fieldsOf(returns), ...beside };
  const record = recordOf(returns);
  const result = placement === 'list' ? f.array(record) : record;
  return { [resultKey]: element === undefined ? result : result.element(element), ...beside };
}

function recordOf(returns: AnyReturns): AnyField {
  const item = returns.parts['']?.['*'];
  return returns.form !== undefined && returns.form !== 'sections' && item ? f.map(item) : f.object(fieldsOf(returns));
}
