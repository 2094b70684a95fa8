import { addressRange, cidrPrefix, hexToAddress, isAddressOrCidr, sanitizeAddress } from '@wikiquery/addresses';
import { ApiError, badContinue, defineError, type Env, message, type UserRef } from '@wikiquery/core';
import { whereStartsWith } from '@wikiquery/database';
import { type ActorRow, isHiddenUser, loadActorsByName, loadActorsByUser, loadUnseenUsers, rangeTooBroad } from '@wikiquery/users';

export interface ContributorActors {
  readonly actors: readonly number[];
  /** Whether edits are sorted by actor before they are sorted by time. */
  readonly byActor: boolean;
  /** Prefix of the continue value. */
  readonly cursorPrefix: string;
}

export interface Contributors {
  /** Groups of actors in list order, loaded on demand. */
  readonly groups: AsyncIterable<ContributorActors> | Iterable<ContributorActors>;
  /** Returns the position within a group from the continue value; undefined for the start of the group. */
  readonly continueIn: (group: ContributorActors) => string | undefined;
}

export interface ContributorParams {
  readonly user: ReadonlySet<UserRef> | undefined;
  readonly userids: ReadonlySet<number> | undefined;
  readonly userprefix: string | undefined;
  readonly iprange: string | undefined;
  readonly dir: 'newer' | 'older';
  readonly continue: string | undefined;
}

/**
 * Resolves the users of a request to actors. Several names or ids are sorted by actor id, users with a name prefix by name,
 * and users in an address range by address.
 * Throws `paramempty_…`, `invaliduserid`, `invalidiprange`, `cidrtoobroad` or `badcontinue`.
 */
export async function contributors(env: Env, params: ContributorParams): Promise<Contributors> {
  if (params.userprefix !== undefined) return byName(params, from => namesWithPrefix(env, params, params.userprefix ?? '', from));
  if (params.iprange !== undefined) {
    const range = readRange(env, params.iprange);
    return byName(params, from => namesInRange(env, params, range, from));
  }
  if (params.userids) {
    if (params.userids.size === 0) throw paramEmpty(`${env.wirePrefix}userids`);
    for (const id of params.userids) if (id <= 0) throw invalidUserId(id);
    const actors = await loadActorsByUser(env.db, params.userids);
    return byActor(params, params.userids.size > 1, await knownTo(env, [...actors.values()]));
  }
  const names = new Set([...(params.user ?? [])].map(({ name }) => name));
  if (names.size === 0) throw paramEmpty(`${env.wirePrefix}user`);
  const actors = await loadActorsByName(env.db, names);
  return byActor(params, names.size > 1, await knownTo(env, [...actors.values()]));
}

/** Removes hidden users. For the client, they must not differ from nonexistent users, not even by an error. */
async function knownTo(env: Env, found: readonly ActorRow[]): Promise<readonly ActorRow[]> {
  const hidden = await loadUnseenUsers(
    env,
    found.map(({ userId }) => userId),
  );
  return hidden.size === 0 ? found : found.filter(({ userId }) => userId === undefined || !hidden.has(userId));
}

const invalidUserId = defineError<number>('invaliduserid', id => ({ text: `${id} is not the id of a user.`, params: [id] }));

/** Sorts edits by actor if `several` users are requested, whether or not the users exist. */
function byActor({ continue: from }: ContributorParams, several: boolean, found: readonly { readonly actorId: number }[]): Contributors {
  const rest = several && from !== undefined ? afterWord('actor', from) : from;
  const group: ContributorActors = { actors: found.map(actor => actor.actorId), byActor: several, cursorPrefix: several ? 'actor' : '' };
  return { groups: found.length > 0 ? [group] : [], continueIn: () => rest };
}

function byName({ continue: text }: ContributorParams, actorsFrom: (name: string | undefined) => AsyncIterable<NamedActor>): Contributors {
  const [name, rest] = text === undefined ? [] : splitName(afterWord('name', text));
  return {
    groups: groupsOf(actorsFrom(name)),
    continueIn: ({ cursorPrefix }) => (name !== undefined && cursorPrefix === `name|${name}` ? rest : undefined),
  };
}

