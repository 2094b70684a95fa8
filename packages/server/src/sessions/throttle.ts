import { createThrottle, PASSWORD_ATTEMPTS, type Throttle } from '@wikiquery/accounts';
import type { Settings } from '../config/settings.ts';

/** Creates the throttle for login attempts. It uses the setting `clock` or a monotonic clock, because the machine's time may jump. */
export const throttleOf = ({ accounts, clock }: Pick<Settings, 'accounts' | 'clock'>): Throttle =>
  createThrottle(accounts.passwordAttempts ?? PASSWORD_ATTEMPTS, clock ? () => clock.getTime() : () => performance.now());
