import { addExtensionTables } from '@wikiquery/launch/extension-tables';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import type { Hoard } from './hoard.ts';

type Row = Readonly<Record<string, unknown>>;
type Insert = (table: string, ...rows: readonly Row[]) => Promise<unknown>;

/** Adds public rows and rows with secrets to the tables of extensions. */
export async function extensionRows(wiki: WikiBuilder, hoard: Hoard, titles: readonly string[]): Promise<void> {
  await addExtensionTables(wiki);
  const db = wiki.db.withTables<Record<string, Record<string, unknown>>>();
  const insert: Insert = (table, ...rows) => db.insertInto(table).values(rows).execute();
  await centralAccounts(wiki, hoard, insert);
  await reviews(wiki, hoard, insert);
  await filters(hoard, insert);
  const pages = await pagesOf(wiki, titles);
  await insert('globalimagelinks', ...usesOf('Stone.png', 'otherwiki', 'Anderswo'), ...usesOf('Wood.png', wiki.site.wikiId, 'Town'));
  await insert('geo_tags', ...pages.map(({ page_id }, i) => tag(page_id, i)), tag(hoard.id('page of a coordinate', 'nobody'), 0));
  const flaw = { linter_namespace: 0, linter_cat: 1, linter_start: 1, linter_end: 2, linter_params: '[]' };
  await insert('linter', ...pages.map(({ page_id }) => ({ ...flaw, linter_page: page_id })));
}

const tag = (gt_page_id: number, i: number): Row => ({
  ...{ gt_page_id, gt_globe: 'earth', gt_primary: 1, gt_lat_int: 10 + i, gt_lon_int: 20 + i, gt_lat: 1 + i / 10, gt_lon: 2 + i / 10 },
});

const usesOf = (gil_to: string, gil_wiki: string, gil_page_title: string): Row[] => [
  { gil_to, gil_wiki, gil_page: 1, gil_page_namespace_id: 0, gil_page_namespace: '', gil_page_title },
];

const pagesOf = ({ db }: WikiBuilder, titles: readonly string[]) =>
  db.selectFrom('page').select(['page_id', 'page_latest']).where('page_title', 'in', titles).orderBy('page_id').execute();

/** Adds global accounts, including a suppressed one that no session may see. `localnames` also has the names suppressed on this wiki. */
async function centralAccounts(wiki: WikiBuilder, hoard: Hoard, insert: Insert): Promise<void> {
  const here = wiki.site.wikiId;
  const account = { gu_home_db: here, gu_locked: 0, gu_hidden_level: 0, gu_registration: '20200101000000' };
  const id = hoard.id('id of a hidden global account', 'nobody');
  const name = hoard.word('name of a hidden global account', 'nobody', 'users');
  const group = hoard.word('group of a hidden global account', 'nobody');
  await insert(
    'globaluser',
    { ...account, gu_id: 501, gu_name: 'Alma' },
    { ...account, gu_id: 502, gu_name: 'Bert', gu_locked: 1 },
    {
      ...{ gu_id: id, gu_name: name, gu_locked: hoard.either('nobody', 0, 1), gu_hidden_level: 2 },
      gu_home_db: hoard.word('home of a hidden global account', 'nobody'),
      gu_registration: hoard.moment('registration of a hidden global account', 'nobody'),
    },
  );
  const membership = (gug_user: number, gug_group: string): Row => ({ gug_user, gug_group, gug_expiry: null });
  await insert('global_user_groups', membership(501, 'steward'), membership(id, group), membership(id, 'steward'));
  await insert(
    'global_group_permissions',
    { ggp_group: 'steward', ggp_permission: 'globalblock' },
    { ggp_group: group, ggp_permission: hoard.word('right of a hidden global account', 'nobody') },
  );
  const merged = (lu_wiki: string, lu_name: string, lu_global_id: number): Row => ({
    ...{ lu_wiki, lu_name, lu_global_id, lu_local_id: null, lu_attached_method: 'login', lu_attached_timestamp: '20210101000000' },
  });
  const hiddenHere = (
    await wiki.db
      .selectFrom('block')
      .innerJoin('block_target', 'bt_id', 'bl_target')
      .innerJoin('user', 'user_id', 'bt_user')
      .select('user_name')
      .where('bl_deleted', '=', 1)
      .execute()
  ).map(row => row.user_name);
  const wikiOfHidden = hoard.word('wiki of a hidden global account', 'nobody');
  await insert('localuser', merged(here, 'Alma', 501), merged('otherwiki', 'Alma', 501), merged(wikiOfHidden, name, id));
  await insert(
    'localnames',
    ...['Alma', 'Bert', name, ...hiddenHere].map(ln_name => ({ ln_wiki: here, ln_name })),
    ...[wikiOfHidden].map(ln_wiki => ({ ln_wiki, ln_name: name })),
  );
  await insert(
    'global_edit_count',
    { gec_user: 501, gec_count: 12 },
    { gec_user: id, gec_count: hoard.id('edits of a hidden account', 'nobody') },
  );
}

