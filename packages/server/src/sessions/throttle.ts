import { createThrottle, PASSWORD_ATTEMPTS, type Throttle } from '@wikiquery/accounts';
import type { Settings } from '../config/settings.ts';

/** Creates the throttle for logins. It uses a monotonic clock, because that of the machine may jump. */
export const throttleOf = ({ accounts, clock }: Pick<Settings, 'accounts' | 'clock'>): Throttle =>
  createThrottle(accounts.passwordAttempts ?? PASSWORD_ATTEMPTS, clock ? () => clock.getTime() : () => performance.now());
