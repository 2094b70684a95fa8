import { tableOf } from '@wikiquery/launch/table';
import type { Visit } from '../plans/visits.ts';
import type { Growth, Walk } from './growth.ts';

export interface Report {
  /** Of each wiki. */
  readonly pages: readonly number[];
  readonly growths: readonly Growth[];
  /** Of each module the first request, without a parameter that it can do without. */
  readonly byDefault: readonly Growth[];
  /** Rows as far as which lists were gone through. */
  readonly most: number;
  readonly walks: readonly Walk[];
  reasonFor(what: string): string | undefined;
  readonly reasons: Readonly<Record<string, string>>;
}

/** The table for the documentation. */
export function documentOf({ pages, growths, byDefault, most, walks, reasonFor, reasons }: Report): string {
  const known = growths.filter(({ what, kind }) => kind === 'growing' && reasonFor(what) !== undefined);
  const bounded = worstOfEach(growths.filter(({ kind }) => kind === 'bounded'));
  const sizes = pages.map(count => count.toLocaleString('en'));
  const count = (kind: Growth['kind']) => growths.filter(growth => growth.kind === kind).length;
  return `# Growth

What requests cost in wikis of ${sizes.join(', ')} pages (three revisions and ten links for each), measured by \`pnpm lab growth --write\` (tooling/robustness/src/growth) on
SQLite: every module by default and with each value of each parameter, as list and as generator, with its largest limit, from the beginning and from near the end,
${growths.length.toLocaleString('en')} requests in each wiki. Counted are the rows that the database visits in tables and indexes; a lookup by a unique key may be left out.
[What follows from it](scale.md).

- ${count('flat').toLocaleString('en')} visit at most twice as many rows for the same answer in the largest wiki as in the smallest.
- ${count('bounded').toLocaleString('en')} visit more, but 45,000 at most: they look at ten thousand rows for what is rare, perhaps twice and with rows of another table, and are then
  continued. Smaller wikis have fewer such rows.
- ${known.length.toLocaleString('en')} grow with the wiki, for the reasons below${growths.some(({ what, kind }) => kind === 'growing' && reasonFor(what) === undefined) ? '; others grow without one' : ''}.

## By default

The power is that of the number of pages by which the rows grow that are visited for the same response.

${table(
  ['module', ...sizes, 'power'],
  byDefault.map(({ what, visits, exponent }) => [what, ...rowsOf(visits), power(exponent)]),
)}

## From the first row on

Of lists that have a direction the table of all requests has those from near their end. The others were gone through in the largest wiki, page after page, as far as ${most.toLocaleString('en')} rows or their end.

${table(
  ['list', 'rows', 'first request', 'last request'],
  walks.map(({ what, rows, first, last }) => [what, rows.toLocaleString('en'), ...rowsOf([first, last])]),
)}

## What looks at some thousand rows

Of each module and parameter the request that visits most.

${table(
  ['request', ...sizes, 'power'],
  bounded.map(({ what, visits, exponent }) => [what, ...rowsOf(visits), power(exponent)]),
)}

## What grows

${table(
  ['request', ...sizes, 'power'],
  worstOfEach(known).map(({ what, visits, exponent }) => [what, ...rowsOf(visits), power(exponent)]),
)}

${table(
  ['request', 'why, and what MediaWiki does'],
  Object.entries(reasons).map(([pattern, why]) => [`\`${pattern}\``, why]),
)}
`;
}

const rowsOf = (visits: readonly Visit[]): string[] => visits.map(({ visited }) => visited.toLocaleString('en'));
const power = (exponent: number): string => (Math.abs(exponent) < 0.005 ? '0.00' : exponent.toFixed(2));

/** Of requests with the same name the one that visits most in the largest wiki. */
const worstOfEach = (growths: readonly Growth[]): Growth[] =>
  [...Map.groupBy(growths, ({ what }) => what).values()].map(
    same => same.toSorted((a, b) => b.visits.at(-1)!.visited - a.visits.at(-1)!.visited)[0]!,
  );

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? 'None.' : tableOf(heads, rows);
