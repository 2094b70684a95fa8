// What must not compile: a prepared query that looks at a value, which another request has another of.
import { type Bindings, prepare } from './index.ts';

const read = (size: number, title?: string) => ({ bindings: { size, title } });
type PageBindings = Bindings<ReturnType<typeof read>['bindings']>;

prepare(read, (db, { size, title }) => {
  const pages = db.selectFrom('page').select('page_id').where('page_len', '>=', size);
  return title === undefined ? pages : pages.where('page_title', '=', title);
});

export const wrong = (_db: unknown, { size, title }: PageBindings): unknown => [
  // @ts-expect-error compared with a value
  size === 3,
  // @ts-expect-error compared with a value, where it may be left out
  title === 'Apple',
  // @ts-expect-error computed with
  size + 1,
  // @ts-expect-error ordered
  size < 3,
  // @ts-expect-error taken for a text
  title !== undefined && title.length > 3,
  // @ts-expect-error handed on as a value
  Math.max(size),
];

prepare(read, (db, { size }) =>
  // @ts-expect-error a number for a column of text
  db.selectFrom('page').select('page_id').where('page_title', '=', size),
);

prepare(
  (isWanted: (size: number) => boolean) => ({ shape: { isWanted } }),
  // @ts-expect-error a function in the shape: the texts of two functions may be equal
  (db, _, { isWanted }) => db.selectFrom('page').select(isWanted(3) ? 'page_id' : 'page_len'),
);

export function isBig({ size }: PageBindings): boolean {
  // @ts-expect-error taken for true or false
  if (size) return true;
  return false;
}
