import { inRange } from '@wikiquery/addresses';
import type { Timestamp } from '@wikiquery/core';
import { type Database, hasOwnOrder } from '@wikiquery/database';
import type { Kysely } from 'kysely';

export interface Account {
  readonly id: number;
  readonly name: string;
  /** `user_token`: changes with the password and when all sessions are revoked. */
  readonly token: string;
  readonly editCount: number;
  /** Undefined for accounts that are older than the column `user_registration`. */
  readonly registration: Timestamp | undefined;
  readonly emailConfirmed: boolean;
  readonly isTemporary: boolean;
  readonly language: string | undefined;
  readonly groups: readonly { readonly name: string; readonly expiry: Timestamp | undefined }[];
  readonly botPassword: BotPassword | undefined;
}

export interface BotPassword {
  readonly appId: string;
  readonly token: string;
  readonly grants: readonly string[];
  readonly restrictions: Restrictions;
}

export interface Restrictions {
  readonly addresses: readonly string[];
}

/**
 * Loads an account with its groups and, if `appId` is given, its bot password, in one SQL statement. Undefined if no account has the id.
 */
export async function loadAccount(db: Kysely<Database>, id: number, appId?: string): Promise<Account | undefined> {
  const rows = await db
    .selectFrom('user')
    .leftJoin('user_groups', 'ug_user', 'user_id')
    .leftJoin('bot_passwords', join => join.onRef('bp_user', '=', 'user_id').on('bp_app_id', '=', appId ?? ''))
    .leftJoin('user_properties', join => join.onRef('up_user', '=', 'user_id').on('up_property', '=', 'language'))
    .select(['user_id', 'user_name', 'user_token', 'user_editcount', 'user_registration', 'user_email_authenticated', 'user_is_temp'])
    .select(['ug_group', 'ug_expiry', 'bp_app_id', 'bp_token', 'bp_grants', 'bp_restrictions', 'up_value'])
    .where('user_id', '=', id)
    .$if(!hasOwnOrder(db), query => query.orderBy('ug_group'))
    .execute();
  const [row] = rows;
  if (!row) return undefined;
  return {
    id: row.user_id,
    name: row.user_name,
    token: row.user_token,
    editCount: row.user_editcount ?? 0,
    registration: row.user_registration ?? undefined,
    emailConfirmed: row.user_email_authenticated !== null,
    isTemporary: row.user_is_temp === 1,
    language: row.up_value || undefined,
    groups: rows.flatMap(({ ug_group, ug_expiry }) => (ug_group === null ? [] : [{ name: ug_group, expiry: ug_expiry ?? undefined }])),
    botPassword:
      appId === undefined || row.bp_app_id === null
        ? undefined
        : { appId, token: row.bp_token ?? '', grants: readGrants(row.bp_grants), restrictions: readRestrictions(row.bp_restrictions) },
  };
}

/** Parses a list of grants: `["basic","editpage"]`. An invalid value grants nothing. */
function readGrants(json: string | null): readonly string[] {
  const value = readJson(json);
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

/** Parses the restrictions of a bot password: `{"IPAddresses":["0.0.0.0/0","::/0"]}`. An invalid value admits no address. */
export function readRestrictions(json: string | null): Restrictions {
  const value = readJson(json);
  const addresses = typeof value === 'object' && value !== null && 'IPAddresses' in value ? value.IPAddresses : undefined;
  return { addresses: Array.isArray(addresses) ? addresses.filter(item => typeof item === 'string') : [] };
}

export const admits = ({ addresses }: Restrictions, address: string): boolean => addresses.some(range => inRange(address, range));

function readJson(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}
