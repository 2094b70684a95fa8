import { randomBytes } from 'node:crypto';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a neighbour calls the request: the header `X-Request-Id`, or the trace of `traceparent` (W3C Trace Context). */
export function givenId(headers: Headers): string | undefined {
  const id = headers['x-request-id'];
  if (typeof id === 'string' && PLAIN.test(id)) return id;
  return traceOf(headers);
}

/** The id of the trace that a request belongs to. */
export function traceOf({ traceparent }: Headers): string | undefined {
  return typeof traceparent === 'string' ? /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(traceparent)?.[1] : undefined;
}

/** What can stand in a log and in a message without doubt about where it ends. */
const PLAIN = /^[\w.:+/=@-]{1,128}$/;

/** That of a request that nobody has called anything. */
export const newId = (): string => randomBytes(12).toString('hex');
