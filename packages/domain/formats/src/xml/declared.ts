import type { FieldFacts, Markup } from '@wikiquery/core/host';

export interface Declared {
  readonly markup: Markup;
  field(key: string): FieldFacts | undefined;
}

const lists = new WeakMap<FieldFacts, Declared>();
const objects = new WeakMap<FieldFacts, Declared>();

/** Returns the cached declaration of a value. Undeclared values have MediaWiki's default markup. */
export function declaredOf(facts: FieldFacts | undefined, isList: boolean): Declared {
  if (!facts) return UNDECLARED;
  const known = isList ? lists : objects;
  let declared = known.get(facts);
  if (!declared) {
    declared = makeDeclared(facts, isList);
    known.set(facts, declared);
  }
  return declared;
}

const UNDECLARED: Declared = { markup: {}, field: () => undefined };

function makeDeclared(facts: FieldFacts, isList: boolean): Declared {
  const fitting = alternativesOf(facts).filter(({ kind }) => kind?.is === 'any' || (kind?.is === 'list') === isList);
  const markup: Markup = Object.assign({}, ...[...fitting, facts].map(one => one.markup));
  const fields = new Map<string, FieldFacts>();
  let others: FieldFacts | undefined;
  for (const { kind } of fitting) {
    if (kind?.is === 'list' || kind?.is === 'map') others ??= kind.item;
    if (kind?.is !== 'object') continue;
    for (const [key, field] of Object.entries(kind.shape)) if (!fields.has(key)) fields.set(key, field);
    others ??= kind.rest;
  }
  const { within } = markup;
  return {
    markup,
    field: within
      ? key => fields.get(key) ?? freeForm(Object.hasOwn(within, key) ? within[key] : undefined, within)
      : key => fields.get(key) ?? others,
  };
}

const freeForms = new WeakMap<object, Map<string | undefined, FieldFacts>>();

function freeForm(element: string | undefined, within: NonNullable<Markup['within']>): FieldFacts {
  const made = freeForms.get(within) ?? new Map<string | undefined, FieldFacts>();
  freeForms.set(within, made);
  let facts = made.get(element);
  if (!facts) {
    const markup = { within, ...(element !== undefined && { element }) };
    facts = { kind: { is: 'any' }, isOptional: true, isContent: false, helpText: undefined, markup };
    made.set(element, facts);
  }
  return facts;
}

/** Resolves unions, named and opaque types to the possible declarations of a value. */
function alternativesOf(facts: FieldFacts): readonly FieldFacts[] {
  const { kind, markup } = facts;
  switch (kind.is) {
    case 'oneOf':
      return kind.of.flatMap(alternativesOf);
    case 'named':
      return alternativesOf(kind.of());
    case 'opaque':
      return alternativesOf({ kind: kind.of, isOptional: false, isContent: false, helpText: undefined, ...(markup && { markup }) });
    default:
      return [facts];
  }
}