interface NamedActor {
  readonly id: number;
  readonly name: string;
}

async function* groupsOf(actors: AsyncIterable<NamedActor>): AsyncGenerator<ContributorActors> {
  for await (const { id, name } of actors) yield { actors: [id], byActor: false, cursorPrefix: `name|${name}` };
}

/** Returns the rest of a continue value after its first word, which specifies the order of the users. Throws `badcontinue`. */
function afterWord(word: string, text: string): string {
  if (!text.startsWith(`${word}|`)) throw badContinue();
  return text.slice(word.length + 1);
}

function splitName(text: string): readonly [name: string, rest: string] {
  const parts = /^([^|]*)\|([^|]+\|\d+)$/.exec(text);
  if (!parts) throw badContinue();
  return [parts[1] as string, parts[2] as string];
}

/** Number of names to load per statement. There can be millions of names. */
const BATCH = 500;

async function* namesWithPrefix(
  { db, actor }: Env,
  { dir }: ContributorParams,
  prefix: string,
  from: string | undefined,
): AsyncGenerator<NamedActor> {
  const forward = dir === 'newer';
  let next = from;
  do {
    let actors = whereStartsWith(db.selectFrom('actor').select(['actor_id', 'actor_name']), 'actor_name', prefix)
      .where(({ exists, selectFrom }) => exists(selectFrom('revision').select('rev_id').whereRef('rev_actor', '=', 'actor_id')))
      .orderBy('actor_name', forward ? 'asc' : 'desc')
      .limit(BATCH + 1);
    if (!actor.can('hideuser')) actors = actors.where(({ not }) => not(isHiddenUser('actor_user')));
    if (next !== undefined) actors = actors.where('actor_name', forward ? '>=' : '<=', next);
    const rows = await actors.execute();
    next = rows[BATCH]?.actor_name;
    for (const row of rows.slice(0, BATCH)) yield { id: row.actor_id, name: row.actor_name };
  } while (next !== undefined);
}

interface HexRange {
  readonly start: string;
  readonly end: string;
}

async function* namesInRange(
  { db }: Env,
  { dir }: ContributorParams,
  range: HexRange,
  from: string | undefined,
): AsyncGenerator<NamedActor> {
  const forward = dir === 'newer';
  let next = from === undefined ? undefined : hexOf(from);
  do {
    let changes = db
      .selectFrom('ip_changes')
      .select('ipc_hex')
      .distinct()
      .where('ipc_hex', '>=', range.start)
      .where('ipc_hex', '<=', range.end)
      .orderBy('ipc_hex', forward ? 'asc' : 'desc')
      .limit(BATCH + 1);
    if (next !== undefined) changes = changes.where('ipc_hex', forward ? '>=' : '<=', next);
    const rows = await changes.execute();
    next = rows[BATCH]?.ipc_hex;
    const names = rows.slice(0, BATCH).map(row => hexToAddress(row.ipc_hex));
    const actors = await loadActorsByName(db, names);
    for (const name of names) {
      const actor = actors.get(name);
      if (actor) yield { id: actor.actorId, name };
    }
  } while (next !== undefined);
}

function hexOf(address: string): string {
  const range = addressRange(address);
  if (!range) throw badContinue();
  return range.start;
}

function readRange({ site }: Env, text: string): HexRange {
  const prefix = cidrPrefix(text);
  const range = isAddressOrCidr(text) ? addressRange(sanitizeAddress(text)) : undefined;
  if (!prefix || !range) throw invalidRange(text);
  const type = prefix.size === 32 ? 'IPv4' : 'IPv6';
  const limit = site.configuration.contributionsCidrLimit[type];
  if (prefix.prefix < limit) throw rangeTooBroad({ type, limit });
  return range;
}

const invalidRange = (text: string): ApiError =>
  new ApiError(message('invalidiprange', `"${text}" is not a range of addresses such as 192.0.2.0/24.`, { params: [text] }));

const paramEmpty = (param: string): ApiError =>
  new ApiError(
    message(`paramempty_${param}`, `The parameter "${param}" may not be empty.`, { key: 'apierror-paramempty', params: [param] }),
  );
