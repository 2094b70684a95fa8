import { writeFile } from 'node:fs/promises';
import { buildIndex } from '@wikiquery/search-index';
import { readSite, searchIndexOf } from '@wikiquery/site';
import { createWikiFile, hashPassword, type WikiBuilder } from '@wikiquery/wiki-builder';
import { extensionRows } from './extension-rows.ts';
import { type Circle, Hoard } from './hoard.ts';
import { DESCRIPTION, RENDERED, renderedPages } from './rendered-pages.ts';

const SUPPRESSED = 8;
const TEXT = 1;
const ACTION = 1;
const COMMENT = 2;
const USER = 4;

/** Fixed clock of the servers. */
export const CLOCK = '2024-01-15T00:00:00Z';
/** The password of all accounts. */
export const PASSWORD = 'correct horse';
export const READER = 'Reader';
export const ADMINISTRATOR = 'Steward';
export const SUPPRESSOR = 'Guardian';
export const BOT_PASSWORD = { app: 'tool', password: '0123456789abcdefghijklmnopqrstuv' };

export interface PlantedWiki {
  readonly hoard: Hoard;
  readonly guesses: Hoard['guesses'];
  /** Titles of public pages. */
  readonly titles: readonly string[];
  readonly users: readonly string[];
  /** IDs of all revisions, including deleted and suppressed ones. */
  readonly revisions: readonly number[];
  readonly logs: readonly number[];
}

/** Creates a small wiki with secrets in all columns that can contain secrets. */
export async function plantWiki(file: string, changed: Iterable<Circle>, searchIndex = false): Promise<PlantedWiki> {
  const wiki = await createWikiFile(file, readSite(DESCRIPTION));
  await writeFile(file.replace(/\.sqlite$/, '.site.json'), JSON.stringify(DESCRIPTION));
  try {
    const planted = await plant(wiki, changed);
    if (searchIndex) await buildIndex(wiki.db, { location: searchIndexOf(file), site: wiki.site });
    return planted;
  } finally {
    await wiki.close();
  }
}

/** Fills an empty wiki with pages and secrets. */
export async function plant(wiki: WikiBuilder, changed: Iterable<Circle>): Promise<PlantedWiki> {
  const hoard = new Hoard(changed);
  await publicPart(wiki);
  await privateAccounts(wiki, hoard);
  await hiddenRevisions(wiki, hoard, 'administrators', 0);
  await hiddenRevisions(wiki, hoard, 'suppressors', SUPPRESSED);
  await deletedPages(wiki, hoard);
  await hiddenLogs(wiki, hoard, 'administrators', 0);
  await hiddenLogs(wiki, hoard, 'suppressors', SUPPRESSED);
  await hiddenFiles(wiki, hoard);
  await suppressLog(wiki, hoard);
  await renderedPages(wiki, hoard);
  await hiddenUser(wiki, hoard);
  await distinctiveIds(wiki, hoard);
  await extensionRows(wiki, hoard, TITLES.slice(0, 2));
  // Edit counts are public and include suppressed edits, so they must be equal in both versions.
  await wiki.db.updateTable('user').set({ user_editcount: 10 }).execute();
  const live = await wiki.db.selectFrom('revision').select('rev_id as id').execute();
  const deleted = await wiki.db.selectFrom('archive').select('ar_rev_id as id').execute();
  const logs = await wiki.db.selectFrom('logging').select('log_id as id').execute();
  const revisions = [...live, ...deleted].map(({ id }) => id);
  return { hoard, guesses: hoard.guesses, titles: TITLES, users: USERS, revisions, logs: logs.map(({ id }) => id) };
}

const USERS = ['Admin', 'Alma', 'Bert', READER, ADMINISTRATOR, SUPPRESSOR, '192.0.2.1'];
const TITLES = [
  'Town',
  'Village',
  'Talk:Town',
  'User:Alma',
  'Category:Places',
  'Template:Box',
  'File:Stone.png',
  'File:Wood.png',
  'Old town',
  ...RENDERED,
];

