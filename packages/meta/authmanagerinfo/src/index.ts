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
      help: text.help('What to fill in.'),
      optional: f.boolean().help('Whether it may be left out.'),
      sensitive: f.boolean().help('Whether it is a secret, which must not stand in a URL.'),
    }),
  )
  .optional()
  .help('What has to be filled in, by the name of the parameter.');

export default defineModule({
  group: 'meta',
  name: 'authmanagerinfo',
  prefix: 'ami',
  summary: 'What a client has to ask of a user for logging in, creating an account and the like.',
  differences: ['It answers as a MediaWiki with its own passwords, although accounts can be made on the wiki alone.'],
  read: false, // who may not read yet has to log in
  quirks: { ofSession: true },
  cache: 'private',
  params: {
    securitysensitiveoperation: p.string().help('Tell whether the user has to log in again before this.'),
    requestsfor: p
      .enum(['login', 'login-continue', 'create', 'create-continue', 'link', 'link-continue', 'change', 'remove', 'unlink'])
      .help('Tell what has to be filled in for this.'),
    mergerequestfields: p.boolean().help('Tell the fields of all requests together.'),
    messageformat: p.enum(['html', 'wikitext', 'raw', 'none']).default('wikitext').help('How to write texts.'),
  },
  returns: f.record({
    canauthenticatenow: f.boolean().help('Whether the user can log in with a password in this session.'),
    cancreateaccounts: f.boolean().help('Whether accounts can be made.'),
    canlinkaccounts: f.boolean().help('Whether accounts of other sites can be tied to those of the wiki.'),
    securitysensitiveoperationstatus: f
      .string()
      .optional()
      .help('`ok`, `reauth`: log in again first, or `fail`: logging in is not possible.'),
    haspreservedstate: f.boolean().optional().help('Whether something is kept of an attempt to log in that failed.'),
    hasprimarypreservedstate: f.boolean().optional().help('Whether who the user is is kept, too.'),
    preservedusername: f.string().optional().help('The name that is kept.'),
    requests: f
      .array(
        f.object({
          id: f.string().help('What the request is called in `requests` of an action.'),
          metadata: f.assoc().help('What more there is to know, by kind of request.'),
          required: f.string().help('`required`, `primary-required`: one of these, or `optional`.'),
          provider: text.help('What asks for it.'),
          account: text.help('Which account it is about.'),
          fields,
        }),
      )
      .optional()
      .help('The forms that have to be filled in.'),
    fields,
  }),
  services: { messages },
  examples: { 'meta=authmanagerinfo&amirequestsfor=login': 'What logging in takes.' },

  async execute(q) {
    const { actor, request, params, now } = q;
    const { login } = request;
    const isAskedAgain = login ? !login.byBotPassword && now.getTime() - login.at.getTime() > TRUSTED_FOR : true;
    const about = {
      canauthenticatenow: !login?.byBotPassword,
      cancreateaccounts: true,
      canlinkaccounts: false,
      ...(params.securitysensitiveoperation !== undefined && { securitysensitiveoperationstatus: isAskedAgain ? 'reauth' : 'ok' }),
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

/** `$wgReauthenticateTime`, milliseconds. */
const TRUSTED_FOR = 3_600_000;
