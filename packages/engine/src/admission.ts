import { type Actor, ApiError, message } from '@wikiquery/core';
import type { Lag } from '@wikiquery/core/host';
import type { RunnableAction } from './action.ts';
import type { MainParams } from './main-params.ts';
import { readDenied } from './query/query.ts';
import type { RequestContext } from './request-context.ts';

/** Checks `assert` and `assertuser` against the user. Throws `assertuserfailed` and similar errors. */
export function checkAsserts({ assert, assertuser }: MainParams, actor: Actor): void {
  const fail = (code: string, text: string) => {
    throw new ApiError(message(code, text, { params: assertuser ? [assertuser.name] : [] }));
  };
  if (assert === 'anon' && !actor.isAnon) fail('assertanonfailed', 'You are logged in.');
  if (assert === 'user' && actor.isAnon) fail('assertuserfailed', 'You are not logged in, or the session ended.');
  if (assert === 'bot' && !actor.can('bot')) fail('assertbotfailed', 'You do not have the right "bot", or the session ended.');
  if (assertuser && assertuser.name !== actor.name) fail('assertnameduserfailed', `You are not "${assertuser.name}".`);
}

/** Throws `readapidenied` if the action requires the right `read` and the user lacks it. */
export function checkRead({ read, checksRead }: RunnableAction, actor: Actor): void {
  if (read !== false && !checksRead && !actor.can('read')) throw readDenied();
}

/** Throws a LagError if a replica lags by more than `maxlag` seconds. `showsHost`: whether the message names the replica. */
export function checkLag(maxlag: number, lags: readonly Lag[], showsHost: boolean): void {
  const [most] = lags.toSorted((a, b) => b.seconds - a.seconds);
  if (!most || most.seconds <= maxlag) return;
  throw new LagError(most, Math.max(5, maxlag), showsHost);
}

/**
 * Checks the token, the request method, and that the URL contains no secrets, in MediaWiki's order. Runs before the action's parameters are
 * read. Throws `missingparam`, `mustpostparams`, `badtoken` or `mustbeposted`.
 */
export function checkPosted(action: RunnableAction, { params: sent, identity }: RequestContext): void {
  const { name, prefix, params, token: kind, mustBePosted } = action;
  if (kind === undefined && !mustBePosted) return;
  const requirePosted = (names: readonly string[]) => {
    const exposed = names.filter(each => sent.isInUrl(each) || (!sent.isPosted && sent.get(each) !== undefined));
    if (exposed.length > 0) throw by(name, mustPost(exposed));
  };
  if (kind !== undefined) {
    const param = `${prefix}token`;
    const token = sent.get(param);
    if (token === undefined) throw by(name, noToken(param));
    requirePosted([param]);
    if (!identity.isToken(kind, token)) throw by(name, badToken());
  }
  if (!sent.isPosted) throw new ApiError(message('mustbeposted', `action=${name} accepts POST requests only.`, { params: [name] }));
  requirePosted(Object.keys(params).flatMap(key => (params[key]?.options.sensitive ? [prefix + key] : [])));
}

const mustPost = (names: readonly string[]): ApiError =>
  new ApiError(
    message('mustpostparams', `URLs are not secret. Send ${names.join(', ')} in the body of a POST request.`, {
      params: [names.join(', '), names.length],
    }),
  );

const noToken = (param: string): ApiError =>
  new ApiError(
    message('missingparam', `The parameter "${param}" must be set.`, {
      key: 'paramvalidator-missingparam',
      params: [{ plaintext: param }],
    }),
  );

const badToken = (): ApiError => new ApiError(message('badtoken', 'The token does not belong to this session. Request a new one.'));

function by(action: string, error: ApiError): ApiError {
  error.module = action;
  return error;
}

export class LagError extends ApiError {
  readonly headers: Record<string, string>;
  constructor({ host, seconds }: Lag, retryAfter: number, showsHost: boolean) {
    super(
      message('maxlag', `The database${showsHost ? ` ${host}` : ''} is ${seconds} seconds behind.`, {
        key: showsHost ? 'apierror-maxlag' : 'apierror-maxlag-generic',
        params: showsHost ? [seconds, host] : [seconds],
        data: { host, lag: seconds, type: 'db' },
      }),
    );
    this.headers = { 'Retry-After': String(retryAfter), 'X-Database-Lag': String(Math.floor(seconds)) };
  }
}
