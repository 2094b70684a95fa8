import type { ApiError, Site } from '@wikiquery/core';
import type { RouteWire } from './wire.ts';

// An import would read all that the module exports, and load the fetch and WebSocket of Node for it.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The JSON that an error of the REST API is. */
export interface RestError {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Said {
  readonly status: number;
  /** Key of MediaWiki's message, where the error has one that programs know it by. */
  readonly key?: string;
  readonly text: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** In English, and under the language of the wiki too, by which clients look for it. */
export function restError(site: Site, { status, key, text, data }: Said): RestError {
  const messageTranslations = Object.fromEntries([site.lang, 'en'].map(code => [code, text]));
  return ended(status, { ...data, ...(key !== undefined && { errorKey: key }), messageTranslations });
}

/** What has no message, but a sentence. */
export const ended = (status: number, body: RestError['body']): RestError => ({
  status,
  body: { ...body, httpCode: status, httpReason: STATUS_CODES[status] ?? '' },
});

/** What is wrong with a parameter. */
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
