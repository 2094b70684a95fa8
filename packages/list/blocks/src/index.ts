import { addressToHex, hexToAddress } from '@wikiquery/addresses';
import { formatCommentsOf } from '@wikiquery/comments';
import { defineModule, type Env, f, isoTimestamp, type ParamsOut, p, readPage, type Site, toTimestamp } from '@wikiquery/core';
import { type Database, whereEquals } from '@wikiquery/database';
import { loadDurations, messages, type TimeSpan } from '@wikiquery/messages';
import { isHiddenUser, loadUnseenUsers } from '@wikiquery/users';
import type { Selectable } from 'kysely';
import { loadRestrictions, NO_RESTRICTIONS, restrictions } from './restrictions.ts';
import { loadTargets } from './targets.ts';

const props = f.props({
  id: { id: f.int() },
  user: { user: f.string().optional().help('Blocked account, address or range.') },
  userid: { userid: f.int().optional().help('Id of the blocked account; 0 if the target is an address.') },
  by: { by: f.string().optional() },
  byid: { byid: f.int().optional() },
  timestamp: { timestamp: f.timestamp() },
  expiry: { expiry: f.expiry(), 'duration-l10n': f.string().optional().since('1.44') },
  reason: { reason: f.string() },
  parsedreason: { parsedreason: f.string().help('Reason of the block in HTML.') },
  range: { rangestart: f.string().optional(), rangeend: f.string().optional() },
  flags: {
    automatic: f.boolean(),
    anononly: f.boolean(),
    nocreate: f.boolean(),
    autoblock: f.boolean(),
    noemail: f.boolean(),
    hidden: f.boolean(),
    allowusertalk: f.boolean(),
    partial: f.boolean(),
  },
  /** Restrictions of a partial block; an empty list for a sitewide block. */
  restrictions: { restrictions: f.object(restrictions, { emptyIsList: true }) },
});

const params = {
  start: p.timestamp().help('Time to start at.'),
  end: p.timestamp().help('Time to end at.'),
  dir: p.dir.temporal(),
  ids: p.int().multi().help('Include only blocks with these ids.'),
  users: p.user('name', 'ip', 'temp', 'cidr').multi().help('Include only blocks of exactly these accounts, addresses or ranges.'),
  ip: p.string().help('Include only blocks that apply to this address or to the complete range.'),
  limit: p.limit().help('Number of blocks to return.'),
  prop: props
    .param()
    .values({ since: '1.44' }, 'parsedreason')
    .default(['id', 'user', 'by', 'timestamp', 'expiry', 'reason', 'flags'])
    .help('Block properties to return.'),
  show: p
    .show(['account', 'temp', 'ip', 'range'])
    .help('Include or exclude (`!`) blocks by target type. `temp` selects blocks that expire.'),
  continue: p.continue(),
};

/** Lists active blocks of accounts and addresses, as MediaWiki's `list=blocks` does. */
export default defineModule({
  group: 'list',
  name: 'blocks',
  prefix: 'bk',
  summary: 'List active blocks of accounts and addresses.',
  differences: ['`bkshow=ip`, `!account` and `!range` return the blocks that their names describe. MediaWiki 1.43 returns none.'],
  params,
  atMostOne: [['users', 'ip']],
  element: 'block',
  returns: props,
  services: { messages },
  examples: {
    'list=blocks': 'Latest blocks.',
    'list=blocks&bkip=192.0.2.7&bkprop=id|user|range': 'Blocks that apply to an address.',
  },

  async execute(q) {
    const { prop, limit, dir, start, end } = q.params;
    const by = { bl_timestamp: 'timestamp', bl_id: 'int' } as const;
    const isFiltered = Object.values(q.params.show).some(choice => choice !== undefined);
    const candidates = isFiltered ? await matchingBlocks(q, { ...q.params, prop: NOTHING, show: ANY }) : undefined;
    const rows = await readPage(await matchingBlocks(q, q.params), { by, limit, dir, continue: q.params.continue, start, end, candidates });
    const found = await loadRestrictions(q, prop.has('restrictions') ? rows.rows.filter(isPartial).map(row => row.bl_id) : []);
    const hidden = await loadUnseenUsers(
      q,
      rows.map(row => row.actor_user),
    );

    const spans = prop.has('expiry') && q.site.since('1.44') ? rows.rows.map(spanOf) : [];
    const [writeDuration, parsedReasons] = await Promise.all([
      loadDurations(q, spans, q.services.messages),
      formatCommentsOf(q, prop.has('parsedreason') ? rows.rows : [], row => ({ text: row.comment_text ?? '' })),
    ]);

    return rows.records(row => {
      const wantsBlocker = !hidden.has(row.actor_user ?? 0);
      // The target of an autoblock is private: it is an address of the blocked account.
      const isSecret = row.bt_auto !== 0;
      return props.pick(prop, {
        id: { id: row.bl_id },
        user: { user: isSecret ? undefined : (row.bt_address ?? row.bt_user_text ?? undefined) },
        userid: { userid: isSecret ? undefined : (row.bt_user ?? 0) },
        by: { by: wantsBlocker ? (row.actor_name ?? '') : undefined },
        byid: { byid: wantsBlocker ? (row.actor_user ?? 0) : undefined },
        timestamp: { timestamp: isoTimestamp(row.bl_timestamp) },
        expiry: () => ({ expiry: isoTimestamp(row.bl_expiry), 'duration-l10n': writeDuration(spanOf(row)) }),
        reason: { reason: row.comment_text ?? '' },
        parsedreason: () => ({ parsedreason: parsedReasons.get(row) ?? '' }),
        range: () => (isSecret ? {} : describeRange(q.site, row)),
        flags: {
          automatic: isSecret,
          anononly: row.bl_anon_only !== 0,
          nocreate: row.bl_create_account !== 0,
          autoblock: row.bl_enable_autoblock !== 0,
          noemail: row.bl_block_email !== 0,
          hidden: row.bl_deleted !== 0,
          allowusertalk: row.bl_allow_usertalk !== 0,
          partial: isPartial(row),
        },
        restrictions: { restrictions: found.get(row.bl_id) ?? NO_RESTRICTIONS },
      });
    });
  },
});

