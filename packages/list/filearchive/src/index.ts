import { formatCommentsOf } from '@wikiquery/comments';
import { ApiError, defineModule, f, isoTimestamp, message, NS, p, type Returned, readPage } from '@wikiquery/core';
import { whereEquals, whereStartsWith } from '@wikiquery/database';
import {
  describeMetadata,
  fileServices,
  loadMetadata,
  metadataField,
  parseMetadata,
  readSha1,
  titleOf,
  urgencyFor,
} from '@wikiquery/files';
import { hexSha1 } from '@wikiquery/text-storage';
import { isSuppressed, maySee, visibilityOf, whereMaySee } from '@wikiquery/users';

/** Declares a number as a string, as MediaWiki returns the numbers of table `filearchive`. */
const digits = () => f.string().optional();
const size = { size: digits(), pagecount: f.int().optional(), height: digits(), width: digits() };

const description = f.string().help('Upload comment in wikitext.');

const props = f.props(
  {
    sha1: { sha1: f.string().optional() },
    timestamp: { timestamp: f.timestamp() },
    user: { userid: f.int().optional(), user: f.string().optional() },
    size,
    dimensions: size,
    description: { description: description.optional() },
    parseddescription: { parseddescription: f.string().optional(), description: description.optional() },
    mime: { mime: f.string().optional() },
    mediatype: { mediatype: f.nullable(f.string()).optional() },
    metadata: {
      metadata: metadataField().optional(),
    },
    bitdepth: { bitdepth: digits() },
    archivename: { archivename: f.string().optional() },
  },
  {
    id: f.int(),
    name: f.string(),
    ...f.title(),
    filemissing: f.flag(),
    filehidden: f.flag(),
    commenthidden: f.flag(),
    userhidden: f.flag(),
    suppressed: f.flag(),
  },
);

