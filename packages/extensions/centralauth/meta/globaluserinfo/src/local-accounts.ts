import { type Env, isoTimestamp, toTimestamp } from '@wikiquery/core';
import { type Database, hasOwnOrder, whereEquals } from '@wikiquery/database';
import { isCurrent, loadMemberships, selectBlocks } from '@wikiquery/users';
import type { Kysely } from 'kysely';

export interface LocalAccount {
  readonly id: number;
  readonly edits: number;
  readonly registration: string;
  readonly groups: readonly string[];
  readonly blocked: { readonly expiry: string; readonly reason: string } | undefined;
  readonly isHidden: boolean;
}

export async function loadLocalAccount(db: Kysely<Database>, name: string, now: Date): Promise<LocalAccount | undefined> {
  const account = await whereEquals(db.selectFrom('user').select(['user_id', 'user_editcount', 'user_registration']), {
    user_name: name,
  }).executeTakeFirst();
  if (!account) return undefined;
  const [memberships, blocks, edits] = await Promise.all([
    loadMemberships({ db }, [account.user_id]),
    whereEquals(selectBlocks(db), { bt_user: account.user_id }).where('bl_expiry', '>=', toTimestamp(now)).execute(),
    account.user_editcount ?? countEdits(db, account.user_id),
  ]);
  // MediaWiki reports only the last of several blocks.
  const block = blocks.at(-1);
  return {
    id: account.user_id,
    edits,
    registration: momentOf(account.user_registration, now),
    groups: (memberships.get(account.user_id) ?? []).filter(membership => isCurrent(membership, now)).map(group => group.name),
    blocked: block && {
      expiry: block.bl_expiry === 'infinity' ? 'infinity' : isoTimestamp(block.bl_expiry),
      reason: block.comment_text ?? '',
    },
    isHidden: blocks.some(({ bl_deleted }) => bl_deleted !== 0),
  };
}

/** Formats a timestamp. Like MediaWiki, uses the current time if the timestamp is missing. */
export const momentOf = (timestamp: string | null, now: Date): string => isoTimestamp(timestamp ?? toTimestamp(now));

/** Returns a number as MediaWiki's database drivers do: as a string, except on SQLite. */
export const asStored = ({ db }: Pick<Env, 'db'>, number: number): number | string => (hasOwnOrder(db) ? String(number) : number);

async function countEdits(db: Kysely<Database>, id: number): Promise<number> {
  const { edits } = await db
    .selectFrom('revision')
    .innerJoin('actor', 'actor_id', 'rev_actor')
    .select(({ fn }) => fn.countAll<number | string>().as('edits'))
    .where('actor_user', '=', id)
    .executeTakeFirstOrThrow();
  return Number(edits);
}
