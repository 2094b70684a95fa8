import { defineModule, type Entry, f, isoTimestamp, message, permissionDenied, Records, type Returned, titleKey } from '@wikiquery/core';
import { layoutOf } from '@wikiquery/database';
import {
  type DeletedRevisionRow,
  mayReadDeleted,
  plainLimit,
  plainOptions,
  type RevisionRecord,
  revisionEntries,
  selectDeletedRevisions,
  toDeletedRevision,
} from '@wikiquery/revisions';
import { hexSha1 } from '@wikiquery/text-storage';
import { checkMode, narrow, read } from './modes.ts';
import { PROPS, type Prop, params } from './params.ts';

const revision = {
  timestamp: f.timestamp(),
  revid: f.int().optional(),
  parentid: f.int().optional(),
  userhidden: f.flag(),
  user: f.string().optional(),
  userid: f.int().optional(),
  commenthidden: f.flag(),
  comment: f.string().optional(),
  parsedcomment: f.string().optional(),
  minor: f.boolean().optional(),
  /** Size in bytes as a string of digits; null in very old rows. */
  len: f.nullable(f.string()).optional(),
  sha1hidden: f.flag(),
  sha1: f.string().optional(),
  texthidden: f.flag(),
  text: f.string().content().optional(),
  tags: f.array(f.string()).element('tag').optional(),
  suppressed: f.flag(),
};

const returns = f.record({ revisions: f.array(f.object(revision)).element('rev'), ...f.title(), token: f.string().optional() });

/** Lists deleted revisions by title, user or namespace, as MediaWiki's `list=deletedrevs` does. */
export default defineModule({
  group: 'list',
  name: 'deletedrevs',
  prefix: 'dr',
  summary: 'List deleted revisions by title, user or namespace.',
  deprecated: true,
  params,
  element: 'page',
  returns,
  examples: {
    'list=deletedrevs&titles=Main%20Page&drprop=user|comment|content': 'Deleted revisions of a page (mode 1).',
    'list=deletedrevs&druser=Bob&drlimit=50': 'Latest 50 deleted revisions of a user (mode 2).',
    'list=deletedrevs&drdir=newer&drlimit=50': 'Deleted revisions of main-namespace pages by title (mode 3).',
  },

  async execute(q) {
    const { actor, params: values } = q;
    if (!actor.can('deletedhistory')) throw permissionDenied({ action: 'deletedhistory', what: 'see the history of deleted pages' });
    q.warn(deprecated);
    const titles = [...q.pages.found.values(), ...q.pages.missing.values(), ...q.pages.followed];
    const mode = titles.length > 0 ? 'titles' : values.user ? 'user' : 'namespace';
    checkMode(mode, values);
    const wantsContent = values.prop.has('content');
    if (wantsContent && !mayReadDeleted(actor)) throw permissionDenied({ action: 'deletedtext', what: 'read deleted pages' });

    const props = new Set([...values.prop].flatMap(prop => PROPS[prop] ?? []));
    const limit = plainLimit(values.limit, wantsContent);
    const revisions = await narrow(q, selectDeletedRevisions(q.db, props));
    const rows = await read[mode](q, revisions, limit, titles);
    const token = values.prop.has('token') && actor.can('undelete') && !q.request.crossOrigin ? { token: actor.token('') } : {};
    const toEntry = (row: DeletedRevisionRow, record: RevisionRecord): Entry<Returned<typeof returns>> => ({
      record: {
        revisions: [toOldRecord(values.prop, row, record, layoutOf(q.db).has('changeSources'))],
        ...q.titles.fields(row.ar_namespace, row.ar_title),
        ...token,
      },
      group: { id: titleKey(row.ar_namespace, row.ar_title), list: 'revisions' },
    });
    return new Records(await revisionEntries(q, plainOptions(props, limit), rows, toDeletedRevision, toEntry), rows.next);
  },
});

const deprecated = message('deprecation', 'Use "prop=deletedrevisions" or "list=alldeletedrevisions" instead of "list=deletedrevs".', {
  key: 'apiwarn-deprecation-deletedrevs',
  data: { feature: 'action=query&list=deletedrevs' },
});

/** Converts a revision record to the format of `list=deletedrevs`. */
const toOldRecord = (values: ReadonlySet<Prop>, row: DeletedRevisionRow, record: RevisionRecord, computes: boolean) => ({
  timestamp: isoTimestamp(row.ar_timestamp),
  revid: values.has('revid') ? record.revid : undefined,
  parentid: values.has('parentid') ? record.parentid : undefined,
  userhidden: record.userhidden,
  user: record.user,
  userid: record.userid,
  commenthidden: record.commenthidden,
  comment: record.comment,
  parsedcomment: record.parsedcomment,
  minor: record.minor,
  len: row.ar_len === null ? null : row.ar_len?.toString(),
  sha1hidden: record.sha1hidden,
  // Older database layouts store hashes. Revisions without a hash have an empty `sha1`.
  sha1: record.sha1 === undefined || computes ? record.sha1 : hexSha1(row.ar_sha1 ?? ''),
  texthidden: record.slots?.main?.texthidden,
  text: record.slots?.main?.content,
  tags: record.tags,
  suppressed: record.suppressed,
});
