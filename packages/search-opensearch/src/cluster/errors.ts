/** The cluster cannot be used: it is unreachable, overloaded, too slow, or lacks shards of the index. */
export class ClusterUnavailableError extends Error {
  /** HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** The cluster rejects a request, for example because the index does not exist. */
export class ClusterRefusalError extends Error {
  readonly status: number;
  /** Type of the error, such as `index_not_found_exception`. */
  readonly type: string;

  constructor(status: number, type: string, reason: string) {
    super(reason);
    [this.status, this.type] = [status, type];
  }
}

/** Whether a status shows that the cluster is overloaded or incomplete. A query can cause the status 500. */
export const isUnavailable = (status: number): boolean => status === 429 || (status > 501 && status < 505);

interface ErrorBody {
  readonly error?: string | Reason;
}
interface Reason {
  readonly type?: string;
  readonly reason?: string;
  readonly root_cause?: readonly Reason[];
  readonly failed_shards?: readonly { readonly reason?: Reason }[];
}

/** Returns the type and the reason of an error in the body of a response. */
export function reasonOf(body: unknown, status: number): { readonly type: string; readonly reason: string } {
  const error = typeof body === 'object' && body !== null ? (body as ErrorBody).error : undefined;
  const named = typeof error === 'object' ? (error.root_cause?.[0] ?? error.failed_shards?.[0]?.reason ?? error) : undefined;
  const reason = named?.reason ?? (typeof error === 'string' ? error : `It responded with status ${status}.`);
  return { type: named?.type ?? 'unknown', reason: reason.slice(0, 500) };
}