async function publicPart(wiki: WikiBuilder): Promise<void> {
  await wiki.user('Admin', { groups: ['sysop', 'bureaucrat'] });
  await wiki.user('Alma');
  await wiki.user('Bert');
  await wiki.user(READER, { password: PASSWORD });
  await wiki.user(ADMINISTRATOR, { password: PASSWORD, groups: ['sysop'] });
  await wiki.user(SUPPRESSOR, { password: PASSWORD, groups: ['sysop', 'suppress'] });
  await wiki.botPassword(SUPPRESSOR, BOT_PASSWORD.app, BOT_PASSWORD.password, ['basic']);
  await wiki.edit('Town', { text: 'A town. [[Village]] {{Box}} [[File:Stone.png]] https://example.org/x', user: 'Alma', tags: ['mobile'] });
  await wiki.edit('Village', { text: 'A village near [[Town]].', user: 'Bert' });
  await wiki.edit('Talk:Town', { text: 'Hello', user: '192.0.2.1' });
  await wiki.edit('User:Alma', { text: 'I am Alma', user: 'Alma' });
  await wiki.edit('Category:Places', { text: 'Places' });
  await wiki.edit('Template:Box', { text: 'A box' });
  await wiki.redirect('Old town', 'Town');
  await wiki.link('Town', 'Village');
  await wiki.link('Village', 'Town');
  await wiki.template('Town', 'Template:Box');
  await wiki.image('Town', 'File:Stone.png');
  await wiki.category('Town', 'Places', { change: true });
  await wiki.extlink('Town', 'https://example.org/x');
  await wiki.protect('Village', { edit: 'sysop' });
  await wiki.log('protect', 'protect', { title: 'Village', user: 'Admin', comment: 'public' });
  await wiki.log('block', 'block', { title: 'User:Bert', user: 'Admin', params: { '5::duration': 'infinity', '6::flags': 'nocreate' } });
  await wiki.block('Bert', { reason: 'public' });
  await wiki.watch(READER, 'Town');
}

/** Fills columns that only one account, or only the software, may read. */
async function privateAccounts(wiki: WikiBuilder, hoard: Hoard): Promise<void> {
  const secret = (what: string) => hoard.word(what, 'nobody');
  const { id } = await wiki.user('Alma');
  await wiki.db
    .updateTable('user')
    .set({
      user_password: hashPassword(secret('password')) + secret('password hash'),
      user_newpassword: `:pbkdf2:sha512:${secret('temporary password')}`,
      user_email: `${secret('e-mail')}@example.org`,
      user_email_token: secret('e-mail token').padEnd(32, '0'),
      user_token: secret('user token').padEnd(32, '0'),
      user_real_name: secret('real name'),
    })
    .where('user_id', '=', id)
    .execute();
  await wiki.botPassword('Alma', secret('name of a bot password'), secret('bot password'));
  await wiki.db
    .updateTable('bot_passwords')
    .set({ bp_password: `:pbkdf2:sha512:${secret('bot password hash')}`, bp_token: secret('bot password token').padEnd(32, '0') })
    .where('bp_user', '=', id)
    .execute();
  for (const name of ['watchlisttoken', 'nickname', 'timecorrection', 'rcdays']) {
    await wiki.db
      .insertInto('user_properties')
      .values({ up_user: id, up_property: name, up_value: secret(`preference ${name}`) })
      .execute();
  }
  await wiki.watch('Alma', hoard.word('watched title', 'nobody'), { notified: hoard.moment('notification', 'nobody') });
  // Administrators may read how many accounts watch a page.
  await wiki.watch(hoard.either('nobody', 'Alma', 'Bert'), 'Town');
  await wiki.stash(`${secret('stash key').toLowerCase()}.png`, { user: 'Alma' });
  const edit = await wiki.edit('Village', { text: 'A village.', user: 'Alma' });
  await wiki.db
    .updateTable('recentchanges')
    .set({ rc_ip: hoard.address('address behind an edit', 'nobody') })
    .where('rc_this_oldid', '=', edit)
    .execute();
  const parent = await wiki.block('Alma', { reason: 'public', autoblock: true, namespaces: [4] });
  await wiki.block(hoard.address('autoblocked address', 'nobody'), { auto: true, parent, reason: 'Autoblock' });
}

