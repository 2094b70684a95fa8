import { addressRange, cidrPrefix, type HexRange, isAddressOrCidr } from '@wikiquery/addresses';
import { ApiError, type Env, message, type Site, type UserRef } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { coveringTargets, rangeTooBroad } from '@wikiquery/users';

/**
 * Returns the ids of the block targets that match, without autoblocks; undefined without a filter.
 * A separate statement for each kind of target allows each to use its own index. Throws `param_ip` or `cidrtoobroad`.
 */
export async function loadTargets(
  { db, site }: Env,
  users: ReadonlySet<UserRef> | undefined,
  ip: string | undefined,
): Promise<number[] | undefined> {
  const targets = db.selectFrom('block_target').select('bt_id').where('bt_auto', '=', 0);
  const ofUsers = ({ addresses, names }: ReturnType<typeof sortOut>) => [
    ...(addresses.length > 0 ? [whereEquals(targets, { bt_address: addresses })] : []),
    ...(names.length > 0 ? [whereEquals(targets.innerJoin('user', 'user_id', 'bt_user'), { user_name: names })] : []),
  ];
  const kinds =
    ip !== undefined
      ? coveringTargets(readRange(ip, site), site).map(condition => targets.where(condition))
      : users?.size
        ? ofUsers(sortOut(users))
        : undefined;
  if (!kinds) return undefined;
  const found = await Promise.all(kinds.map(kind => kind.execute()));
  return found.flat().map(row => row.bt_id);
}

const sortOut = (users: Iterable<UserRef>) => {
  const { addresses = [], names = [] } = Object.groupBy(users, ({ kind }) => (kind === 'ip' || kind === 'cidr' ? 'addresses' : 'names'));
  return { addresses: addresses.map(({ name }) => name), names: names.map(({ name }) => name) };
};

function readRange(text: string, { configuration }: Site): HexRange {
  const range = isAddressOrCidr(text) ? addressRange(text) : undefined;
  if (!range) throw notAnAddress(text);
  const cidr = cidrPrefix(text);
  const type = cidr?.size === 128 ? 'IPv6' : 'IPv4';
  const limit = configuration.blockCidrLimit[type];
  if (cidr && cidr.prefix < limit) throw rangeTooBroad({ type, limit });
  return range;
}

const notAnAddress = (text: string) =>
  new ApiError(message('param_ip', `"${text}" is neither an address nor a range such as 192.0.2.0/24.`, { key: 'apierror-badip' }));
