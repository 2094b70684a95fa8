import { f, type Returned, recordEncoder } from '@wikiquery/core';

const slot = {
  size: f.int().optional(),
  sha1hidden: f.flag(),
  sha1: f.string().optional(),
  contentmodel: f.string().optional(),
  texthidden: f.flag(),
  textmissing: f.flag(),
  nosuchsection: f.flag(),
  badcontentformat: f.flag(),
  contentformat: f.string().optional(),
  content: f.string().content().optional(),
};

const encodeSlot = (facts: Readonly<Record<string, unknown>>): unknown => recordEncoder([slot])?.(facts);

const diff = {
  /** False where there is nothing before the revision. */
  from: f.json<number | false>().optional(),
  to: f.int().optional(),
  notcached: f.flag(),
  badcontentformat: f.flag(),
  /** False where a side is deleted, hidden or not there at all. */
  body: f.json<string | false>().content().optional(),
};

/** A revision as the API shows it; which fields there are depends on `prop` and `slots`. */
export const revisionFields = {
  revid: f.int().optional(),
  parentid: f.int().optional(),
  minor: f.boolean().optional(),
  userhidden: f.flag(),
  user: f.string().optional(),
  temp: f.flag(),
  anon: f.flag(),
  userid: f.int().optional(),
  timestamp: f.timestamp().optional(),
  ...slot,
  roles: f.array(f.string()).optional(),
  slotsmissing: f.flag(),
  // Stays an object in formatversion=1, too, when none of the wanted slots is there.
  slots: f
    .map(f.object(slot))
    .v1(slots => Object.fromEntries(Object.entries(slots).map(([role, facts]) => [role, encodeSlot(facts)])))
    .optional(),
  parsetree: f.string().optional(),
  badcontentformatforparsetree: f.flag(),
  diff: f.object(diff).optional(),
  commenthidden: f.flag(),
  comment: f.string().optional(),
  parsedcomment: f.string().optional(),
  tags: f.array(f.string()).optional(),
  suppressed: f.flag(),
};

const encodeRevision = recordEncoder([revisionFields]) ?? (record => record);

/** The revisions of a page within its record. One of which nothing is told is a list without elements, as MediaWiki writes it. */
export const revisionList = f.array(
  f
    .object(revisionFields)
    .v1(record => (Array.isArray(record) ? record : emptyAsList(encodeRevision(record as Readonly<Record<string, unknown>>)))),
);

/** A revision for `revisionList`. */
export const listedRevision = (record: RevisionRecord): RevisionRecord => emptyAsList(record as Record<string, unknown>) as RevisionRecord;

const emptyAsList = (record: Record<string, unknown>): Record<string, unknown> | unknown[] =>
  Object.keys(record).length > 0 ? record : [];

const revision = f.record(revisionFields);
const slotRecord = f.record(slot);
const diffRecord = f.record(diff);

/** The records are built field by field, in MediaWiki's order. */
type Building<T> = { -readonly [K in keyof T]: T[K] };
export type RevisionRecord = Building<Returned<typeof revision>>;
export type SlotFields = Building<Returned<typeof slotRecord>>;
export type DiffFields = Building<Returned<typeof diffRecord>>;
