import type { Wiki } from '@wikiquery/wiki-builder';
import { fillRecentChanges } from './recent-changes.ts';

/** Revisions of the export. */
const [WELCOME, TELEPHONE_NUMBER, UNDO] = [170, 177, 178] as const;

/** Adds what no export carries: passwords and groups, watchlists, protection, blocks, deletions, tags, recent changes, sizes of pictures. */
export async function addPrivateParts(wiki: Wiki): Promise<void> {
  wiki.setClock('20250304090017');
  await wiki.user('Admin', { groups: ['sysop', 'bureaucrat'], password: 'sample-admin-password', preferences: { gender: 'unknown' } });
  await wiki.user('Wren', {
    password: 'sample-wren-password',
    email: 'wren@manual.example',
    emailConfirmed: wiki.now,
    preferences: { gender: 'female' },
  });
  await wiki.user('Scribe', { groups: ['bot'] });
  await wiki.botPassword('Wren', 'reader', '0123456789abcdef0123456789abcdef', ['basic', 'highvolume', 'viewmywatchlist']);

  for (const title of ['Main Page', 'Help:Continuation', 'Help:Generators']) await wiki.watch('Wren', title);
  await wiki.watch('Otter', 'Help:Continuation', { notified: wiki.now });

  await wiki.protect('Main Page', { edit: 'sysop', move: 'sysop' });
  await wiki.deletePage('Buy ink');
  await wiki.protectTitle('Buy ink', 'sysop', { comment: 'Comes back again and again' });
  await wiki.block('Cheap Ink Ltd', { reason: 'Advertising', timestamp: '20250304090012' });
  await wiki.block('198.51.100.0/24', { reason: 'The same shop', expiry: '20350101000000', anonOnly: true });
  await wiki.hideRevision(TELEPHONE_NUMBER, 1);

  await measure(wiki, 'Request.svg', 640, 160);
  await measure(wiki, 'Continuation.svg', 480, 120);

  await fillRecentChanges(wiki.db);
  await tag(wiki, WELCOME, 'greeting');
  await tag(wiki, UNDO, 'mw-undo');
}

/** Sizes of all versions of a drawing. */
async function measure({ db }: Wiki, name: string, width: number, height: number): Promise<void> {
  const metadata = JSON.stringify({ data: { version: 2, width, height, originalWidth: String(width), originalHeight: String(height) } });
  await db
    .updateTable('image')
    .set({ img_width: width, img_height: height, img_metadata: metadata })
    .where('img_name', '=', name)
    .execute();
  await db.updateTable('oldimage').set({ oi_width: width, oi_height: height, oi_metadata: metadata }).where('oi_name', '=', name).execute();
}

async function tag(wiki: Wiki, revision: number, name: string): Promise<void> {
  const change = await wiki.db.selectFrom('recentchanges').select('rc_id').where('rc_this_oldid', '=', revision).executeTakeFirstOrThrow();
  await wiki.tag({ revision, change: change.rc_id }, name);
}
