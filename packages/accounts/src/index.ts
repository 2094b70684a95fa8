export { type Accounts, type AccountsOptions, createAccounts } from './accounts.ts';
export type { AccountNames } from './authentication.ts';
export { createPasswords, MEDIAWIKI_LAYERS, type Passwords } from './passwords.ts';
export { type Revocations, RevocationTable, type RevokedSession } from './revocations.ts';
export type { Session, SessionRequest } from './session.ts';
export { createThrottle, PASSWORD_ATTEMPTS, type Throttle, type ThrottleRule } from './throttle.ts';
export { createUpstreamAccounts, type UpstreamAccounts, type UpstreamOptions, type UpstreamSession } from './upstream.ts';
export { type AskUpstream, UpstreamError, type UpstreamReply, type UpstreamRequest } from './upstream-wiki.ts';
