import type { Site } from '@wikiquery/core';
import type { AnyModule } from '@wikiquery/core/host';
import type { Values } from './ask.ts';
import type { Subjects } from './suppressed.ts';

const RANDOM = 32;

/** Returns combinations of a module's parameters, without prefix: no parameters, each value with all fields, and pseudorandom ones. */
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
  const drawn = Array.from({ length: RANDOM }, () =>
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

const MAX_VALUES = 3;

/** Returns values for a parameter. For a parameter with multiple values, all listed values together come first. */
function valuesOf({ type, options }: AnyModule['params'][string], site: Site, { titles, users, ids }: Subjects): Values[string][] {
  const listed = type.values?.(site) ?? [];
  if (listed.length > 0) {
    const all = options.multi ? [listed.slice(0, options.multi.low).join('|')] : [];
    return [...all, ...listed.slice(0, MAX_VALUES)];
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

/** Returns a generator of pseudorandom numbers from 0 to 1 with a fixed seed. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
