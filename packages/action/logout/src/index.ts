import { f, message } from '@wikiquery/core';
import { defineAction } from '@wikiquery/core/host';
import { sessions } from '@wikiquery/users/sessions';

/** Logs out and ends the current session, as MediaWiki's `action=logout` does. */
export default defineAction({
  name: 'logout',
  prefix: '',
  summary: 'Log out and end the current session.',
  read: false,
  token: 'csrf',
  quirks: { ofSession: true },
  params: {},
  returns: f.record({}),
  services: { sessions },

  async execute(q) {
    const session = q.services.sessions.of(q);
    if (session.actor.isAnon) q.warn(message('notloggedin', 'You are not logged in.', { key: 'apierror-mustbeloggedin-generic' }));
    else session.logOut();
    return {};
  },
});
