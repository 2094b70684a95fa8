import type { Site } from '@wikiquery/core';
import type { AnyModule } from '@wikiquery/core/host';
import type { Values } from './ask.ts';
import type { Subjects } from './suppressed.ts';

/** How many combinations are drawn at random. */
const DRAWN = 32;

/**
 * Combinations of the parameters that a module declares, without prefix: none, each value of each parameter beside all that the module can return, and
 * some that are drawn at random, always the same.
 */
export function combinationsOf({ params }: AnyModule, site: Site, known: Subjects): Values[] {
  const choices = Object.entries(params).flatMap(([name, param]) => {
    const values = valuesOf(param, site, known);
    return values.length > 0 && name !== 'continue' ? [[name, values] as const] : [];
  });
  const widest: Values = Object.fromEntries(
    choices.flatMap(([name, [first]]) => (name === 'limit' || name === 'prop' ? [[name, first!]] : [])),
  );
  const single = choices.flatMap(([name, values]) => values.map(value => ({ ...widest, [name]: value })));
  const random = randomNumbers();
  const drawn = Array.from({ length: DRAWN }, () =>
    Object.fromEntries(
      choices.flatMap(([name, values]) => {
        const isChosen = random() < (name in widest ? 0.8 : 0.35);
        const value = values[Math.floor(random() * values.length)];
        return isChosen && value !== undefined ? [[name, value]] : [];
      }),
    ),
  );
  return [{}, widest, ...single, ...drawn];
}

/** At most this many values of a parameter. */
const MOST = 3;

/** Of a parameter that takes several values, all at once come first. */
function valuesOf({ type, options }: AnyModule['params'][string], site: Site, { titles, users, ids }: Subjects): Values[string][] {
  const listed = type.values?.(site) ?? [];
  if (listed.length > 0) {
    const all = options.multi ? [listed.slice(0, options.multi.low).join('|')] : [];
    return [...all, ...listed.slice(0, MOST)];
  }
  switch (type.name) {
    case 'boolean':
      return [true];
    case 'limit':
      return ['max'];
    case 'integer':
      return [1, ...ids];
    case 'user':
      return [...users];
    case 'string':
      return users.slice(-2);
    case 'title':
      return titles.slice(0, 2);
    default:
      return [];
  }
}

/** Numbers from 0 to 1, the same in every run. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
