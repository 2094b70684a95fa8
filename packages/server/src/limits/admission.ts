import type { Settings } from '../config/settings.ts';
import { clientReader } from '../http/client.ts';
import { jsonError } from '../http/json-error.ts';
import type { Admission } from '../http/operators.ts';
import { send } from '../http/send.ts';
import type { ProcessContext } from '../lifecycle/process-context.ts';
import { refusalFor } from '../observability/failures.ts';
import { anonymousClass } from './client-classes.ts';
import { addressKey, LimitError } from './client-limits.ts';

/**
 * Creates the admission check for requests outside the APIs. It counts them by client address, and sends an error to a client over a limit.
 * `kind`: prefix of the rate-limit key, which gives requests of this kind separate limits.
 */
export function admissionFor(
  { limits, metrics }: Pick<ProcessContext, 'limits' | 'metrics'>,
  { trustProxy }: Pick<Settings, 'trustProxy'>,
  kind = '',
): Admission {
  const clientOf = clientReader(trustProxy);
  return (request, response) => {
    // The client has disconnected, so `close` was already emitted.
    if (response.destroyed) return false;
    try {
      // Health checks belong to no class: monitoring programs often send no contact.
      const clientClass = kind === '' ? anonymousClass(request.headers) : undefined;
      const usage = limits.begin(`${kind}${addressKey(clientOf(request).ip)}`, clientClass);
      response.once('close', () => limits.end(usage));
      return true;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      metrics.limited(error.limit, error.clientClass);
      const { error: said, status, headers } = refusalFor(error);
      void send(response, jsonError(status, said.code, said.messages[0].text, headers));
      return false;
    }
  };
}

/** Rate-limit key prefix of health checks: other requests from a load balancer's address must not make its health checks fail. */
export const CHECKS = 'checks of ';
