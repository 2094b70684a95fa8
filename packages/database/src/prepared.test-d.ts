// What must not compile: a prepared query that looks at a value, which another request has another of.
import { type BoundValues, prepare } from './index.ts';

type Compared = { readonly size: number; readonly title: string | undefined };

prepare((db, _: object, { size, title }: BoundValues<Compared>) => {
  const pages = db.selectFrom('page').select('page_id').where('page_len', '>=', size);
  return title === undefined ? pages : pages.where('page_title', '=', title);
});

export const wrong = (_db: unknown, { size, title }: BoundValues<Compared>): unknown => [
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

prepare((db, _: object, { size }: BoundValues<Compared>) =>
  // @ts-expect-error a number for a column of text
  db.selectFrom('page').select('page_id').where('page_title', '=', size),
);

export function isBig({ size }: BoundValues<Compared>): boolean {
  // @ts-expect-error taken for true or false
  if (size) return true;
  return false;
}
