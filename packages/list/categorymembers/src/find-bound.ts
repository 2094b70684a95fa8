import type { Collation } from '@wikiquery/categories';

/** A category member with its sort key. */
export interface MemberBound {
  /** Sort key in hexadecimal. */
  readonly key: string;
  /** Text from which the key was computed. */
  readonly text: string;
}

/** Returns the first member at or after a key in a direction; without a key, the first member of the whole category. */
export type Nearest = (dir: 'ascending' | 'descending', key?: string) => Promise<MemberBound | undefined>;

/**
 * Finds the members before and after a text by bisection, for collations that can compare texts but not compute keys.
 * With `inclusive`, members equal to the text count as before it.
 * Returns undefined if the order of the keys differs from the order of the texts.
 */
export async function findNeighbors(
  text: string,
  { compare }: Extract<Collation, { compare: unknown }>,
  inclusive: boolean,
  nearest: Nearest,
): Promise<{ before: MemberBound | undefined; after: MemberBound | undefined } | undefined> {
  const precedes = (member: MemberBound): boolean => {
    const order = compare(member.text, text);
    return order < 0 || (inclusive && order === 0);
  };
  let before = await nearest('ascending');
  if (!before || !precedes(before)) return { before: undefined, after: before };
  let after = await nearest('descending');
  if (!after || precedes(after)) return { before: after, after: undefined };
  while (before.key < after.key) {
    const middle = middleOf(before.key, after.key);
    const above: MemberBound | undefined = await nearest('ascending', middle);
    if (!above || above.key > after.key) return undefined;
    if (precedes(above)) {
      before = above;
      continue;
    }
    after = above;
    if (above.key === middle) continue;
    const below: MemberBound | undefined = await nearest('descending', middle);
    if (!below || below.key < before.key) return undefined;
    if (precedes(below)) return { before: below, after };
    after = below;
  }
  return undefined;
}

/** Returns a longer key between two keys. It contains no NUL bytes, because SQLite sorts keys with NUL bytes after all other keys. */
function middleOf(low: string, high: string): string {
  const [one, other] = [Buffer.from(low, 'hex'), Buffer.from(high, 'hex')];
  const sum = new Uint8Array(Math.max(one.length, other.length) + 1);
  let carry = 0;
  for (let i = sum.length - 1; i >= 0; i--) {
    const value = (one[i] ?? 0) + (other[i] ?? 0) + carry;
    sum[i] = value & 0xff;
    carry = value >> 8;
  }
  const half = Buffer.alloc(sum.length);
  sum.forEach((byte, i) => {
    half[i] = ((carry << 8) | byte) >> 1 || 1;
    carry = byte & 1;
  });
  return half.toString('hex');
}
