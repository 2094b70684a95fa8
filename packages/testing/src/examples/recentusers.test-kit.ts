import { defineModule, f, p, readPage } from '@wikiquery/core';
import { isHiddenUser } from '@wikiquery/users';

export default defineModule({
  group: 'list',
  name: 'recentusers',
  prefix: 'ru',
  summary: 'List the newest accounts.',
  params: { limit: p.limit().help('Number of accounts to return.'), continue: p.continue() },
  returns: f.record({ userid: f.int(), name: f.string() }),
  async execute({ db, actor, params }) {
    const all = db.selectFrom('user').select(['user_id', 'user_name']);
    // The names of suppressed accounts are secret.
    const users = actor.can('hideuser') ? all : all.where(is => is.not(isHiddenUser('user_id')));
    const rows = await readPage(users, { ...params, by: { user_id: 'int' }, dir: 'descending' });
    return rows.records(user => ({ userid: user.user_id, name: user.user_name }));
  },
});
