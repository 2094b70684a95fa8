import { crc32 } from 'node:zlib';
import { type Database, sql } from '@wikiquery/database';
import type { Insertable, Kysely } from 'kysely';
import { fillRecentChanges } from './recent-changes.ts';

const [ADMIN, WREN, SCRIBE, OTTER, CHEAP_INK] = [1, 2, 3, 4, 5] as const;
const [MAIN_PAGE, BUY_INK] = [7, 155] as const;
const [WELCOME, TELEPHONE_NUMBER, UNDO] = [170, 177, 178] as const;

const NOW = '20250304090017';

/** Adds data that exports lack: passwords, groups, watchlists, protection, blocks, deletions, tags, recent changes and image dimensions. */
export async function addPrivateParts(db: Kysely<Database>): Promise<void> {
  await addAccounts(db);
  await addWatchlists(db);
  await protectPages(db);
  await deletePage(db, BUY_INK);
  await blockAdvertisers(db);
  await db.updateTable('revision').set({ rev_deleted: 1 }).where('rev_id', '=', TELEPHONE_NUMBER).execute();
  await setDimensions(db, 'Request.svg', 640, 160);
  await setDimensions(db, 'Continuation.svg', 480, 120);
  await fillRecentChanges(db);
  await tag(db, WELCOME, { ctd_name: 'greeting', ctd_user_defined: 1 });
  await tag(db, UNDO, { ctd_name: 'mw-undo', ctd_user_defined: 0 });
}

/** The passwords are `sample-admin-password` and `sample-wren-password`. The bot password is `0123456789abcdef` twice. */
async function addAccounts(db: Kysely<Database>): Promise<void> {
  const password = {
    admin: 'N5RpmkPuP74ncJkPQOG72g==:bm5TnJgByAieQ93MSHzhH66xi40e0tmWBS3b/mNlI10Z5Pwv3zgb44veOqlbaAImYkSZxZwbET6TqOeaaT9G/g==',
    wren: 'x0Tenxe38ShdteqJJojXQQ==:DlmeF5JTet/t7s/n3JGBSbXX8RQ/oo/EejLN6GdUgZKNzHWa/7ax0Wyc74JzeJik8zKFpB0zLWttDbndffB7Aw==',
    reader: 'hRasmdxgYDKV3nvbahU1MA==:ZIo17KUDQ6OX3PMKaX/9HFSWRbMKsQ1qYHwundhbtqOr1g4U45+6r0wD9Lse1yCMlwTnPrztsRgowkvdNO9/1w==',
  };
  const hashed = (name: keyof typeof password): string => `:pbkdf2:sha512:100:64:${password[name]}`;
  await db
    .updateTable('user')
    .set({ user_password: hashed('admin') })
    .where('user_id', '=', ADMIN)
    .execute();
  await db
    .updateTable('user')
    .set({ user_password: hashed('wren'), user_email: 'wren@manual.example', user_email_authenticated: NOW })
    .where('user_id', '=', WREN)
    .execute();
  await db
    .insertInto('user_groups')
    .values([
      { ug_user: ADMIN, ug_group: 'sysop' },
      { ug_user: ADMIN, ug_group: 'bureaucrat' },
      { ug_user: SCRIBE, ug_group: 'bot' },
    ])
    .execute();
  await db
    .insertInto('user_properties')
    .values([
      { up_user: ADMIN, up_property: 'gender', up_value: 'unknown' },
      { up_user: WREN, up_property: 'gender', up_value: 'female' },
    ])
    .execute();
  const bot = {
    bp_user: WREN,
    bp_app_id: 'reader',
    bp_password: hashed('reader'),
    bp_token: 'pw7rjwsr43denrno74mtkp69yispgg70',
    bp_restrictions: '{"IPAddresses":["0.0.0.0/0","::/0"]}',
    bp_grants: '["basic","highvolume","viewmywatchlist"]',
  };
  await db.insertInto('bot_passwords').values(bot).execute();
}

async function addWatchlists(db: Kysely<Database>): Promise<void> {
  const watched = [
    { wl_user: WREN, namespace: 0, wl_title: 'Main_Page', wl_notificationtimestamp: null },
    { wl_user: WREN, namespace: 12, wl_title: 'Continuation', wl_notificationtimestamp: null },
    { wl_user: WREN, namespace: 12, wl_title: 'Generators', wl_notificationtimestamp: null },
    { wl_user: OTTER, namespace: 12, wl_title: 'Continuation', wl_notificationtimestamp: NOW },
  ];
  const rows = watched.flatMap(({ namespace, ...row }) => [
    { ...row, wl_namespace: namespace },
    { ...row, wl_namespace: namespace + 1 },
  ]);
  await db.insertInto('watchlist').values(rows).execute();
}

