import { createThrottle, PASSWORD_ATTEMPTS, type Throttle } from '@wikiquery/accounts';
import type { Settings } from './settings.ts';

/** Counts the attempts to log in. */
export const throttleOf = ({ accounts, clock }: Pick<Settings, 'accounts' | 'clock'>): Throttle =>
  createThrottle(accounts.passwordAttempts ?? PASSWORD_ATTEMPTS, clock ? () => clock.getTime() : Date.now);
