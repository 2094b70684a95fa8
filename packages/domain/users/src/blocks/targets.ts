import type { HexRange } from '@wikiquery/addresses';
import type { Site } from '@wikiquery/core';
import { type Database, expressionBuilder, startsWith } from '@wikiquery/database';
import type { Expression, SqlBool } from 'kysely';

/** Returns conditions on `block_target` for blocks of enclosing ranges and, given a single address, of this address. Each uses an index. */
export function coveringTargets({ start, end }: HexRange, { configuration }: Pick<Site, 'configuration'>): Expression<SqlBool>[] {
  const eb = expressionBuilder<Database, 'block_target'>();
  const { IPv4, IPv6 } = configuration.blockCidrLimit;
  // The common prefix of the widest range, in whole hexadecimal digits.
  const common = start.startsWith('v6-') ? start.slice(0, 'v6-'.length + Math.floor(IPv6 / 4)) : start.slice(0, Math.floor(IPv4 / 4));
  const range = eb.and([startsWith('bt_range_start', common), eb('bt_range_start', '<=', start), eb('bt_range_end', '>=', end)]);
  return start === end ? [eb.and([eb('bt_ip_hex', '=', start), eb('bt_range_start', 'is', null)]), range] : [range];
}
