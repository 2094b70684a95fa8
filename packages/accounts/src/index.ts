export { type Accounts, type AccountsOptions, createAccounts } from './accounts.ts';
export { type Action, type ActionContext, admitAction } from './actions.ts';
export type { GroupRights } from './actor.ts';
export type { AccountNames } from './authentication.ts';
export { createPasswords, MEDIAWIKI_LAYERS, type Passwords } from './passwords.ts';
export { type EndedSession, type Revocations, RevocationTable } from './revocations.ts';
export type { Session, SessionKind, SessionRequest } from './session.ts';
export { createThrottle, PASSWORD_ATTEMPTS, type Throttle, type ThrottleRule } from './throttle.ts';
export {
  createUpstreamAccounts,
  type UpstreamAccounts,
  type UpstreamAnswer,
  UpstreamError,
  type UpstreamOptions,
  type UpstreamRequest,
  type UpstreamSession,
  type UpstreamWiki,
} from './upstream.ts';
export { sessionCookieIn } from './upstream-cookies.ts';
