import { createHash } from 'node:crypto';
import type { UserAccount, WikiBuilder } from '@wikiquery/wiki-builder';

/** A text that only clients with a suppression right may receive. */
export interface SuppressedText {
  readonly what: string;
  readonly text: string;
}

/** Subjects of requests: public content, and suppressed names that a client might guess. */
export interface Subjects {
  readonly titles: readonly string[];
  readonly users: readonly string[];
  readonly ids: readonly number[];
  readonly revisions: readonly number[];
  readonly suppressed: UserAccount;
}

const NAME = 'Zqxname';
const USER_ID = 71_300_001;

const revision = { text: 'Zqxtext', comment: 'Zqxcomment', user: '198.51.100.101' };
const deleted = { text: 'Zqxdeletedtext', comment: 'Zqxdeletedcomment', user: '198.51.100.102' };
const own = { text: 'Zqxowntext', comment: 'Zqxowncomment' };
const log = { title: 'Zqxlogtitle', parameter: 'Zqxlogparameter', comment: 'Zqxlogcomment', user: '198.51.100.103' };
const suppression = { title: 'Zqxsuppressed', parameter: 'Zqxids', comment: 'Zqxreason', user: '198.51.100.104' };
const file = { metadata: 'Zqxmetadata', comment: 'Zqxupload', user: '198.51.100.105', hash: hashOf('Zqxcontents') };
const deletedFile = {
  metadata: 'Zqxdeletedmetadata',
  comment: 'Zqxdeletedupload',
  user: '198.51.100.106',
  hash: hashOf('Zqxdeletedcontents'),
};
const BLOCK_REASON = 'Zqxblockreason';
const EMAIL = 'zqxmail@example.org';
const WATCHED = 'Zqxwatched';

/** All texts that `suppress` adds and that must not leak. */
export const SUPPRESSED: readonly SuppressedText[] = [
  { what: 'the name of a suppressed user', text: NAME },
  { what: 'the id of a suppressed user', text: String(USER_ID) },
  { what: 'the reason of a block that hides its user', text: BLOCK_REASON },
  { what: 'the e-mail address of another user', text: EMAIL },
  { what: 'a title that another user watches', text: WATCHED },
  ...partsOf('revision', { ...revision, hash: hashOf(revision.text) }),
  ...partsOf('revision by a public user', { ...own, hash: hashOf(own.text) }),
  ...partsOf('deleted revision', { ...deleted, hash: hashOf(deleted.text) }),
  ...partsOf('log entry', log),
  ...partsOf('entry of the suppression log', suppression),
  ...partsOf('file version', file),
  ...partsOf('deleted file version', deletedFile),
];