async function protectPages(db: Kysely<Database>): Promise<void> {
  const sysopOnly = (type: string) => ({
    pr_page: MAIN_PAGE,
    pr_type: type,
    pr_level: 'sysop',
    pr_cascade: 0,
    pr_expiry: 'infinity',
  });
  await db
    .insertInto('page_restrictions')
    .values([sysopOnly('edit'), sysopOnly('move')])
    .execute();
  const title = {
    pt_namespace: 0,
    pt_title: 'Buy_ink',
    pt_user: ADMIN,
    pt_reason_id: await addComment(db, 'Comes back again and again'),
    pt_timestamp: '20250304090019',
    pt_expiry: 'infinity',
    pt_create_perm: 'sysop',
  };
  await db.insertInto('protected_titles').values(title).execute();
}

/** Moves a page to the archive. The only link on the page must be an external link. */
async function deletePage(db: Kysely<Database>, id: number): Promise<void> {
  const revisions = db
    .selectFrom('revision')
    .innerJoin('page', 'page_id', 'rev_page')
    .where('page_id', '=', id)
    .select(['page_namespace', 'page_title', 'rev_comment_id', 'rev_actor', 'rev_timestamp', 'rev_minor_edit'])
    .select(['rev_id', 'rev_deleted', 'rev_len', 'rev_page', 'rev_parent_id']);
  await db
    .insertInto('archive')
    .columns([
      'ar_namespace',
      'ar_title',
      'ar_comment_id',
      'ar_actor',
      'ar_timestamp',
      'ar_minor_edit',
      'ar_rev_id',
      'ar_deleted',
      'ar_len',
      'ar_page_id',
      'ar_parent_id',
    ])
    .expression(revisions)
    .execute();
  await db.deleteFrom('revision').where('rev_page', '=', id).execute();
  await db.deleteFrom('page').where('page_id', '=', id).execute();
  await db.deleteFrom('externallinks').where('el_from', '=', id).execute();
  await sql`delete from searchindex where docid = ${id}`.execute(db);
  await db
    .updateTable('site_stats')
    .set(is => ({ ss_total_pages: is('ss_total_pages', '-', 1) }))
    .execute();
}

async function blockAdvertisers(db: Kysely<Database>): Promise<void> {
  await block(
    db,
    { bt_user: CHEAP_INK, bt_user_text: 'Cheap Ink Ltd' },
    { reason: 'Advertising', bl_timestamp: '20250304090012', bl_enable_autoblock: 1, bl_expiry: 'infinity' },
  );
  await block(
    db,
    { bt_address: '198.51.100.0/24', bt_range_start: 'C6336400', bt_range_end: 'C63364FF', bt_ip_hex: 'C6336400' },
    { reason: 'The same shop', bl_timestamp: '20250304090020', bl_anon_only: 1, bl_enable_autoblock: 0, bl_expiry: '20350101000000' },
  );
}

type Block = Omit<Insertable<Database['block']>, 'bl_target' | 'bl_by_actor' | 'bl_reason_id'> & { readonly reason: string };

async function block(db: Kysely<Database>, target: Insertable<Database['block_target']>, { reason, ...block }: Block): Promise<void> {
  const { bt_id } = await db
    .insertInto('block_target')
    .values({ ...target, bt_count: 1 })
    .returning('bt_id')
    .executeTakeFirstOrThrow();
  const { actor_id } = await db.selectFrom('actor').select('actor_id').where('actor_user', '=', ADMIN).executeTakeFirstOrThrow();
  const reasonId = await addComment(db, reason);
  const row = { bl_target: bt_id, bl_by_actor: actor_id, bl_reason_id: reasonId, bl_create_account: 1, bl_allow_usertalk: 1, ...block };
  await db.insertInto('block').values(row).execute();
}

async function setDimensions(db: Kysely<Database>, name: string, width: number, height: number): Promise<void> {
  const metadata = JSON.stringify({ data: { version: 2, width, height, originalWidth: String(width), originalHeight: String(height) } });
  await db
    .updateTable('image')
    .set({ img_width: width, img_height: height, img_metadata: metadata })
    .where('img_name', '=', name)
    .execute();
  await db.updateTable('oldimage').set({ oi_width: width, oi_height: height, oi_metadata: metadata }).where('oi_name', '=', name).execute();
}

async function tag(db: Kysely<Database>, revision: number, definition: Insertable<Database['change_tag_def']>): Promise<void> {
  const { rc_id } = await db.selectFrom('recentchanges').select('rc_id').where('rc_this_oldid', '=', revision).executeTakeFirstOrThrow();
  const { ctd_id } = await db
    .insertInto('change_tag_def')
    .values({ ...definition, ctd_count: 1 })
    .returning('ctd_id')
    .executeTakeFirstOrThrow();
  await db.insertInto('change_tag').values({ ct_rc_id: rc_id, ct_rev_id: revision, ct_tag_id: ctd_id }).execute();
}

async function addComment(db: Kysely<Database>, text: string): Promise<number> {
  const row = { comment_hash: crc32(text) | 0, comment_text: text };
  return (await db.insertInto('comment').values(row).returning('comment_id').executeTakeFirstOrThrow()).comment_id;
}
