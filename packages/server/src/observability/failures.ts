import { ApiError, message } from '@wikiquery/core';
import { DatabaseUnavailableError, DatabaseUnusableError, QueryCancelledError, QueryDeadlineError } from '@wikiquery/database';
import type { ApiRequest, Failure } from '@wikiquery/engine';
import type { HigherClass } from '../limits/client-classes.ts';
import { LimitError } from '../limits/client-limits.ts';
import { oneLine } from '../start-error.ts';
import { describeError, log, redact } from './log.ts';
import type { Metrics } from './metrics.ts';
import { newId } from './request-id.ts';
import { RequestTrace } from './request-trace.ts';

/**
 * Creates a function that logs and counts an internal error, and returns MediaWiki's error `internal_api_error_CLASS` with status 200. If
 * the database or another required server is unreachable, the status is 503, so that a proxy tries another server.
 */
export const failureReporter =
  (metrics: Metrics) =>
  (error: unknown, request: ApiRequest): Failure => {
    const trace = request.trace instanceof RequestTrace ? request.trace : undefined;
    const id = trace?.id ?? newId();
    const { name, kind, status, headers, advice } = classify(error);
    if (error instanceof LimitError) {
      metrics.limited(error.limit, error.clientClass);
      return refusalFor(error);
    }
    metrics.failure(kind);
    if (kind !== 'cancelled') {
      const details = { id, module: trace?.run?.name, method: request.method, query: redact(request.query), ip: request.ip };
      log('error', 'request-failed', { ...details, error: logged(kind, name, error) });
    }
    const text = `[${id}] ${advice} (${name})`;
    const said = message(`internal_api_error_${name}`, text, {
      key: 'apierror-exceptioncaughttype',
      params: [id, name],
      data: { errorclass: name },
    });
    return { error: new ApiError(said), status, headers: { ...headers, 'X-Request-Id': id } };
  };

/** Creates MediaWiki's `ratelimited` error, with status 429 and `Retry-After`. */
export const refusalFor = ({ limit, retryAfter, remedies }: LimitError): Failure => {
  const [what, advice] = LIMITS[limit];
  const wait = `Try again in ${retryAfter} second${retryAfter > 1 ? 's' : ''}${advice}.`;
  const remedy = remedies.length > 0 ? ` For a higher limit, ${CHOICE.format(remedies.map(name => REMEDIES[name]))}.` : '';
  const text = `You have exceeded the client limit for ${what}. ${wait}${remedy}`;
  const error = new ApiError(message('ratelimited', text, { key: 'apierror-ratelimited' }));
  return { error, status: 429, headers: { 'Retry-After': String(retryAfter) } };
};

const LIMITS = {
  running: ['concurrent requests', ', and wait for each response before the next request'],
  rate: ['requests per minute', ''],
  database: ['database time per minute', ', and request less at once'],
} as const;

const CHOICE = new Intl.ListFormat('en', { type: 'disjunction' });

/** Ways of a client to reach a class. */
const REMEDIES: Readonly<Record<HigherClass, string>> = {
  identified: 'add an e-mail address or a URL to your User-Agent',
  account: 'log in',
  bot: 'use an account with the right "bot"',
};

/** Returns the logged form of an error, without the stack if the cause is known. */
const logged = (kind: Classified['kind'], name: string, error: unknown): unknown =>
  kind === 'deadline' ? name : error instanceof DependencyError ? oneLine(error) : describeError(error);

/** Thrown if a server that this server depends on does not respond. The client gets status 503 with `advice`. */
export abstract class DependencyError extends Error {
  abstract override readonly name: string;
  /** Value of the label `kind` in the metrics. */
  abstract readonly kind: string;
  /** Seconds until the client may try again, for the header `Retry-After`. */
  abstract readonly retryAfter: number;
  abstract readonly advice: string;
}

interface Classified {
  /** Name of the exception class: MediaWiki's, if it has one for the error. */
  readonly name: string;
  readonly kind: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly advice: string;
}

function classify(error: unknown): Classified {
  const asked = { status: 200, headers: {} };
  if (error instanceof QueryDeadlineError) {
    return {
      ...asked,
      name: 'DBQueryTimeoutError',
      kind: 'deadline',
      advice: 'The database query exceeded its deadline. Request less at once: a smaller limit, or fewer modules.',
    };
  }
  if (error instanceof QueryCancelledError || (error instanceof DOMException && error.name === 'AbortError'))
    return { ...asked, name: 'DBQueryCancelledError', kind: 'cancelled', advice: 'The request was cancelled.' };
  if (error instanceof DependencyError) {
    const { name, kind, advice, retryAfter } = error;
    return { status: 503, headers: { 'Retry-After': String(retryAfter) }, name, kind, advice };
  }
  if (isUnreachable(error)) {
    const unavailable = { status: 503, headers: { 'Retry-After': String(RETRY_SECONDS) } };
    return {
      ...unavailable,
      name: 'DBConnectionError',
      kind: 'database',
      advice: `The database is unreachable. Try again in ${RETRY_SECONDS} seconds.`,
    };
  }
  const name = error instanceof Error ? error.constructor.name : 'Error';
  return { ...asked, name, kind: 'bug', advice: 'An internal error occurred. The log of the server has the details under this number.' };
}

const RETRY_SECONDS = 10;

/** System error codes of an unreachable database. */
const UNREACHABLE = /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/;

function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof DatabaseUnusableError) return true;
  return error instanceof Error && 'code' in error && UNREACHABLE.test(String(error.code));
}
