import { randomBytes } from 'node:crypto';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the id from `X-Request-Id` or from `traceparent` (W3C Trace Context). */
export function givenId(headers: Headers): string | undefined {
  const id = headers['x-request-id'];
  if (typeof id === 'string' && PLAIN.test(id)) return id;
  return traceOf(headers);
}

export function traceOf({ traceparent }: Headers): string | undefined {
  return typeof traceparent === 'string' ? /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(traceparent)?.[1] : undefined;
}

/** Ids that are safe in logs and messages. */
const PLAIN = /^[\w.:+/=@-]{1,128}$/;

export const newId = (): string => randomBytes(12).toString('hex');