type Prop = ParamsOut<typeof params>['prop'];

/** Selects active blocks that match the parameters and that the user can see. */
async function matchingBlocks(q: Env, { ids, users, ip, show, prop }: Omit<ParamsOut<typeof params>, 'prop'> & { readonly prop: Prop }) {
  const selected = (...names: (Prop extends ReadonlySet<infer Name> ? Name : never)[]) => names.some(name => prop.has(name));
  let blocks = q.db
    .selectFrom('block')
    .innerJoin('block_target', 'bt_id', 'bl_target')
    .select(['bl_id', 'bl_timestamp', 'bt_auto'])
    .$if(selected('user', 'userid'), query => query.select(['bt_address', 'bt_user', 'bt_user_text']))
    // With inner joins, query planners could start with the small table and sort all blocks.
    .$if(selected('by', 'byid'), query => query.leftJoin('actor', 'actor_id', 'bl_by_actor').select(['actor_name', 'actor_user']))
    .$if(selected('reason', 'parsedreason'), query => query.leftJoin('comment', 'comment_id', 'bl_reason_id').select('comment_text'))
    .$if(selected('expiry'), query => query.select('bl_expiry'))
    .$if(selected('range'), query => query.select(['bt_range_start', 'bt_range_end', 'bt_address']))
    .$if(selected('flags', 'restrictions'), query => query.select('bl_sitewide'))
    .$if(selected('flags'), query => query.select(FLAGS))
    .where('bl_expiry', '>', toTimestamp(q.now))
    .$castTo<BlockRow>();
  blocks = whereEquals(blocks, { bl_id: ids?.size ? ids : undefined, bl_target: await loadTargets(q, users, ip) });

  if (show.account !== undefined) blocks = blocks.where('bt_user', show.account ? 'is not' : 'is', null);
  if (show.range !== undefined) blocks = blocks.where('bt_range_start', show.range ? 'is not' : 'is', null);
  if (show.ip) blocks = blocks.where('bt_user', 'is', null).where('bt_range_start', 'is', null);
  if (show.ip === false) blocks = blocks.where(is => is.or([is('bt_user', 'is not', null), is('bt_range_start', 'is not', null)]));
  if (show.temp !== undefined) blocks = blocks.where('bl_expiry', show.temp ? '!=' : '=', 'infinity');
  if (q.actor.can('hideuser')) return blocks;
  return blocks.where('bl_deleted', '=', 0).where(is => is.not(isHiddenUser('block_target.bt_user')));
}

const spanOf = ({ bl_timestamp: from, bl_expiry: to }: BlockRow): TimeSpan => ({ from, to });

const NOTHING: ReadonlySet<never> = new Set();
const ANY = { account: undefined, temp: undefined, ip: undefined, range: undefined };
const FLAGS = ['bl_anon_only', 'bl_create_account', 'bl_enable_autoblock', 'bl_block_email', 'bl_deleted', 'bl_allow_usertalk'] as const;

/** Row of a block, with all columns that `prop` can select. */
type BlockRow = Selectable<Database['block']> &
  Selectable<Database['block_target']> & {
    readonly actor_name: string | null;
    readonly actor_user: number | null;
    readonly comment_text: string | null;
  };

const isPartial = ({ bl_sitewide }: BlockRow): boolean => bl_sitewide === 0;

/** Returns the blocked range. Before MediaWiki 1.42, also returns a single address as a range, and 0.0.0.0 for accounts. */
function describeRange({ since }: Site, { bt_range_start: start, bt_range_end: end, bt_address: address }: BlockRow) {
  if (start !== null && end !== null) return { rangestart: hexToAddress(start), rangeend: hexToAddress(end) };
  if (since('1.42')) return {};
  const only = address === null ? '0.0.0.0' : hexToAddress(addressToHex(address) ?? '');
  return { rangestart: only, rangeend: only };
}
