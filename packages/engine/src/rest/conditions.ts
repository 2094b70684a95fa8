import { timestampMillis } from '@wikiquery/core';
import type { Validators } from '@wikiquery/core/host';
import type { ApiRequest } from '../request.ts';

/** Thrown by `validate` if the client's cached response is current (304) or a precondition failed (412). */
export class ConditionError extends Error {
  readonly status: 304 | 412;
  constructor(status: 304 | 412) {
    super(`The conditional headers of the request result in status ${status}.`);
    this.status = status;
  }
}

/**
 * Evaluates conditional headers by RFC 9110, section 13.2.2: entity tags take precedence over dates. Returns the status that they
 * determine, if any.
 */
export function checkConditions(
  { headers }: ApiRequest,
  { etag, lastModified, exists = etag !== undefined }: Validators,
): 304 | 412 | undefined {
  const modified = lastModified === undefined ? undefined : timestampMillis(lastModified);
  const matching = headers['if-match'];
  const unmodified = dateOf(headers['if-unmodified-since']);
  if (matching !== undefined) {
    // Weak entity tags also match, because caches in front of MediaWiki weaken entity tags.
    if (!tagsOf(matching).some(tag => (tag === '*' ? exists : etag !== undefined && !etag.startsWith('W/') && bare(tag) === etag)))
      return 412;
  } else if (unmodified !== undefined && (modified === undefined || modified > unmodified)) return 412;
  const known = headers['if-none-match'];
  if (known !== undefined) {
    const isKnown = tagsOf(known).some(tag => (tag === '*' ? exists : etag !== undefined && bare(tag) === bare(etag)));
    return isKnown ? 304 : undefined;
  }
  const since = dateOf(headers['if-modified-since']);
  return since !== undefined && modified !== undefined && modified <= since ? 304 : undefined;
}

const bare = (tag: string): string => tag.replace(/^W\//, '');

/** Parses a list of entity tags (`If-Match`, `If-None-Match`). Returns an empty list if it contains no valid entity tag. */
function tagsOf(header: string): string[] {
  const text = header.trim();
  if (text === '*') return ['*'];
  const isList = text
    .replaceAll(TAG, '""')
    .split(',')
    .every(part => ['', '""'].includes(part.trim()));
  return isList ? (text.match(TAG) ?? []) : [];
}
const TAG = /(?:W\/)?"[!#-~\x80-\xff]*"/g;

function dateOf(header: string | undefined): number | undefined {
  if (header === undefined || !/^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)/.test(header)) return undefined;
  const millis = Date.parse(header);
  return Number.isNaN(millis) ? undefined : millis;
}
