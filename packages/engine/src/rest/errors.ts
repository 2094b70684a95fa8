import type { ApiError, Site } from '@wikiquery/core';
import type { RouteWire } from './wire.ts';

// An `import` would evaluate all exports of the module, and so load Node's fetch and WebSocket.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** An error response of the REST API. */
export interface RestError {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Said {
  readonly status: number;
  /** Key of MediaWiki's message, which clients use as the error code. */
  readonly key?: string;
  readonly text: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** Builds an error response. The English text also appears under the code of the content language, where clients look for it. */
export function restError(site: Site, { status, key, text, data }: Said): RestError {
  const messageTranslations = Object.fromEntries([site.lang, 'en'].map(code => [code, text]));
  return ended(status, { ...data, ...(key !== undefined && { errorKey: key }), messageTranslations });
}

/** Builds an error response without message translations. */
export const ended = (status: number, body: RestError['body']): RestError => ({
  status,
  body: { ...body, httpCode: status, httpReason: STATUS_CODES[status] ?? '' },
});

/** Builds the error response for an invalid parameter. */
export function invalidParameter(site: Site, error: ApiError, wire: RouteWire): RestError {
  const [{ code, text, params, data }] = error.messages;
  const [first] = params;
  const name = typeof first === 'object' && 'plaintext' in first ? String(first.plaintext) : '';
  const ofCode = data ?? (code === 'badvalue' && !wire.isArray(name) ? [] : null);
  return restError(site, {
    status: 400,
    key: code,
    text,
    data: {
      error: 'parameter-validation-failed',
      name,
      value: wire.isArray(name) ? wire.list(name) : (wire.get(name) ?? null),
      failureCode: code,
      failureData: ofCode,
      ...data,
    },
  });
}
