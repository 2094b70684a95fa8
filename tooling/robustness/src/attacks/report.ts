import { tableOf as table } from '@wikiquery/launch/table';
import { type Outcome, SIZES } from './suite.ts';

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
const ms = (milliseconds: number): string => `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;

/** Returns a line with the faults of an attack and its cost at each size. */
export function describe({ place, shape, effects, slope, faults }: Outcome): string {
  const costs = effects.map(({ size, effect }) => `${size}: ${ms(effect.processorTime)}, block ${ms(effect.block)}, ${effect.outcome}`);
  return `${place}, ${shape}: ${faults.join(', ')} (power ${slope.toFixed(2)}; ${costs.join('; ')})`;
}

/** Returns a Markdown table with the worst case of each shape. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = [...Map.groupBy(outcomes, ({ shape }) => shape)].map(([shape, group]) => {
    const all = group.flatMap(({ effects }) => effects);
    const largest = all.filter(({ size }) => size === SIZES.at(-1)).map(({ effect }) => effect.processorTime);
    const worst = group.toSorted((a, b) => b.slope - a.slope)[0] as Outcome;
    return [
      shape.replaceAll('|', '\\|'),
      String(group.length),
      worst.slope.toFixed(2),
      ms(Math.max(...all.map(({ effect }) => effect.block))),
      megabytes(Math.max(...all.map(({ effect }) => effect.growth))),
      largest.length > 0 ? ms(Math.max(...largest)) : '-',
      String(group.filter(({ faults }) => faults.length > 0).length || '-'),
    ];
  });
  return table(['shape', 'places', 'steepest', 'longest block', 'most memory', 'processor time at 2 MB', 'places with faults'], rows);
}

/** Returns the content of docs/performance/attacks.md. */
export const documentOf = (outcomes: readonly Outcome[]): string => `# Attacks

The cost of hostile texts, measured by \`pnpm lab attacks --write\` (tooling/robustness/src/attacks): ${outcomes.length} attacks in
${new Set(outcomes.map(({ place }) => place)).size} places. Each text is sent to every parameter that accepts it. The columns show the worst case of each text:

- Steepest: the exponent with which the CPU time grows with the size of the text. 1 is linear, 2 is quadratic.
- Longest block: the most CPU time that the main thread spent in one event-loop tick.
- Most memory: the most memory that a request added to the process.

${tableOf(outcomes)}
`;
