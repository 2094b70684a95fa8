// Invalid uses of bindings. Their values differ between requests, but all requests share one compiled query.
import { type Bindings, prepare } from './index.ts';

const read = (size: number, title?: string) => ({ bindings: { size, title } });
type PageBindings = Bindings<ReturnType<typeof read>['bindings']>;

prepare(read, (db, { size, title }) => {
  const pages = db.selectFrom('page').select('page_id').where('page_len', '>=', size);
  return title === undefined ? pages : pages.where('page_title', '=', title);
});

export const wrong = (_db: unknown, { size, title }: PageBindings): unknown => [
  // @ts-expect-error compared with a value outside SQL
  size === 3,
  // @ts-expect-error optional binding compared with a value outside SQL
  title === 'Apple',
  // @ts-expect-error used in arithmetic
  size + 1,
  // @ts-expect-error compared outside SQL
  size < 3,
  // @ts-expect-error used as text
  title !== undefined && title.length > 3,
  // @ts-expect-error passed as a value
  Math.max(size),
];

prepare(read, (db, { size }) =>
  // @ts-expect-error number compared with a text column
  db.selectFrom('page').select('page_id').where('page_title', '=', size),
);

prepare(
  (matches: (size: number) => boolean) => ({ shape: { matches } }),
  // @ts-expect-error functions are not allowed in a shape, because their text does not identify them
  (db, _, { matches }) => db.selectFrom('page').select(matches(3) ? 'page_id' : 'page_len'),
);

export function isBig({ size }: PageBindings): boolean {
  // @ts-expect-error used as a boolean
  if (size) return true;
  return false;
}
