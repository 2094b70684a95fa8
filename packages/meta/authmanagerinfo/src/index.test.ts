import { readMessages } from '@wikiquery/messages';
import { ask as askFor, describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import authmanagerinfo from './index.ts';
import { type AuthRequest, mergeFields } from './requests.ts';

describeModule(
  authmanagerinfo,
  async wiki => {
    await wiki.page('MediaWiki:Userlogin-yourname', { text: "Your '''name'''" });
    await wiki.page('MediaWiki:Userlogin-remembermypassword', { text: 'For $1 {{PLURAL:$1|day|days}}' });
    return { services: { messages: readMessages([]) } };
  },
  ({ ask, records, wiki }) => {
    const ada = { as: { id: 5, name: 'Ada' } };
    const requests = async (params: Record<string, string | boolean>, options = {}) => (await records(params, options)).requests;
    const idsOf = (list: readonly { id: string }[]) =>
      list.map(({ id }) => id.replace(/^MediaWiki\\Auth\\(.*)AuthenticationRequest$/, '$1'));

    it('returns whether logins, account creation and account linking are possible', async () => {
      expect(await records()).toEqual({ canauthenticatenow: true, cancreateaccounts: true, canlinkaccounts: false });
      expect((await ask({}, { formatversion: 1 })).query.authmanagerinfo).toEqual({ canauthenticatenow: '', cancreateaccounts: '' });
    });
    it('requires anonymous users to log in for sensitive operations', async () => {
      expect(await records({ securitysensitiveoperation: 'x' })).toMatchObject({ securitysensitiveoperationstatus: 'reauth' });
    });
    it('requires a new login for sensitive operations after an hour, except in bot password sessions', async () => {
      const now = new Date(Date.UTC(2025, 0, 1, 12));
      const status = async (age: number, byBotPassword = false) => {
        const params = { action: 'query', meta: 'authmanagerinfo', amisecuritysensitiveoperation: 'x' };
        const identity = { login: { at: new Date(now.getTime() - age), byBotPassword } };
        const { query } = await askFor(wiki(), [authmanagerinfo], params, {
          ...ada,
          now,
          identity,
          services: { messages: readMessages([]) },
        });
        return query.authmanagerinfo.securitysensitiveoperationstatus;
      };
      expect(await status(3_600_000)).toBe('ok');
      expect(await status(3_600_001)).toBe('reauth');
      expect(await status(0, true)).toBe('ok');
    });
    it('returns the form fields of a login', async () => {
      expect(await requests({ requestsfor: 'login', messageformat: 'raw' })).toMatchObject([
        {
          id: 'MediaWiki\\Auth\\PasswordAuthenticationRequest',
          metadata: {},
          required: 'primary-required',
          provider: { key: 'authmanager-provider-password', params: [] },
          fields: {
            username: { type: 'string', label: { key: 'userlogin-yourname', params: [] }, optional: false, sensitive: false },
            password: { type: 'password', optional: false, sensitive: true },
          },
        },
        { required: 'optional', fields: { rememberMe: { type: 'checkbox', optional: true } } },
      ]);
    });
    it('returns the form fields of account creation and password changes', async () => {
      expect(idsOf(await requests({ requestsfor: 'create' }))).toEqual(['Password', 'Username', 'UserData']);
      expect(idsOf(await requests({ requestsfor: 'create' }, ada))).toEqual([
        'TemporaryPassword',
        'Password',
        'Username',
        'UserData',
        'CreationReason',
      ]);
      const [change] = await requests({ requestsfor: 'change' }, ada);
      expect(change).toMatchObject({ account: 'Ada', fields: { password: {}, retype: {} } });
      expect(idsOf(await requests({ requestsfor: 'remove' }, ada))).toEqual(['TemporaryPassword']);
    });
    it('returns no requests for continuation and account linking', async () => {
      for (const requestsfor of ['login-continue', 'create-continue', 'link', 'link-continue', 'unlink']) {
        expect(await records({ requestsfor })).toMatchObject({ haspreservedstate: false, preservedusername: '', requests: [] });
      }
    });
    it('merges the fields of all requests if `mergerequestfields` is set', async () => {
      const { requests: list, fields } = await records({ requestsfor: 'create', mergerequestfields: true });
      expect(Object.keys(fields)).toEqual(['username', 'password', 'retype', 'email', 'realname']);
      expect(list[0]).not.toHaveProperty('fields');
      const empty = await ask({ requestsfor: 'link', mergerequestfields: true }, { formatversion: 1 });
      expect(empty.query.authmanagerinfo.fields).toEqual({});
    });
    it('writes messages in the requested format', async () => {
      const label = async (messageformat: string) => (await requests({ requestsfor: 'login', messageformat }))[0].fields.username.label;
      expect(await label('wikitext')).toBe("Your '''name'''");
      expect(await label('html')).toBe('Your <b>name</b>');
      expect(await label('none')).toBeUndefined();
      const [, remember] = await requests({ requestsfor: 'login' });
      expect(remember.fields.rememberMe.label).toBe('For 180 days');
    });
  },
);

it('a merged field is required only if all alternative requests require it', () => {
  const text = { key: 'k', params: [] };
  const field = { type: 'string', label: text, help: text } as const;
  const way = (required: AuthRequest['required'], ...names: string[]): AuthRequest => ({
    id: names.join(),
    required,
    provider: text,
    account: text,
    fields: Object.fromEntries(names.map(name => [name, field])),
  });
  const merged = mergeFields([
    way('primary-required', 'name', 'password'),
    way('primary-required', 'name', 'mail'),
    way('required', 'mail'),
    way('optional', 'reason'),
  ]);
  expect(Object.entries(merged).map(([name, { optional }]) => [name, optional])).toEqual([
    ['name', false],
    ['password', true],
    ['mail', false],
    ['reason', true],
  ]);
});
