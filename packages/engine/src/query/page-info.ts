import { type Env, type InvalidTitle, NS } from '@wikiquery/core';
import type { MessageStyle } from '../output/messages.ts';
import { type Budget, keyedById, type Ordered } from '../result.ts';
import type { Normalized, RequestPages } from './page-set.ts';
import type { VirtualTitles } from './virtual-titles.ts';

type AnyRecord = Record<string, unknown>;

/** Returns the fields of each page before modules add to them, by the id of the page in the response. */
export function describePages(env: Env, pages: RequestPages, virtualTitles: VirtualTitles, style: MessageStyle): Map<number, AnyRecord> {
  const { titles } = env;
  const out = new Map<number, AnyRecord>();
  if (pages.isEmpty) return out;
  const yes = style.formatVersion === 1 ? '' : true;
  for (const [id, title] of pages.missing) {
    out.set(id, { ...titles.fields(title.namespace, title.dbkey), missing: yes, ...(pages.isKnown(id) && { known: yes }) });
  }
  for (const [id, { title, reason }] of pages.invalid) out.set(id, { title, invalidreason: invalidReason(reason, style), invalid: yes });
  for (const id of pages.missingIds) out.set(id, { pageid: id, missing: yes });
  for (const [id, title] of pages.special) {
    const exists = title.namespace === NS.SPECIAL ? virtualTitles.specialExists(title.dbkey) : pages.isKnown(id);
    out.set(id, { ...titles.fields(title.namespace, title.dbkey), special: yes, ...(!exists && { missing: yes }) });
  }
  for (const [id, { namespace, dbkey }] of pages.found) out.set(id, { pageid: id, ns: namespace, title: titles.textOf(namespace, dbkey) });
  if (!pages.hasGeneratorData) return out;
  for (const [id, row] of [...pages.missing, ...pages.special, ...pages.found]) {
    const data = pages.generatorData(row);
    if (data) Object.assign(out.get(id)!, data);
  }
  return out;
}

function invalidReason(reason: InvalidTitle, { errorFormat, formatVersion }: MessageStyle): unknown {
  switch (errorFormat) {
    case 'bc':
      return reason.reason;
    case 'none':
      return { code: reason.invalid };
    case 'raw':
      return { code: reason.invalid, key: reason.invalid, params: reason.params };
    default:
      return { code: reason.invalid, [formatVersion === 1 ? '*' : errorFormat === 'html' ? 'html' : 'text']: reason.reason };
  }
}

/** Adds `normalized`, `converted`, `interwiki`, `redirects`, `badrevids` and `pageids` unless they are empty. */
export function addPageSetFacts(
  query: Ordered,
  env: Env,
  pages: RequestPages,
  ids: Iterable<number>,
  options: { iwurl: boolean; indexPageIds: boolean; formatVersion: 1 | 2 },
  budget: Budget,
): void {
  const put = (key: string, value: unknown) => {
    if (budget.take(value)) query.set(key, value);
  };
  const v1 = options.formatVersion === 1;
  if (pages.normalized.size > 0)
    put(
      'normalized',
      [...pages.normalized.values()].map(entry => normalizedEntry(entry, v1)),
    );
  if (pages.converted.size > 0) {
    put(
      'converted',
      Array.from(pages.converted, ([from, to]) => ({ from, to })),
    );
  }
  if (pages.interwiki.size > 0) {
    put(
      'interwiki',
      [...pages.interwiki].map(([title, iw]) => {
        const url = options.iwurl ? env.site.urls.interwiki(iw, title.slice(iw.length + 1).replaceAll(' ', '_')) : undefined;
        return { title, iw, ...(url !== undefined && { url }) };
      }),
    );
  }
  if (pages.redirects.length > 0) {
    put(
      'redirects',
      pages.redirects.map(({ from, to, fragment, interwiki, data }) => ({
        ...data,
        from,
        to,
        ...(fragment !== '' && { tofragment: fragment }),
        ...(interwiki !== '' && { tointerwiki: interwiki }),
      })),
    );
  }
  if (pages.missingRevisions.length > 0) {
    const missing = [...new Set(pages.missingRevisions)];
    const entries = missing.map(revid => [revid, { revid, missing: v1 ? '' : true }] as const);
    // As in MediaWiki, ids 0, 1, 2, … become a list. Log entries from `generator=watchlist` have revision 0.
    const isList = missing.every((revid, at) => revid === at);
    put('badrevids', isList ? entries.map(([, entry]) => entry) : keyedById(entries));
  }
  if (options.indexPageIds && !pages.isEmpty) put('pageids', [...ids].map(String));
}

/** Formats an entry of `normalized`. Percent-encodes a `from` that is not clean text, and flags it with `fromencoded`. */
function normalizedEntry({ from, to, bytes }: Normalized, v1: boolean): AnyRecord {
  const shown = bytes === undefined ? from : percentEncode(bytes);
  return v1 ? { ...(bytes !== undefined && { fromencoded: '' }), from: shown, to } : { fromencoded: bytes !== undefined, from: shown, to };
}

/** Percent-encodes all bytes except unreserved characters. Each character of `bytes` is one byte. */
const percentEncode = (bytes: string): string =>
  bytes.replace(/[^A-Za-z0-9_.~-]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
