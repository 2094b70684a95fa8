import type { Actor } from '@wikiquery/core';
import { sql } from '@wikiquery/database';
import type { Expression, SqlBool } from 'kysely';

/** What of a revision or a log entry can be hidden. Of a revision the text, of a log entry the action and its target. */
export type SuppressiblePart = 'text' | 'action' | 'comment' | 'user';

/** Bits of `rev_deleted`, `ar_deleted`, `log_deleted` and `rc_deleted`. */
const BITS: Readonly<Record<SuppressiblePart, number>> = { text: 1, action: 1, comment: 2, user: 4 };
/** Hidden from those who may see other hidden parts, too. */
const SUPPRESSED = 8;

export const isHidden = (bits: number, part: SuppressiblePart): boolean => (bits & BITS[part]) !== 0;

export const isSuppressed = (bits: number): boolean => (bits & SUPPRESSED) !== 0;

/** Whether the reader may see a part, hidden or not. */
export const maySee = (actor: Actor, bits: number, part: SuppressiblePart): boolean =>
  !isHidden(bits, part) || (isSuppressed(bits) ? canSeeSuppressed(actor) : canSeeHidden(actor, part));

/** Which parts of a row are hidden, and which of them this reader may see. */
export interface Visibility {
  readonly hides: Readonly<Record<SuppressiblePart, boolean>>;
  readonly canSee: Readonly<Record<SuppressiblePart, boolean>>;
}

/** The sight of a row, by its bits. */
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

/**
 * Keeps rows whose part the reader may see; undefined when that is all rows. A filter on the part needs it: otherwise the number of its
 * rows tells what is hidden in them.
 */
export function whereMaySee(column: string, part: SuppressiblePart, actor: Actor): Expression<SqlBool> | undefined {
  const bits = unseenBits(part, actor);
  return bits === undefined ? undefined : lacksBits(column, bits);
}

/** The bits that rows have, all of them, whose part the reader may not see: `lacksBits(column, bits)` keeps the others. Undefined when there are none. */
export function unseenBits(part: SuppressiblePart, actor: Actor): number | undefined {
  if (!canSeeHidden(actor, part)) return BITS[part];
  return canSeeSuppressed(actor) ? undefined : BITS[part] | SUPPRESSED;
}

/** The bit of a part that is hidden, whoever reads. */
export const hidingBit = (part: SuppressiblePart): number => BITS[part];

/** Keeps rows whose part is hidden from nobody, for what is told to everybody alike. */
export const whereShown = (column: string, part: SuppressiblePart): Expression<SqlBool> => lacksBits(column, BITS[part]);

/** Whether answers for this reader may hold anything hidden; no shared cache may keep those. */
export const canSeeAnythingHidden = (actor: Actor): boolean =>
  ['deletedhistory', 'deletedtext', 'deleterevision', 'suppressrevision', 'viewsuppressed'].some(right => actor.can(right));

const canSeeHidden = (actor: Actor, part: SuppressiblePart): boolean => actor.can(part === 'text' ? 'deletedtext' : 'deletedhistory');
const canSeeSuppressed = (actor: Actor): boolean => actor.can('suppressrevision') || actor.can('viewsuppressed');

/** Keeps rows that do not have all of these bits. */
export const lacksBits = (column: string, bits: number): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} & ${sql.lit(bits)}) <> ${sql.lit(bits)}`;
