import { randomBytes } from 'node:crypto';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the id in `X-Request-Id`, or the trace id in `traceparent` (W3C Trace Context); undefined if neither header is valid. */
export function givenId(headers: Headers): string | undefined {
  const id = headers['x-request-id'];
  if (typeof id === 'string' && PLAIN.test(id)) return id;
  return traceOf(headers);
}

/** Returns the trace id in a valid `traceparent`. */
export function traceOf({ traceparent }: Headers): string | undefined {
  return typeof traceparent === 'string' ? /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(traceparent)?.[1] : undefined;
}

/** Matches ids that are safe in logs and messages. */
const PLAIN = /^[\w.:+/=@-]{1,128}$/;

/** Creates a random request id of 24 hexadecimal digits. */
export const newId = (): string => randomBytes(12).toString('hex');
