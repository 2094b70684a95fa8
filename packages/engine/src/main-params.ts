import { type ParamsOut, p, type Since } from '@wikiquery/core';
import { paramsOf } from '@wikiquery/core/host';
import { ERROR_FORMATS } from './output/messages.ts';

/** Parameters of every request, whatever its action. */
export const mainParams = {
  action: p.string().help('Which action to perform.'),
  format: p.string().help('The format of the output.'),
  maxlag: p.int().help('Fail with the error maxlag when the database is behind by more than this many seconds.'),
  smaxage: p.int({ min: 0 }).default(0).help('Set the s-maxage cache control header to this many seconds. Errors are never cached.'),
  maxage: p.int({ min: 0 }).default(0).help('Set the max-age cache control header to this many seconds. Errors are never cached.'),
  assert: p.enum(['anon', 'user', 'bot']).help('Verify that the user is logged out, has the bot right, or is logged in.'),
  assertuser: p.user('name', 'temp').help('Verify that the current user is the named one.'),
  requestid: p.string().help('Any value given here is included in the response.'),
  servedby: p.boolean().help('Include the name of the host that served the request.'),
  curtimestamp: p.boolean().help('Include the current timestamp in the result.'),
  responselanginfo: p.boolean().help('Include the languages used for uselang and errorlang in the result.'),
  origin: p.string().help('The originating domain of a cross-site request; * for an anonymous one.'),
  uselang: p.string().default('user').help('Language of messages: a code, user or content.'),
  variant: p.string().help('Variant of the language.'),
  errorformat: p.enum(ERROR_FORMATS).default('bc').help('Format of warnings and errors; bc is the one of before 1.29.'),
  errorlang: p.string().default('uselang').help('Language of warnings and errors: a code, uselang or content.'),
  errorsuselocal: p.boolean().help("Whether texts of errors may come from the wiki's own MediaWiki namespace."),
};
export type MainParams = ParamsOut<typeof mainParams>;

/** The parameters that the release of the wiki has, with what requests mean that name no action or no format. */
export const mainParamsWith = (
  defaults: { readonly action: string | undefined; readonly format: string },
  since: Since,
): typeof mainParams => {
  const params = {
    ...mainParams,
    ...(defaults.action !== undefined && { action: mainParams.action.default(defaults.action) }),
    format: mainParams.format.default(defaults.format),
  };
  return paramsOf(params as unknown as typeof mainParams, since);
};

const { requestid, servedby, curtimestamp, responselanginfo, uselang, errorlang } = mainParams;
/** Those that no value can be wrong for, and that say what a response tells beside its result. */
export const requestedParams = { requestid, servedby, curtimestamp, responselanginfo, uselang, errorlang };
export type RequestedParams = ParamsOut<typeof requestedParams>;
