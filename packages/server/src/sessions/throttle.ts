import { createThrottle, PASSWORD_ATTEMPTS, type Throttle } from '@wikiquery/accounts';
import type { Settings } from '../config/settings.ts';

/** Counts the attempts to log in. The clock of the machine may jump, and would open or lengthen what is measured by it. */
export const throttleOf = ({ accounts, clock }: Pick<Settings, 'accounts' | 'clock'>): Throttle =>
  createThrottle(accounts.passwordAttempts ?? PASSWORD_ATTEMPTS, clock ? () => clock.getTime() : () => performance.now());
