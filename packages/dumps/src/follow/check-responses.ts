import { WikiError } from '@wikiquery/client';
import { parseTimestamp } from '@wikiquery/core';

/** Returns the path of the first invalid value, or undefined if all values are valid. Optional values may be missing. */
type Check = (value: unknown, path: string) => string | undefined;
type Fields = Readonly<Record<string, Check>>;

/** Throws a `WikiError` if a response has a value whose type or size MediaWiki never returns. No such value reaches the database. */
export function checkResponse(response: unknown): void {
  refuse(responseOf(response, 'The response'));
}

export function checkPages(pages: unknown): void {
  refuse(listOf(page)(pages, 'pages'));
}

/** Throws a `WikiError` unless the response mentions each requested page, even if only as missing. */
export function requirePages(pages: readonly { readonly pageid?: number }[], ids: readonly (string | number)[]): void {
  const reported = new Set<string | number | undefined>(pages.map(({ pageid }) => pageid));
  const absent = ids.find(id => !reported.has(id));
  refuse(absent === undefined ? undefined : `Page ${absent} is absent from the response, which`);
}

function refuse(wrong: string | undefined): void {
  if (wrong !== undefined) throw new WikiError([{ code: 'bad-response', text: `${wrong} is not what MediaWiki sends.`, module: '' }]);
}

const is =
  (test: (value: unknown) => boolean): Check =>
  (value, path) =>
    value === undefined || test(value) ? undefined : path;

const integer = (minimum: number, maximum: number): Check =>
  is(value => Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum);

/** Checks that text fits into a column of `maximum` bytes. */
const text = (maximum: number): Check =>
  is(value => typeof value === 'string' && !value.includes('\0') && value.isWellFormed() && Buffer.byteLength(value) <= maximum);

const listOf =
  (check: Check): Check =>
  (value, path) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return path;
    for (const [at, item] of value.entries()) {
      const wrong = item === undefined ? `${path}[${at}]` : check(item, `${path}[${at}]`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const record =
  (fields: Fields, required: readonly string[] = []): Check =>
  (value, path) => {
    if (value === undefined) return undefined;
    if (!isRecord(value)) return path;
    const missing = required.find(name => value[name] === undefined);
    if (missing !== undefined) return `${path}.${missing}`;
    for (const [name, check] of Object.entries(fields)) {
      const wrong = check(value[name], `${path}.${name}`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

const mapOf =
  (key: Check, check: Check): Check =>
  (value, path) => {
    if (value === undefined) return undefined;
    if (!isRecord(value)) return path;
    for (const [name, item] of Object.entries(value)) {
      const wrong = key(name, path) ?? (item === undefined ? path : check(item, `${path}.${name}`));
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

const MAX_INT = 2 ** 31 - 1;
const id = integer(0, MAX_INT);
const large = integer(0, Number.MAX_SAFE_INTEGER);
const flag = is(value => typeof value === 'boolean');
const time = is(value => typeof value === 'string' && parseTimestamp(value) !== undefined);
/** The digest of old revisions is empty. */
const sha1 = is(value => typeof value === 'string' && /^(?:[\da-f]{40})?$/i.test(value));
const name = text(255);
/** Titles are only strings here, because pages with invalid titles are skipped later. */
const title = is(value => typeof value === 'string');

const action: Fields = { timestamp: time, user: name, userid: id, userhidden: flag, comment: text(65_535), commenthidden: flag };

const slot = record({ size: id, sha1, contentmodel: text(64), content: is(value => typeof value === 'string'), texthidden: flag });

const revision = record(
  { ...action, revid: large, parentid: large, minor: flag, size: id, sha1, sha1hidden: flag, slots: mapOf(text(64), slot) },
  ['revid', 'timestamp'],
);

const protection = record({ type: text(60), level: text(60), expiry: text(60), cascade: flag, source: title }, ['type', 'level', 'expiry']);

/** Sizes, digests and names are not checked here, because files with invalid ones are skipped later. */
const upload = record({ ...action, filehidden: flag });

const pageFields = record({
  ...{ pageid: id, ns: integer(-MAX_INT, MAX_INT), title, missing: flag, redirect: flag },
  ...{ protection: listOf(protection), revisions: listOf(revision), imageinfo: listOf(upload) },
});

/** A missing page may have only an id. */
const page: Check = (value, path) =>
  pageFields(value, path) ??
  ((value as { missing?: boolean; pageid?: number }).missing || (value as { pageid?: number }).pageid === undefined
    ? undefined
    : record({}, ['title', 'ns'])(value, path));

const entry = record(
  {
    ...action,
    ...{ logid: id, ns: integer(-MAX_INT, MAX_INT), title, actionhidden: flag, type: text(32), action: text(32), revid: large },
    params: is(isRecord),
  },
  ['logid', 'type', 'action', 'timestamp'],
);

const responseOf = record({
  query: record({
    pages: listOf(page),
    allrevisions: listOf((value, path) => page(value, path) ?? record({}, ['pageid', 'title', 'ns', 'revisions'])(value, path)),
    logevents: listOf(entry),
    redirects: listOf(record({ from: title, to: title }, ['from', 'to'])),
  }),
  continue: is(isRecord),
});
