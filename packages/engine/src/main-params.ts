import { type ParamsOut, p, type Since } from '@wikiquery/core';
import { paramsOf } from '@wikiquery/core/host';
import { ERROR_FORMATS } from './output/messages.ts';

/** Parameters that every request can have, regardless of its action. */
export const mainParams = {
  action: p.string().help('Action to run.'),
  format: p.string().help('Output format.'),
  maxlag: p.int().help('Fail with the error `maxlag` if the replication lag exceeds this number of seconds.'),
  smaxage: p.int({ min: 0 }).default(0).help('Set `s-maxage` in the `Cache-Control` header, in seconds. Error responses are not cached.'),
  maxage: p.int({ min: 0 }).default(0).help('Set `max-age` in the `Cache-Control` header, in seconds. Error responses are not cached.'),
  assert: p
    .enum(['anon', 'user', 'bot'])
    .help('Fail unless the user is anonymous (`anon`), logged in (`user`) or has the `bot` right (`bot`).'),
  assertuser: p.user('name', 'temp').help('Fail unless this is the name of the current user.'),
  requestid: p.string().help('Arbitrary value that the response repeats.'),
  servedby: p.boolean().help('Add the name of the responding host to the response.'),
  curtimestamp: p.boolean().help('Add the current time to the response.'),
  responselanginfo: p.boolean().help('Add the languages of `uselang` and `errorlang` to the response.'),
  origin: p.string().help('Origin of a cross-origin request. `*` makes the request anonymous.'),
  uselang: p.string().default('user').help('Language of messages: a code, `user` or `content`.'),
  variant: p.string().help('Language variant.'),
  errorformat: p.enum(ERROR_FORMATS).default('bc').help('Format of warnings and errors. `bc` is the format of MediaWiki before 1.29.'),
  errorlang: p.string().default('uselang').help('Language of warnings and errors: a code, `uselang` or `content`.'),
  errorsuselocal: p.boolean().help("Use the wiki's customized messages for errors."),
};
export type MainParams = ParamsOut<typeof mainParams>;

/** Returns the main parameters of the wiki's MediaWiki release, with the given defaults of `action` and `format`. */
export const mainParamsWith = (
  defaults: { readonly action: string | undefined; readonly format: string },
  since: Since,
): typeof mainParams => {
  const params = {
    ...mainParams,
    ...(defaults.action !== undefined && { action: mainParams.action.default(defaults.action) }),
    format: mainParams.format.default(defaults.format),
  };
  return paramsOf(params as unknown as typeof mainParams, { since, extensions: undefined });
};

const { requestid, servedby, curtimestamp, responselanginfo, uselang, errorlang } = mainParams;
/** Main parameters that accept any value, so that error responses can also use them. */
export const requestedParams = { requestid, servedby, curtimestamp, responselanginfo, uselang, errorlang };
export type RequestedParams = ParamsOut<typeof requestedParams>;
