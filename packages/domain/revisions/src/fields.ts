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
  from: f.oneOf(f.int(), f.no()).optional(),
  to: f.int().optional(),
  notcached: f.flag(),
  badcontentformat: f.flag(),
  /** False if a text is deleted, revision-deleted or missing. */
  body: f.oneOf(f.string(), f.no()).content().optional(),
};

/** Fields of a revision by `prop`. With the parameter `slots`, the fields of each slot are in an object of their own. */
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
    // Remains an object in formatversion=1, even if it is empty.
    slots: f.assoc(f.object(slot)).element('slot', 'role').optional(),
    slotsmissing: f.flag(),
    texthidden: f.flag(),
    textmissing: f.flag(),
    diff: f.object(diff).optional(),
    suppressed: f.flag(),
  },
);

/** Field with the revisions of a page. As in MediaWiki, a revision without fields is an empty list. */
export const revisionList = f.array(f.partial(revisionProps, { emptyIsList: true })).element('rev');

/** Converts a record for {@link revisionList}: a record without fields becomes an empty list. */
export const listedRevision = (record: RevisionRecord): RevisionRecord => (Object.keys(record).length > 0 ? record : []) as RevisionRecord;

const slotRecord = f.record(slot);
const diffRecord = f.record(diff);

/** Records are built field by field, in MediaWiki's order. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** API record of a revision. */
export type RevisionRecord = Mutable<Returned<typeof revisionProps>>;
export type SlotFields = Mutable<Returned<typeof slotRecord>>;
export type DiffFields = Mutable<Returned<typeof diffRecord>>;
