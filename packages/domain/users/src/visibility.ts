import type { Actor } from '@wikiquery/core';
import { sql } from '@wikiquery/database';
import type { Expression, SqlBool } from 'kysely';

/** Parts that can be revision-deleted: the text of a revision, or the action and target of a log entry. */
export type SuppressiblePart = 'text' | 'action' | 'comment' | 'user';

/** Bits of `rev_deleted`, `ar_deleted`, `log_deleted` and `rc_deleted`. */
const BITS: Readonly<Record<SuppressiblePart, number>> = { text: 1, action: 1, comment: 2, user: 4 };
const SUPPRESSED = 8;

/** Whether a part is revision-deleted. `bits`: as in `rev_deleted`. */
export const isHidden = (bits: number, part: SuppressiblePart): boolean => (bits & BITS[part]) !== 0;

/** Whether the revision-deleted parts are also suppressed, so that administrators cannot see them. */
export const isSuppressed = (bits: number): boolean => (bits & SUPPRESSED) !== 0;

/** Whether the user may see a part, even if it is revision-deleted or suppressed. */
export const maySee = (actor: Actor, bits: number, part: SuppressiblePart): boolean =>
  !isHidden(bits, part) || (isSuppressed(bits) ? canSeeSuppressed(actor) : canSeeHidden(actor, part));

/** Whether each part is revision-deleted (`hides`), and whether the user may see it (`canSee`). */
export interface Visibility {
  readonly hides: Readonly<Record<SuppressiblePart, boolean>>;
  readonly canSee: Readonly<Record<SuppressiblePart, boolean>>;
}

/** Returns the visibility of each part. `bits`: as in `rev_deleted`. */
export function visibilityOf(actor: Actor, bits: number): Visibility {
  if (bits === 0) return NOTHING_HIDDEN;
  const hides = {
    text: isHidden(bits, 'text'),
    action: isHidden(bits, 'action'),
    comment: isHidden(bits, 'comment'),
    user: isHidden(bits, 'user'),
  };
  const canSee = {
    text: maySee(actor, bits, 'text'),
    action: maySee(actor, bits, 'action'),
    comment: maySee(actor, bits, 'comment'),
    user: maySee(actor, bits, 'user'),
  };
  return { hides, canSee };
}

const NOTHING_HIDDEN: Visibility = {
  hides: { text: false, action: false, comment: false, user: false },
  canSee: { text: true, action: true, comment: true, user: true },
};

/** Condition for rows whose part the user may see, or undefined for all rows. Filters need it, because even row counts reveal data. */
export function whereMaySee(column: string, part: SuppressiblePart, actor: Actor): Expression<SqlBool> | undefined {
  const bits = unseenBits(part, actor);
  return bits === undefined ? undefined : lacksBits(column, bits);
}

/** Returns the bits that hide a part from the user if all are set (for {@link lacksBits}). Undefined if the user may see all rows. */
export function unseenBits(part: SuppressiblePart, actor: Actor): number | undefined {
  if (!canSeeHidden(actor, part)) return BITS[part];
  return canSeeSuppressed(actor) ? undefined : BITS[part] | SUPPRESSED;
}

/** Returns the bit that marks a part as revision-deleted. */
export const hidingBit = (part: SuppressiblePart): number => BITS[part];

/** Condition for rows whose part is not revision-deleted, for responses that are the same for all users. */
export const whereShown = (column: string, part: SuppressiblePart): Expression<SqlBool> => lacksBits(column, BITS[part]);

/** Whether responses for this user may contain revision-deleted data, which shared caches must not store. */
export const canSeeAnythingHidden = (actor: Actor): boolean =>
  ['deletedhistory', 'deletedtext', 'deleterevision', 'suppressrevision', 'viewsuppressed'].some(right => actor.can(right));

const canSeeHidden = (actor: Actor, part: SuppressiblePart): boolean => actor.can(part === 'text' ? 'deletedtext' : 'deletedhistory');
const canSeeSuppressed = (actor: Actor): boolean => actor.can('suppressrevision') || actor.can('viewsuppressed');

/** Condition for rows that lack at least one of these bits. */
export const lacksBits = (column: string, bits: number): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} & ${sql.lit(bits)}) <> ${sql.lit(bits)}`;
