import { badContinue, defineModule, f, p, type Query, Records, readPage, toTimestamp } from '@wikiquery/core';
import { finds, whereEquals } from '@wikiquery/database';
import { groupParam, groupsWithRight, whereShown } from '@wikiquery/users';
import type { ExpressionBuilder } from 'kysely';

/** Pages of a response; histories are long, and mostly not in memory. */
const PAGES = 100;

const rights = () => p.enum(site => site.rights).multi();

const params = {
  group: groupParam().multi().help('Only users in these groups; not those that everybody is in.'),
  excludegroup: groupParam().multi().help('Leave out users in these groups; not those that everybody is in.'),
  rights: rights().help('Only users with these rights, as far as groups that users are put into give them.'),
  excluderights: rights().help('Leave out users with these rights, as far as groups that users are put into give them.'),
  limit: p.limit().help('How many contributors to return.'),
  continue: p.continue(),
};

export default defineModule({
  group: 'prop',
  name: 'contributors',
  prefix: 'pc',
  summary: 'List the accounts that contributed to a page, and count the contributors without account.',
  cache: 'public',
  sources: ['database', 'clock'],
  params,
  atMostOne: [['group', 'excludegroup', 'rights', 'excluderights']],
  element: 'user',
  returns: f.record({ userid: f.int(), name: f.string() }),
  beside: { anoncontributors: f.int().optional() },
  examples: { 'prop=contributors&titles=Main%20Page': 'The contributors to a page.' },

  async execute(q) {
    const { limit, continue: from } = q.params;
    const first = firstPage(from);
    const ids = [...q.pages.found.keys()].filter(id => id >= first).sort((a, b) => a - b);
    const pages = ids.slice(0, PAGES);
    const rest = ids[PAGES];
    const next = rest === undefined ? undefined : `${rest}|0`;
    if (pages.length === 0) return new Records([]);

    const counts = await countWithoutAccount(q, pages);
    const anonymous = counts.map(row => ({ pageId: row.rev_page, fields: { anoncontributors: row.count }, cursor: from ?? '0|0' }));
    const accounts = selectAccounts(q, pages);
    if (!accounts) return new Records(anonymous, next);
    const rows = await readPage(accounts, { by: { rev_page: 'int', rev_actor: 'int' }, limit, continue: from });
    const users = rows.recordsOf(
      row => row.rev_page,
      row => ({ userid: row.actor_user ?? NO_ACCOUNT, name: row.actor_name ?? '' }),
    );
    return new Records([...anonymous, ...users.entries], users.next ?? next);
  },
});

type Asked = Query<'prop', typeof params>;

/** Those before are done. */
function firstPage(from: string | undefined): number {
  if (from === undefined) return 0;
  const [page, actor] = from.split('|').map(Number);
  if (!Number.isSafeInteger(page) || !Number.isSafeInteger(actor) || `${page}|${actor}` !== from) throw badContinue();
  return page as number;
}

/** Edits by whoever may be named to everybody. The join and the conditions keep databases from beginning with all accounts. */
const selectEdits = ({ db }: Asked, pages: readonly number[]) =>
  whereEquals(db.selectFrom('revision').leftJoin('actor', 'actor_id', 'rev_actor'), { rev_page: pages }).where(
    whereShown('rev_deleted', 'user'),
  );

const countWithoutAccount = (q: Asked, pages: readonly number[]) =>
  selectEdits(q, pages)
    .where(is => is(accountId(is), '=', NO_ACCOUNT))
    .select(is => ['rev_page', is.fn.count<number>('rev_actor').distinct().as('count')])
    .groupBy('rev_page')
    .orderBy('rev_page')
    .execute();

const NO_ACCOUNT = 0;
const accountId = (is: ExpressionBuilder<{ actor: { actor_user: number | null } }, 'actor'>) =>
  is.fn.coalesce('actor_user', is.lit(NO_ACCOUNT));

/** One row for each page and account; undefined when no account can be meant. */
function selectAccounts(q: Asked, pages: readonly number[]) {
  const accounts = selectEdits(q, pages)
    .where(is => is(accountId(is), '!=', NO_ACCOUNT))
    .select(['rev_page', 'rev_actor', 'actor_user', 'actor_name'])
    .distinct();
  const { group, excludegroup, rights: having, excluderights: lacking } = q.params;
  const wanted = group ?? groupsWith(q, having);
  const unwanted = excludegroup ?? groupsWith(q, lacking);
  if (having?.size && wanted?.size === 0) return undefined;
  if (wanted?.size) return accounts.where(finds(memberships(q, wanted)));
  if (unwanted?.size) return accounts.where(finds(memberships(q, unwanted), false));
  return accounts;
}

const groupsWith = ({ site }: Asked, wanted: ReadonlySet<string> | undefined): ReadonlySet<string> | undefined =>
  wanted && new Set([...wanted].flatMap(right => groupsWithRight(site, right)));

/** Those of the account in these groups that have not ended. */
const memberships = ({ db, now }: Asked, groups: ReadonlySet<string>) =>
  whereEquals(db.selectFrom('user_groups'), { ug_group: groups })
    .whereRef('ug_user', '=', 'actor_user' as 'ug_user')
    .where(is => is.or([is('ug_expiry', 'is', null), is('ug_expiry', '>=', toTimestamp(now))]));