/** Adds reviews of revisions that were suppressed or deleted later. */
async function reviews(wiki: WikiBuilder, hoard: Hoard, insert: Insert): Promise<void> {
  const { db } = wiki;
  const hidden = await db.selectFrom('revision').select(['rev_id', 'rev_page']).where('rev_deleted', '>', 0).orderBy('rev_id').execute();
  const latestHidden = new Map(hidden.map(row => [row.rev_page, row.rev_id]));
  const flags = { fp_reviewed: 0, fp_pending_since: '20220101000000', fp_quality: 1 };
  const gone = {
    ...{
      ...flags,
      fp_page_id: hoard.id('id of a deleted reviewed page', 'nobody'),
      fp_stable: hoard.id('deleted reviewed revision', 'nobody'),
    },
    fp_pending_since: hoard.moment('since when a deleted page waits for a review', 'nobody'),
  };
  await insert('flaggedpages', ...[...latestHidden].map(([fp_page_id, fp_stable]) => ({ ...flags, fp_page_id, fp_stable })), gone);
  const rule = { fpc_override: 1, fpc_level: 'sysop', fpc_expiry: 'infinity' };
  await insert('flaggedpage_config', ...[...latestHidden.keys()].map(fpc_page_id => ({ ...rule, fpc_page_id })), {
    fpc_page_id: gone.fp_page_id,
    fpc_override: 0,
    fpc_level: 'sysop',
    fpc_expiry: hoard.moment('end of the rules of a deleted page', 'nobody'),
  });
}

/** Adds a public and a private filter, with log entries. */
async function filters(hoard: Hoard, insert: Insert): Promise<void> {
  const filter = (af_id: number, af_hidden: number, word: (what: string) => string): Row => ({
    ...{ af_id, af_actor: 1, af_hidden, af_timestamp: '20230101000000', af_enabled: 1, af_deleted: 0, af_hit_count: 1, af_global: 0 },
    ...{ af_pattern: word('pattern'), af_comments: word('notes'), af_public_comments: 'public', af_actions: 'tag' },
  });
  await insert(
    'abuse_filter',
    filter(1, 0, () => 'public'),
    filter(2, 1, what => hoard.word(`${what} of a hidden filter`, 'nobody')),
  );
  const entry = (afl_id: number, afl_filter_id: number, afl_deleted: number, afl_title: string): Row => ({
    ...{ afl_id, afl_global: 0, afl_filter_id, afl_user: 0, afl_user_text: '192.0.2.1', afl_ip_hex: 'C0000201', afl_action: 'edit' },
    ...{ afl_actions: '', afl_var_dump: '{}', afl_timestamp: '20230201000000', afl_namespace: 0, afl_title, afl_deleted, afl_rev_id: null },
  });
  const title = (what: string) => hoard.word(`title of an entry ${what}`, 'nobody', 'titles');
  await insert('abuse_filter_log', entry(1, 1, 0, 'Town'), entry(2, 1, 1, title('that is hidden')));
}