async function hiddenRevisions(wiki: WikiBuilder, hoard: Hoard, circle: Circle, more: number): Promise<void> {
  const word = (what: string) => hoard.word(`${what} of a revision`, circle);
  for (const title of ['Town', 'Talk:Town']) {
    await wiki.edit(title, { text: word('text'), comment: 'public', user: 'Alma', hidden: TEXT | more });
    await wiki.edit(title, { text: `1 ${title}`, comment: word('comment'), user: 'Alma', tags: ['mobile'], hidden: COMMENT | more });
    // The account is public, but not that it is the author of this revision.
    await wiki.edit(title, { text: `2 ${title}`, user: hoard.either(circle, 'Alma', 'Bert'), hidden: USER | more });
    const all = { text: word('text'), comment: word('comment'), user: hoard.either(circle, 'Bert', 'Alma') };
    await wiki.edit(title, { ...all, hidden: TEXT | COMMENT | USER | more });
    await wiki.edit(title, { text: 'public', user: 'Bert' });
  }
}

/** Adds deleted pages, whose timestamps, authors and hashes are public, but not their texts and comments. */
async function deletedPages(wiki: WikiBuilder, hoard: Hoard): Promise<void> {
  const word = (what: string, circle: Circle) => hoard.word(`${what} of a deleted page`, circle);
  for (const title of ['Gone for good', 'User:Gone for good']) {
    const text = hoard.textOfKnownHash('text of a deleted page', 'administrators');
    await wiki.edit(title, { text, comment: word('comment', 'administrators'), user: 'Alma', tags: ['mobile'] });
    for (const [circle, more] of [
      ['administrators', 0],
      ['suppressors', SUPPRESSED],
    ] as const) {
      const hidden = { text: word('text', circle), comment: word('comment', circle), user: hoard.either(circle, 'Bert', 'Alma') };
      await wiki.edit(title, { ...hidden, hidden: TEXT | COMMENT | USER | more });
    }
    await wiki.deletePage(title);
  }
}

async function hiddenLogs(wiki: WikiBuilder, hoard: Hoard, circle: Circle, more: number): Promise<void> {
  const word = (what: string) => hoard.word(`${what} of a log entry`, circle);
  const title = () => hoard.word('title of a log entry', circle, 'titles');
  const move = () => ({ params: { '4::target': word('parameter'), '5::noredir': '0' } });
  await wiki.log('move', 'move', { title: title(), ...move(), user: 'Alma', comment: 'public', hidden: ACTION | more, tags: ['mobile'] });
  await wiki.log('protect', 'modify', { title: hoard.either(circle, 'Town', 'Village'), user: 'Alma', hidden: ACTION | more });
  await wiki.log('move', 'move', {
    title: 'Village',
    params: { '4::target': 'Town', '5::noredir': '0' },
    comment: word('comment'),
    hidden: COMMENT | more,
  });
  await wiki.log('delete', 'delete', {
    title: 'Village',
    user: hoard.either(circle, 'Alma', 'Bert'),
    comment: 'public',
    hidden: USER | more,
  });
  const hidden = ACTION | COMMENT | USER | more;
  await wiki.log('rights', 'rights', {
    title: `User:${title()}`,
    params: { '4::oldgroups': [], '5::newgroups': [word('group')] },
    comment: word('comment'),
    user: hoard.either(circle, 'Bert', 'Alma'),
    hidden,
  });
}

async function hiddenFiles(wiki: WikiBuilder, hoard: Hoard): Promise<void> {
  const word = (what: string, circle: Circle) => hoard.word(`${what} of a file`, circle);
  const versions = [
    { circle: 'administrators', more: 0 },
    { circle: 'suppressors', more: SUPPRESSED },
  ] as const;
  for (const { circle, more } of versions) {
    const data = word('contents', circle);
    await wiki.file('Stone.png', { data, metadata: `{"data":["${word('metadata', circle)}"]}`, user: 'Alma' });
    await wiki.file('Stone.png', { data: `1${circle}`, comment: word('comment', circle), user: 'Alma', hidden: TEXT | more });
    await wiki.file('Stone.png', { data: `2${circle}`, user: hoard.either(circle, 'Alma', 'Bert'), hidden: COMMENT | more });
    await wiki.file('Stone.png', { data: `3${circle}`, user: 'Bert', hidden: USER | more });
    // Timestamps, users and hashes of deleted files are public, unless they are also suppressed.
    const name = `Deleted ${circle}.png`;
    const isHidden = circle === 'suppressors';
    const hidden = isHidden ? TEXT | COMMENT | USER | SUPPRESSED : 0;
    const upload = isHidden
      ? { data: word('contents', circle), user: hoard.either(circle, 'Alma', 'Bert') }
      : { data: 'public', user: 'Alma' };
    await wiki.file(name, { ...upload, comment: word('comment', circle) });
    await wiki.deleteFile(name, { comment: word('reason of deletion', 'administrators'), hidden });
    await wiki.deletePage(`File:${name}`);
    await wiki.db.updateTable('archive').set({ ar_deleted: hidden }).where('ar_title', '=', name.replace(' ', '_')).execute();
  }
  await wiki.file('Wood.png', { user: 'Bert', comment: 'public' });
}

