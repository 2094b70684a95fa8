import { f, p } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { messages } from '@wikiquery/messages';
import { type AuthRequest, mergeFields, type RequestField, requestsFor } from './requests.ts';
import { loadWriter } from './texts.ts';

const text = f.oneOf(f.string(), f.object({ key: f.string(), params: f.array(f.json()) })).optional();
const fields = f
  .assoc(
    f.object({
      type: f.string(),
      label: text,
      help: text.help('Help text of the field.'),
      optional: f.boolean().help('Whether the field is optional.'),
      sensitive: f.boolean().help('Whether the value is secret and must not appear in a URL.'),
    }),
  )
  .optional()
  .help('Form fields by parameter name.');

/** Returns the form fields for login, account creation and password changes, as MediaWiki's `meta=authmanagerinfo` does. */
export default defineModule({
  group: 'meta',
  name: 'authmanagerinfo',
  prefix: 'ami',
  summary: 'Return the form fields for login, account creation and password changes.',
  differences: [
    'The response describes a MediaWiki with local passwords only. It reports account creation as available, although accounts can be created on the wiki only.',
  ],
  read: false, // Users of a private wiki must be able to log in.
  quirks: { ofSession: true },
  cache: 'private',
  params: {
    securitysensitiveoperation: p.string().help('Name of an operation. Return whether it requires a new login.'),
    requestsfor: p
      .enum(['login', 'login-continue', 'create', 'create-continue', 'link', 'link-continue', 'change', 'remove', 'unlink'])
      .help('Action whose authentication requests to return.'),
    mergerequestfields: p.boolean().help('Return the fields of all requests as one list.'),
    messageformat: p.enum(['html', 'wikitext', 'raw', 'none']).default('wikitext').help('Format of the messages.'),
  },
  returns: f.record({
    canauthenticatenow: f.boolean().help('Whether the session allows a login with a password.'),
    cancreateaccounts: f.boolean().help('Whether accounts can be created.'),
    canlinkaccounts: f.boolean().help('Whether accounts can be linked to external accounts.'),
    securitysensitiveoperationstatus: f.string().optional().help('`ok`, `reauth` (log in again first) or `fail` (login is impossible).'),
    haspreservedstate: f.boolean().optional().help('Whether a failed attempt left a stored state.'),
    hasprimarypreservedstate: f.boolean().optional().help('Whether the stored state identifies the user.'),
    preservedusername: f.string().optional().help('User name in the stored state.'),
    requests: f
      .array(
        f.object({
          id: f.string().help('Id of the request for the `requests` parameter.'),
          metadata: f.assoc().help('Further data, depending on the type of request.'),
          required: f.string().help('`required`, `primary-required` (one of several alternatives) or `optional`.'),
          provider: text.help('Provider of the request.'),
          account: text.help('Account that the request refers to.'),
          fields,
        }),
      )
      .optional()
      .help('Authentication requests, each with its form fields.'),
    fields,
  }),
  services: { messages },
  examples: { 'meta=authmanagerinfo&amirequestsfor=login': 'Form fields for a login.' },

  async execute(q) {
    const { actor, request, params, now } = q;
    const { login } = request;
    const needsReauthentication = login ? !login.byBotPassword && now.getTime() - login.at.getTime() > TRUSTED_FOR : true;
    const about = {
      canauthenticatenow: !login?.byBotPassword,
      cancreateaccounts: true,
      canlinkaccounts: false,
      ...(params.securitysensitiveoperation !== undefined && { securitysensitiveoperationstatus: needsReauthentication ? 'reauth' : 'ok' }),
    };
    if (params.requestsfor === undefined) return about;

    const requests = requestsFor(params.requestsfor, { name: actor.isAnon ? undefined : actor.name });
    const write = await loadWriter(q, requests, params.messageformat);
    const describeFields = (described: Readonly<Record<string, RequestField>>) =>
      Object.fromEntries(
        Object.entries(described).map(([name, { type, label, help, optional = false, sensitive = false }]) => [
          name,
          { type, label: write(label), help: write(help), optional, sensitive },
        ]),
      );
    const describe = ({ id, required, provider, account, fields: own }: AuthRequest) => ({
      id,
      metadata: {},
      required,
      provider: write(provider),
      account: write(account),
      ...(!params.mergerequestfields && { fields: describeFields(own) }),
    });
    return {
      ...about,
      haspreservedstate: false,
      hasprimarypreservedstate: false,
      preservedusername: '',
      requests: requests.map(describe),
      ...(params.mergerequestfields && { fields: describeFields(mergeFields(requests)) }),
    };
  },
});

/** `$wgReauthenticateTime` in milliseconds. */
const TRUSTED_FOR = 3_600_000;
