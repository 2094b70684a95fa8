import type { Collation } from '@wikiquery/categories';

/** A member of a category by what orders it. */
export interface MemberBound {
  /** Its sort key in hexadecimal digits. */
  readonly key: string;
  /** What the key was made of. */
  readonly text: string;
}

/** The first member from a key on, in either direction; of all, without a key. */
export type Nearest = (dir: 'ascending' | 'descending', key?: string) => Promise<MemberBound | undefined>;

/**
 * Between which members a text belongs, among those that are ordered by sort keys of a collation that can only compare: `before` is the last one that
 * precedes it, `after` the first that does not; with `inclusive` those that are equal precede it, too. Halves the range of keys, and goes on from
 * keys that there are, so that it takes about as many steps as the number of members has bits, each of two rows. Undefined where the keys are
 * not in the order of the texts.
 */
export async function findPlace(
  text: string,
  { compare }: Extract<Collation, { compare: unknown }>,
  inclusive: boolean,
  nearest: Nearest,
): Promise<{ before: MemberBound | undefined; after: MemberBound | undefined } | undefined> {
  const precedes = (place: MemberBound): boolean => {
    const order = compare(place.text, text);
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

/** A key between two others, longer than both. It has no zeros, because SQLite keeps keys with zeros in another form, which comes behind all others. */
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