function partsOf(of: string, parts: Readonly<Record<string, string>>): SuppressedText[] {
  return Object.entries(parts).map(([part, text]) => ({ what: `the ${part} of a suppressed ${of}`, text }));
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

const TEXT = 1;
const COMMENT = 2;
const USER = 4;
const SUPPRESSED_TOO = 8;
const ALL = TEXT | COMMENT | USER | SUPPRESSED_TOO;

/** Adds suppressed content of every kind, together with public content. `watcher` watches one of its pages. */
export async function suppress(wiki: WikiBuilder, watcher: string): Promise<Subjects> {
  const users = ['Witness', 'Bystander'] as const;
  const [witness, bystander] = users;
  await wiki.user(witness, { groups: ['sysop'] });
  const titles = ['Witnessed', 'Talk:Witnessed', 'User:Witness', 'Category:Witnessed', 'File:Witnessed.png'];
  for (const title of titles) {
    await wiki.edit(title, { text: 'public', user: witness });
    await wiki.edit(title, { ...revision, hidden: ALL, tags: ['mobile'] });
    await wiki.edit(title, { text: own.text, comment: own.comment, user: bystander, hidden: TEXT | COMMENT | SUPPRESSED_TOO });
    await wiki.edit(title, { text: `public again: ${title}`, user: bystander });
  }
  await wiki.category('Witnessed', 'Witnessed');
  await wiki.watch(watcher, 'Witnessed');
  await wiki.edit('Unwitnessed', { ...deleted, hidden: ALL, tags: ['mobile'] });
  await wiki.edit('Unwitnessed', { text: 'public', user: witness });
  await wiki.deletePage('Unwitnessed');

  const { parameter: target, ...entry } = log;
  await wiki.log('move', 'move', { ...entry, params: { '4::target': target, '5::noredir': '0' }, hidden: ALL, tags: ['mobile'] });
  await wiki.log('upload', 'upload', { ...entry, title: 'File:Witnessed.png', hidden: ALL });
  await wiki.log('delete', 'delete', { ...entry, title: 'Witnessed', hidden: ALL });
  const { parameter: ids, ...restricted } = suppression;
  await wiki.log('suppress', 'revision', { ...restricted, params: { '4::type': 'revision', '5::ids': [ids] }, recent: false });

  await upload(wiki, 'Witnessed.png', 'Zqxcontents', file);
  await wiki.file('Witnessed.png', { data: 'public', user: bystander, hidden: ALL });
  await upload(wiki, 'Unwitnessed.png', 'Zqxdeletedcontents', deletedFile);
  await wiki.deleteFile('Unwitnessed.png', { comment: 'public', hidden: ALL });
  await wiki.deletePage('File:Unwitnessed.png');
  await wiki.db.updateTable('archive').set({ ar_deleted: ALL }).where('ar_title', '=', 'Unwitnessed.png').execute();

  const suppressed = await accounts(wiki, bystander);
  const revisions = await wiki.db.selectFrom('revision').select('rev_id').orderBy('rev_id', 'desc').limit(50).execute();
  return {
    titles: [...titles, 'Unwitnessed', log.title],
    users: [...users, NAME],
    ids: [USER_ID],
    revisions: revisions.map(({ rev_id }) => rev_id),
    suppressed,
  };
}

/** Creates the page before the upload. Otherwise the comment of the upload would also be the comment of a revision. */
async function upload(wiki: WikiBuilder, name: string, data: string, { metadata, comment, user }: typeof file): Promise<void> {
  await wiki.edit(`File:${name}`, { text: 'public', user: 'Witness' });
  await wiki.file(name, { data, metadata: `{"data":["${metadata}"]}`, comment, user });
}

/** Adds a suppressed user with actions, and returns its account. A block that hides its user also hides the user's actions. */
async function accounts(wiki: WikiBuilder, bystander: string): Promise<UserAccount> {
  await wiki.user(NAME, { groups: ['bot'] });
  const hidden = USER | SUPPRESSED_TOO;
  await wiki.edit('Witnessed', { text: 'by somebody', user: NAME, hidden });
  await wiki.edit('Witnessed', { text: 'by a bystander', user: bystander });
  await wiki.log('upload', 'upload', { title: 'File:Witnessed.png', user: NAME, hidden });
  await wiki.file('Witnessed.png', { data: 'by somebody', user: NAME });
  await wiki.file('Witnessed.png', { data: 'by a bystander', user: bystander, hidden });
  await wiki.activeUser(NAME);
  await wiki.protectTitle('Never witnessed', 'sysop', { user: NAME });
  const blocked = await wiki.user('Blocked bystander');
  await wiki.block(blocked.name, { by: NAME, reason: 'public' });
  const { id, actor } = await wiki.user(NAME);
  await wiki.block(NAME, { by: 'Witness', hideUser: true, reason: BLOCK_REASON });
  await wiki.db.updateTable('user').set({ user_id: USER_ID }).where('user_id', '=', id).execute();
  await wiki.db.updateTable('actor').set({ actor_user: USER_ID }).where('actor_user', '=', id).execute();
  await wiki.db.updateTable('block_target').set({ bt_user: USER_ID }).where('bt_user', '=', id).execute();
  await wiki.db.updateTable('protected_titles').set({ pt_user: USER_ID }).where('pt_user', '=', id).execute();
  await wiki.db.updateTable('user_groups').set({ ug_user: USER_ID }).where('ug_user', '=', id).execute();
  await wiki.db.updateTable('user').set({ user_email: EMAIL }).where('user_name', '=', bystander).execute();
  await wiki.watch(bystander, WATCHED);
  return { id: USER_ID, name: NAME, actor };
}