/** Adds entries to the suppression log. Even their existence is secret. */
async function suppressLog(wiki: WikiBuilder, hoard: Hoard): Promise<void> {
  for (const action of ['delete', 'revision', 'event']) {
    await wiki.log('suppress', action, {
      title: hoard.word('title of a suppression', 'suppressors', 'titles'),
      comment: hoard.word('reason of a suppression', 'suppressors'),
      user: SUPPRESSOR,
      timestamp: hoard.moment('time of a suppression', 'suppressors'),
      params: { '4::type': 'revision', '5::ids': [hoard.word('ids of a suppression', 'suppressors')] },
      // MediaWiki does not list restricted logs in recent changes.
      recent: false,
    });
  }
}

/** Adds an account that is suppressed by a block. */
async function hiddenUser(wiki: WikiBuilder, hoard: Hoard): Promise<void> {
  const name = hoard.word('name of a hidden user', 'suppressors', 'users');
  await wiki.user(name, { groups: ['bot'], registration: hoard.moment('registration of a hidden user', 'suppressors') });
  const hidden = USER | SUPPRESSED;
  await wiki.edit('Town', { text: 'by somebody', user: name, hidden });
  await wiki.edit('Gone', { text: 'by somebody', user: name, hidden });
  await wiki.deletePage('Gone');
  await wiki.edit('Town', { text: 'by Bert', user: 'Bert' });
  await wiki.log('upload', 'upload', { title: 'File:Wood.png', user: name, hidden });
  await wiki.edit('File:Moss.png', { user: 'Bert' });
  await wiki.file('Moss.png', { user: name });
  await wiki.file('Moss.png', { user: 'Bert', hidden });
  await wiki.activeUser(name);
  await wiki.user('Blocked by a hidden user');
  await wiki.block('Blocked by a hidden user', { by: name, reason: 'public' });
  await wiki.protectTitle('Never written', 'sysop', { user: name });
  await wiki.block(name, {
    by: SUPPRESSOR,
    hideUser: true,
    reason: hoard.word('reason of a hidden block', 'suppressors'),
    timestamp: hoard.moment('time of a hidden block', 'suppressors'),
  });
}

/** Assigns distinctive IDs. Must come last, because later rows would get IDs that follow these. */
async function distinctiveIds({ db }: WikiBuilder, hoard: Hoard): Promise<void> {
  for (const { log_id } of await db.selectFrom('logging').select('log_id').where('log_type', '=', 'suppress').execute()) {
    const id = hoard.id('id of a suppression', 'suppressors');
    await db.updateTable('logging').set({ log_id: id }).where('log_id', '=', log_id).execute();
  }
  const hidden = db
    .selectFrom('block')
    .innerJoin('block_target', 'bt_id', 'bl_target')
    .select(['bl_id', 'bt_user'])
    .where('bl_deleted', '=', 1);
  const { bl_id, bt_user } = await hidden.executeTakeFirstOrThrow();
  const blockId = hoard.id('id of a hidden block', 'suppressors');
  await db.updateTable('block').set({ bl_id: blockId }).where('bl_id', '=', bl_id).execute();
  const id = hoard.id('id of a hidden user', 'suppressors');
  await db.updateTable('user').set({ user_id: id }).where('user_id', '=', bt_user).execute();
  await db.updateTable('actor').set({ actor_user: id }).where('actor_user', '=', bt_user).execute();
  await db.updateTable('block_target').set({ bt_user: id }).where('bt_user', '=', bt_user).execute();
  await db.updateTable('user_groups').set({ ug_user: id }).where('ug_user', '=', bt_user).execute();
}
