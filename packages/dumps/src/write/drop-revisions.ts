import { loadInChunks, sql, type WikiDatabase } from '@wikiquery/database';
import { deleteRows } from './delete-rows.ts';

/** Deletes revisions, and the texts that no other revision uses. */
export async function dropRevisions({ db }: Pick<WikiDatabase, 'db'>, ids: Iterable<number>): Promise<void> {
  const revisions = [...ids];
  if (revisions.length === 0) return;
  const slots = await loadInChunks(revisions, async chunk => {
    const rows = await db.selectFrom('slots').select('slot_content_id as id').where('slot_revision_id', 'in', chunk).execute();
    await db.deleteFrom('slots').where('slot_revision_id', 'in', chunk).execute();
    await db.deleteFrom('ip_changes').where('ipc_rev_id', 'in', chunk).execute();
    await db.deleteFrom('revision').where('rev_id', 'in', chunk).execute();
    return rows;
  });
  const contents = new Set(slots.map(({ id }) => id));
  const used = await loadInChunks(contents, chunk =>
    db.selectFrom('slots').select('slot_content_id as id').distinct().where('slot_content_id', 'in', chunk).execute(),
  );
  for (const { id } of used) contents.delete(id);
  const addresses = await loadInChunks(contents, async chunk => {
    const rows = await db.selectFrom('content').select('content_address as address').where('content_id', 'in', chunk).execute();
    await db.deleteFrom('content').where('content_id', 'in', chunk).execute();
    return rows;
  });
  const texts = addresses.flatMap(({ address }) => (address.startsWith('tt:') ? [Number(address.slice(3))] : []));
  await deleteRows(db, 'text', 'old_id', texts);
}

/** Deletes actors without any remaining action. Keeps accounts that the log of new users lists, or all accounts if `keepsUsers`. */
export async function dropIdleActors({ db }: Pick<WikiDatabase, 'db'>, ids: Iterable<number>, keepsUsers: boolean): Promise<void> {
  const idle = await loadInChunks(ids, chunk =>
    db
      .selectFrom('actor')
      .select(['actor_id', 'actor_user', 'actor_name'])
      .where('actor_id', 'in', chunk)
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('revision').select('rev_id').whereRef('rev_actor', '=', 'actor_id'))))
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('logging').select('log_id').whereRef('log_actor', '=', 'actor_id'))))
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('image').select('img_name').whereRef('img_actor', '=', 'actor_id'))))
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('oldimage').select('oi_name').whereRef('oi_actor', '=', 'actor_id'))))
      .execute(),
  );
  const registered = await loadInChunks(
    idle.map(row => row.actor_name.replaceAll(' ', '_')),
    chunk =>
      db
        .selectFrom('logging')
        .select('log_title')
        .where('log_type', '=', 'newusers')
        .where('log_namespace', '=', 2)
        .where('log_title', 'in', chunk)
        .execute(),
  );
  const registeredNames = new Set(registered.map(row => row.log_title.replaceAll('_', ' ')));
  const unused = idle.filter(row => row.actor_user === null || !(keepsUsers || registeredNames.has(row.actor_name)));
  await deleteRows(
    db,
    'actor',
    'actor_id',
    unused.map(row => row.actor_id),
  );
  await deleteRows(
    db,
    'user',
    'user_id',
    unused.flatMap(row => row.actor_user ?? []),
  );
}

/** Sets missing registration times of accounts according to the log of new users. */
export async function noteRegistrations({ db }: Pick<WikiDatabase, 'db'>): Promise<void> {
  const registered = db
    .selectFrom('logging')
    .select(is => is.fn.max('log_timestamp').as('registered'))
    .where('log_type', '=', 'newusers')
    .where('log_namespace', '=', 2)
    .where('log_title', '=', sql<string>`replace(user_name, ' ', '_')`);
  await db.updateTable('user').set({ user_registration: registered }).where('user_registration', 'is', null).execute();
}