/** Lists deleted files by name, as MediaWiki's `list=filearchive` does. */
export default defineModule({
  group: 'list',
  name: 'filearchive',
  prefix: 'fa',
  summary: 'List deleted files by name.',
  params: {
    from: p.string().help('File name to start at.'),
    to: p.string().help('File name to end at.'),
    prefix: p.string().help('Include only files with this name prefix.'),
    dir: p.dir.alphabetic().help('Sort direction.'),
    sha1: p.string().help('Include only files with this SHA-1 hash in hexadecimal.'),
    sha1base36: p.string().help('Include only files with this SHA-1 hash in base 36.'),
    prop: props.param().default(['timestamp']).help('File properties to return.'),
    limit: p.limit().help('Number of files to return.'),
    continue: p.continue(),
  },
  element: 'fa',
  returns: props,
  services: fileServices,
  examples: { 'list=filearchive&faprop=timestamp|size': 'Upload times and sizes of deleted files.' },

  async execute(q) {
    const { prop, prefix, limit, dir } = q.params;
    const wantsDescription = prop.has('description') || prop.has('parseddescription');
    const wantsSize = prop.has('size') || prop.has('dimensions');
    const wantsMetadata = prop.has('metadata');
    if (wantsDescription && !q.actor.can('deletedhistory')) throw notAllowed('description', 'the descriptions');
    if (wantsMetadata && !q.actor.can('deletedtext') && !q.actor.can('undelete')) throw notAllowed('metadata', 'the metadata');

    const key = (text: string | undefined) => (text === undefined ? undefined : q.titles.partToKey(text, NS.FILE));
    const sha1 = readSha1(q.params);
    let files = whereStartsWith(whereEquals(q.db.selectFrom('filearchive'), { fa_sha1: sha1 }), 'fa_name', key(prefix) ?? '');
    // Otherwise, matches by hash would reveal the content of hidden files.
    const visible = sha1 === undefined ? undefined : whereMaySee('fa_deleted', 'text', q.actor);
    if (visible) files = files.where(visible);
    const rows = await readPage(
      files
        .select(['fa_id', 'fa_name', 'fa_timestamp', 'fa_archive_name', 'fa_deleted', 'fa_sha1'])
        .$if(wantsSize || wantsMetadata || prop.has('mime'), query => query.select(['fa_metadata', 'fa_major_mime', 'fa_minor_mime']))
        .$if(wantsSize, query => query.select(['fa_size', 'fa_width', 'fa_height']))
        .$if(prop.has('mediatype'), query => query.select('fa_media_type'))
        .$if(prop.has('bitdepth'), query => query.select('fa_bits'))
        .$if(prop.has('user'), query => query.leftJoin('actor', 'actor_id', 'fa_actor').select(['actor_name', 'actor_user']))
        .$if(wantsDescription, query => query.leftJoin('comment', 'comment_id', 'fa_description_id').select('comment_text')),
      {
        by: { fa_name: 'string', fa_timestamp: 'timestamp', fa_id: 'int' },
        limit,
        dir,
        continue: q.params.continue,
        start: key(q.params.from),
        end: key(q.params.to),
      },
    );

    type Row = (typeof rows.rows)[number];
    const mimeOf = ({ fa_major_mime: major, fa_minor_mime: minor }: Row) => `${major ?? ''}/${minor ?? ''}`;
    const handlerOf = (row: Row) => q.services.files.handlerOf(mimeOf(row));
    const [parsedDescriptions, metadata] = await Promise.all([
      formatCommentsOf(q, prop.has('parseddescription') ? rows.rows : [], row =>
        maySee(q.actor, row.fa_deleted, 'comment') ? { text: row.comment_text ?? '', title: titleOf({ name: row.fa_name }) } : undefined,
      ),
      loadMetadata(
        q.db,
        rows.map(row => parseMetadata(row.fa_metadata ?? '')),
        urgencyFor(rows.map(handlerOf), { measured: wantsSize, all: wantsMetadata }),
      ),
    ]);
    const metadataOf = new Map(rows.rows.map((row, at) => [row.fa_id, metadata[at]!]));

    return rows.records(row => {
      const { fa_id: id, fa_name: name, fa_deleted: bits } = row;
      const { hides, canSee } = visibilityOf(q.actor, bits);
      const record: Partial<Returned<typeof props>> = { id, name, ...q.titles.fields(NS.FILE, name) };
      const isStored = row.fa_archive_name !== '';
      if (wantsDescription && canSee.comment) {
        if (prop.has('parseddescription')) record.parseddescription = parsedDescriptions.get(row);
        record.description = row.comment_text ?? '';
      }
      if (prop.has('user') && canSee.user) {
        record.userid = row.actor_user ?? 0;
        record.user = row.actor_name ?? '';
      }
      if (!isStored) record.filemissing = true;
      const showsFile = isStored && canSee.text;
      if (showsFile && prop.has('sha1')) record.sha1 = hexSha1(row.fa_sha1);
      if (prop.has('timestamp')) record.timestamp = isoTimestamp(row.fa_timestamp ?? '');
      if (showsFile) addContent(record, row);
      if (prop.has('archivename') && row.fa_archive_name !== null) record.archivename = row.fa_archive_name;
      if (hides.text) record.filehidden = true;
      if (hides.comment) record.commenthidden = true;
      if (hides.user) record.userhidden = true;
      if (isSuppressed(bits)) record.suppressed = true;
      return record as Returned<typeof props>;
    });

    function addContent(record: Partial<Returned<typeof props>>, row: Row): void {
      const found = metadataOf.get(row.fa_id)!;
      if (wantsSize) {
        const file = { name: row.fa_name, mime: mimeOf(row), size: 0, width: 0, height: 0, metadata: found };
        const pagecount = handlerOf(row)?.pages?.count(file);
        record.size = String(row.fa_size ?? 0);
        if (pagecount !== undefined) record.pagecount = pagecount;
        record.height = String(row.fa_height ?? 0);
        record.width = String(row.fa_width ?? 0);
      }
      if (prop.has('mediatype')) record.mediatype = row.fa_media_type ?? null;
      if (wantsMetadata) record.metadata = isNothing(row.fa_metadata) ? null : describeMetadata(found);
      if (prop.has('bitdepth')) record.bitdepth = String(row.fa_bits ?? 0);
      if (prop.has('mime')) record.mime = mimeOf(row);
    }
  },
});

/** Whether stored metadata is missing. MediaWiki stores `0` for unreadable files. */
const isNothing = (stored: Uint8Array | null | undefined): boolean => !stored?.length || (stored.length === 1 && stored[0] === ZERO);
const ZERO = 0x30;

const notAllowed = (what: string, words: string) =>
  new ApiError(
    message('permissiondenied', `You do not have the right to see ${words} of deleted files.`, {
      key: `apierror-cantview-deleted-${what}`,
    }),
  );
