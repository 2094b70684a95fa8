import { badContinue, defineModule, f, p, type Query, Records, readPage, toTimestamp } from '@wikiquery/core';
import { finds, whereEquals } from '@wikiquery/database';
import { groupParam, groupsWithRight, whereShown } from '@wikiquery/users';
import type { ExpressionBuilder } from 'kysely';

/** Maximum number of pages per response. Long histories are expensive to read. */
const PAGES = 100;

const rights = () => p.enum(site => site.rights).multi();

const params = {
  group: groupParam().multi().help('Include only members of these explicit groups.'),
  excludegroup: groupParam().multi().help('Exclude members of these explicit groups.'),
  rights: rights().help('Include only users whose explicit groups grant these rights.'),
  excluderights: rights().help('Exclude users whose explicit groups grant these rights.'),
  limit: p.limit().help('Number of contributors to return.'),
  continue: p.continue(),
};

/** Lists the accounts that edited pages and counts anonymous contributors, as MediaWiki's `prop=contributors` does. */
export default defineModule({
  group: 'prop',
  name: 'contributors',
  prefix: 'pc',
  summary: 'List the accounts that edited pages and count anonymous contributors.',
  cache: 'public',
  sources: ['database', 'clock'],
  params,
  atMostOne: [['group', 'excludegroup', 'rights', 'excluderights']],
  element: 'user',
  returns: f.record({ userid: f.int(), name: f.string() }),
  beside: { anoncontributors: f.int().optional() },
  examples: { 'prop=contributors&titles=Main%20Page': 'Contributors to a page.' },

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

type ModuleQuery = Query<'prop', typeof params>;

function firstPage(from: string | undefined): number {
  if (from === undefined) return 0;
  const [page, actor] = from.split('|').map(Number);
  if (!Number.isSafeInteger(page) || !Number.isSafeInteger(actor) || `${page}|${actor}` !== from) throw badContinue();
  return page as number;
}

/** Selects edits with a public author. The join and the conditions prevent query planners from starting with all accounts. */
const selectEdits = ({ db }: ModuleQuery, pages: readonly number[]) =>
  whereEquals(db.selectFrom('revision').leftJoin('actor', 'actor_id', 'rev_actor'), { rev_page: pages }).where(
    whereShown('rev_deleted', 'user'),
  );

const countWithoutAccount = (q: ModuleQuery, pages: readonly number[]) =>
  selectEdits(q, pages)
    .where(is => is(accountId(is), '=', NO_ACCOUNT))
    .select(is => ['rev_page', is.fn.count<number>('rev_actor').distinct().as('count')])
    .groupBy('rev_page')
    .orderBy('rev_page')
    .execute();

const NO_ACCOUNT = 0;
const accountId = (is: ExpressionBuilder<{ actor: { actor_user: number | null } }, 'actor'>) =>
  is.fn.coalesce('actor_user', is.lit(NO_ACCOUNT));

/** Selects one row per page and account. Returns undefined if no account can match. */
function selectAccounts(q: ModuleQuery, pages: readonly number[]) {
  const accounts = selectEdits(q, pages)
    .where(is => is(accountId(is), '!=', NO_ACCOUNT))
    .select(['rev_page', 'rev_actor', 'actor_user', 'actor_name'])
    .distinct();
  const { group, excludegroup, rights: having, excluderights: lacking } = q.params;
  const included = group ?? groupsWith(q, having);
  const excluded = excludegroup ?? groupsWith(q, lacking);
  if (having?.size && included?.size === 0) return undefined;
  if (included?.size) return accounts.where(finds(memberships(q, included)));
  if (excluded?.size) return accounts.where(finds(memberships(q, excluded), false));
  return accounts;
}

const groupsWith = ({ site }: ModuleQuery, included: ReadonlySet<string> | undefined): ReadonlySet<string> | undefined =>
  included && new Set([...included].flatMap(right => groupsWithRight(site, right)));

const memberships = ({ db, now }: ModuleQuery, groups: ReadonlySet<string>) =>
  whereEquals(db.selectFrom('user_groups'), { ug_group: groups })
    .whereRef('ug_user', '=', 'actor_user' as 'ug_user')
    .where(is => is.or([is('ug_expiry', 'is', null), is('ug_expiry', '>=', toTimestamp(now))]));
