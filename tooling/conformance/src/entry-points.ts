import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A request to `action=opensearch` or to the REST API, with the response that MediaWiki returned. */
export interface RecordedRequest {
  readonly path: string;
  readonly session: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: MaskedAnswer;
}

interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface MaskedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const readRequests = (set: string): RecordedRequest[] =>
  gunzipSync(readFileSync(join(set, 'entry-points.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as RecordedRequest);

const HEADERS = [
  'content-type',
  'cache-control',
  'etag',
  'last-modified',
  'location',
  'vary',
  'allow',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-allow-origin',
  'mediawiki-api-error',
  'content-disposition',
  'deprecation',
  'link',
];

/** Returns the compared headers and the body without MediaWiki's sentences and HTML pages, which are not compared. */
export function masked({ status, headers, body }: WholeAnswer, method: string): MaskedAnswer {
  const compared = HEADERS.flatMap(name => (headers[name] === undefined ? [] : [[name, ordered(name, [headers[name]].flat().join(', '))]]));
  const type = headers['content-type'] ?? '';
  return { status, headers: Object.fromEntries(compared), body: method === 'HEAD' ? '' : maskedBody(type, body) };
}

/** Sorts the values of a header if their order has no meaning. */
const ordered = (name: string, value: string): string =>
  name === 'cache-control' || name === 'vary' ? value.split(/,\s*/).sort().join(', ') : value;

function maskedBody(type: string, body: string): string {
  if (type.includes('html')) return body.startsWith('<!doctype html><title>Redirect') ? body : '';
  if (type.includes('xml'))
    return body
      .replaceAll(/(<(?:warning|main|opensearch|query)(?: [^>]*)? xml:space="preserve">)[^<]*/g, '$1…')
      .replaceAll(/(curtimestamp=")[^"]*/g, '$1…');
  if (!type.includes('json') || body.startsWith('[') || body === '') return body;
  return JSON.stringify(withoutSentences(JSON.parse(body)));
}

const SENTENCES: ReadonlySet<string> = new Set(['info', '*', 'text', 'html', 'docref']);

function withoutSentences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSentences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (SENTENCES.has(key) && typeof item === 'string') return [key, '…'];
      if (key === 'messageTranslations') return [key, Object.fromEntries(Object.keys(item as object).map(language => [language, '…']))];
      // The recording machine created no thumbnails. Recordings of prop=imageinfo from another machine cover thumbnails.
      if (key === 'preferred' || key === 'thumbnail') return [key, item === null ? null : '…'];
      return [key, withoutSentences(item)];
    }),
  );
}
