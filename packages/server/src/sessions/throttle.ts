import { createThrottle, PASSWORD_ATTEMPTS, type Throttle } from '@wikiquery/accounts';
import type { Settings } from '../config/settings.ts';
import type { SharedStore } from '../sharing/shared-state.ts';

/**
 * Creates the throttle for login attempts, whose counts the servers of the store `shared` share. The own counts use the setting `clock` or
 * a monotonic clock, because the machine's time may jump.
 */
export function throttleOf({ accounts, clock }: Pick<Settings, 'accounts' | 'clock'>, shared?: Pick<SharedStore, 'throttle'>): Throttle {
  const rules = accounts.passwordAttempts ?? PASSWORD_ATTEMPTS;
  const own = createThrottle(rules, clock ? () => clock.getTime() : () => performance.now());
  return shared ? shared.throttle(own, rules) : own;
}
