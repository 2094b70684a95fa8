import { f, type Returned } from '@wikiquery/core';

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

const diff = {
  /** False where there is nothing before the revision. */
  from: f.oneOf(f.int(), f.no()).optional(),
  to: f.int().optional(),
  notcached: f.flag(),
  badcontentformat: f.flag(),
  /** False where a side is deleted, hidden or not there at all. */
  body: f.oneOf(f.string(), f.no()).content().optional(),
};

/** A revision as the API shows it, by `prop`; with `slots` what is of a slot stands there. */
export const revisionProps = f.props(
  {
    ids: { revid: f.int(), parentid: f.int().optional() },
    flags: { minor: f.boolean().optional() },
    timestamp: { timestamp: f.timestamp() },
    user: { userhidden: f.flag(), user: f.string().optional(), temp: f.flag(), anon: f.flag() },
    userid: { userhidden: f.flag(), userid: f.int().optional(), temp: f.flag(), anon: f.flag() },
    size: { size: f.int().optional() },
    slotsize: {},
    sha1: { sha1hidden: f.flag(), sha1: f.string().optional() },
    slotsha1: {},
    contentmodel: { contentmodel: f.string().optional() },
    comment: { commenthidden: f.flag(), comment: f.string().optional() },
    parsedcomment: { commenthidden: f.flag(), parsedcomment: f.string().optional() },
    content: {
      contentformat: f.string().optional(),
      contentmodel: f.string().optional(),
      content: f.string().content().optional(),
      nosuchsection: f.flag(),
      badcontentformat: f.flag(),
    },
    tags: { tags: f.array(f.string()).element('tag') },
    roles: { roles: f.array(f.string()).optional() },
    parsetree: { parsetree: f.string().optional(), badcontentformatforparsetree: f.flag() },
  },
  {
    // Stays an object in formatversion=1, too, when none of the wanted slots is there.
    slots: f.assoc(f.object(slot)).element('slot', 'role').optional(),
    slotsmissing: f.flag(),
    texthidden: f.flag(),
    textmissing: f.flag(),
    diff: f.object(diff).optional(),
    suppressed: f.flag(),
  },
);

/** The revisions of a page within its record. One of which nothing is told is a list without elements, as MediaWiki writes it. */
export const revisionList = f.array(f.partial(revisionProps, { emptyIsList: true })).element('rev');

/** A revision for `revisionList`. */
export const listedRevision = (record: RevisionRecord): RevisionRecord => emptyAsList(record as Record<string, unknown>) as RevisionRecord;

const emptyAsList = (record: Record<string, unknown>): Record<string, unknown> | unknown[] =>
  Object.keys(record).length > 0 ? record : [];

const slotRecord = f.record(slot);
const diffRecord = f.record(diff);

/** The records are built field by field, in MediaWiki's order. */
type Building<T> = { -readonly [K in keyof T]: T[K] };
export type RevisionRecord = Building<Returned<typeof revisionProps>>;
export type SlotFields = Building<Returned<typeof slotRecord>>;
export type DiffFields = Building<Returned<typeof diffRecord>>;
