import type { Settings } from '../config/settings.ts';
import { clientReader } from '../http/client.ts';
import { jsonError } from '../http/json-error.ts';
import type { Admission } from '../http/operators.ts';
import { send } from '../http/send.ts';
import type { ProcessContext } from '../lifecycle/process-context.ts';
import { refusalFor } from '../observability/failures.ts';
import { addressKey, LimitError } from './client-limits.ts';

/** Counts requests outside the APIs by client address. `kind`: requests of this kind have separate limits. */
export function admissionFor(
  { limits, metrics }: Pick<ProcessContext, 'limits' | 'metrics'>,
  { trustProxy }: Pick<Settings, 'trustProxy'>,
  kind = '',
): Admission {
  const clientOf = clientReader(trustProxy);
  return (request, response) => {
    // The client is gone, and `close` was emitted before.
    if (response.destroyed) return false;
    try {
      const usage = limits.begin(`${kind}${addressKey(clientOf(request).ip)}`);
      response.once('close', () => limits.end(usage));
      return true;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      metrics.limited(error.limit);
      const { error: said, status, headers } = refusalFor(error);
      void send(response, jsonError(status, said.code, said.messages[0].text, headers));
      return false;
    }
  };
}

/** Prefix for health checks: other requests from a balancer's address must not make them fail. */
export const CHECKS = 'checks of ';
