export { type Accounts, type AccountsOptions, createAccounts } from './accounts.ts';
export { type AccountStanding, anonymousStanding, RequestActor } from './actor.ts';
export type { AccountNames } from './authentication.ts';
export { findBlock } from './blocks.ts';
export { type Revocations, RevocationTable, type RevokedSession } from './revocations.ts';
export type { Session, SessionRequest } from './session.ts';
export { createThrottle, PASSWORD_ATTEMPTS, type Throttle, type ThrottleRule } from './throttle.ts';
export { ANONYMOUS_TOKEN } from './tokens.ts';
