import { formatCommentsOf } from '@wikiquery/comments';
import { type Env, f, isoTimestamp, type Returned } from '@wikiquery/core';
import { fillIn, type InterfaceTexts, loadInterfaceTexts, type Messages } from '@wikiquery/messages';
import { hexSha1 } from '@wikiquery/text-storage';
import { isHidden, isSuppressed, maySee } from '@wikiquery/users';
import { EXIF_TEXTS, hasOlderForm, olderForm } from './exif-version.ts';
import { extendedMetadata, extendedMetadataField, visibleNames } from './extended-metadata.ts';
import { titleOf } from './file.ts';
import { sizeOf, type ThumbParams } from './media/handler.ts';
import { describeMetadata, metadataField } from './metadata.ts';
import type { FileNeeds, FileService, StoredFile } from './stored-file.ts';
import { responsiveUrls, shownThumbnail, type ThumbProblem } from './thumbnails.ts';
import type { FileUrls } from './urls.ts';

const size = {
  size: f.int().optional(),
  width: f.int().optional(),
  height: f.int().optional(),
  pagecount: f.int().optional(),
  duration: f.number().optional(),
};

/** Fields of a file record by value of `prop`. Modules omit the values that they do not support. */
export const FILE_PARTS = {
  timestamp: { timestamp: f.timestamp().optional() },
  user: { userhidden: f.flag(), user: f.string().optional(), temp: f.flag(), anon: f.flag() },
  userid: { userid: f.int().optional() },
  comment: { commenthidden: f.flag(), comment: f.string().optional() },
  parsedcomment: { parsedcomment: f.string().optional() },
  canonicaltitle: { canonicaltitle: f.string().optional() },
  url: {
    thumburl: f.string().optional(),
    thumbwidth: f.int().optional(),
    thumbheight: f.int().optional(),
    thumberror: f.string().optional(),
    responsiveUrls: f.map(f.string()).optional(),
    url: f.string().optional(),
    descriptionurl: f.string().optional(),
    descriptionshorturl: f.string().optional(),
  },
  size,
  dimensions: size,
  sha1: { sha1: f.string().optional() },
  mime: { mime: f.string().optional() },
  thumbmime: { thumbmime: f.string().optional() },
  mediatype: { mediatype: f.nullable(f.string()).optional() },
  metadata: { metadata: metadataField().optional() },
  commonmetadata: { commonmetadata: metadataField().optional() },
  extmetadata: {
    extmetadata: extendedMetadataField().optional(),
  },
  archivename: { archivename: f.string().optional() },
  bitdepth: { bitdepth: f.int().optional() },
  uploadwarning: { html: f.string().optional().help('Warning of the upload form about the file, in HTML.') },
  badfile: {},
} as const;

/** Flags of a file record, regardless of `prop`. */
export const FILE_MARKS = { filehidden: f.flag(), suppressed: f.flag(), filemissing: f.flag() } as const;

/** Value of the parameter `prop` for files. */
export type FileProp = keyof typeof FILE_PARTS;

const allProps = f.props(FILE_PARTS, FILE_MARKS);
/** API record of a file version. */
export type FileRecord = Returned<typeof allProps>;

export interface FileOptions {
  readonly prop: ReadonlySet<FileProp>;
  readonly urls?: FileUrls;
  /** Requested version of Exif metadata: `latest` or a number. Default: `latest`. */
  readonly metadataVersion?: string;
  readonly thumbnails?: boolean;
  /** Names of the extended metadata to return. Default: all. */
  readonly extended?: ReadonlySet<string> | undefined;
  readonly uploadWarning?: (file: StoredFile) => string;
}

/** Returns which facts about files the requested properties need. `thumbnails`: records contain thumbnails. */
export const needsOf = (prop: ReadonlySet<FileProp>, thumbnails: boolean): FileNeeds => {
  const hasMetadata = prop.has('metadata') || prop.has('commonmetadata');
  const hasSize = prop.has('size') || prop.has('dimensions');
  return {
    dimensions: hasMetadata || hasSize || prop.has('mime') || thumbnails,
    measured: hasSize || thumbnails,
    metadata: hasMetadata,
    sha1: prop.has('sha1'),
    mediaType: prop.has('mediatype'),
    bits: prop.has('bitdepth'),
    uploader: prop.has('user') || prop.has('userid'),
    comment: prop.has('comment') || prop.has('parsedcomment'),
    page: prop.has('url') || prop.has('uploadwarning'),
  };
};

/** Request context with the services that {@link fileRecords} uses. */
export type FileQuery = Env & { readonly services: { readonly files: FileService; readonly messages: Messages } };

/** Loads the messages and comments of file records. Returns a function that creates the record of a file, without suppressed parts. */
export async function fileRecords(
  env: FileQuery,
  files: readonly StoredFile[],
  options: FileOptions,
): Promise<(file: StoredFile, thumb?: ThumbParams) => FileRecord> {
  const { files: service, messages } = env.services;
  const { prop, metadataVersion = 'latest' } = options;
  const urlsOf = (file: StoredFile): FileUrls => file.repository?.urls ?? options.urls ?? service.urls;
  const isExif = (file: StoredFile) => service.handlerOf(file.mime)?.isExif === true;
  const names = [
    ...(prop.has('metadata') && files.some(file => isExif(file) && hasOlderForm(file.metadata, metadataVersion)) ? EXIF_TEXTS : []),
    ...(options.thumbnails && prop.has('url') && files.some(file => mayFail(env, file)) ? PROBLEM_TEXTS : []),
  ];
  const [parsedComments, texts, visible] = await Promise.all([
    formatCommentsOf(env, prop.has('parsedcomment') ? files : [], file =>
      file.exists && maySee(env.actor, file.hidden, 'comment') ? { text: file.comment, title: titleOf(file) } : undefined,
    ),
    names.length > 0 ? loadInterfaceTexts(env, names, { messages }) : undefined,
    prop.has('extmetadata') ? loadInterfaceTexts(env, ['metadata-fields'], { messages, language: env.site.lang }) : undefined,
  ]);
  const shownAtOnce = visible && visibleNames(visible.text('metadata-fields') ?? '');
  const expand = (url: string) => env.site.urls.expand(url);

  return (file, thumb) => {
    const record: FileRecord = {};
    const { exists, hidden } = file;
    if (exists) {
      if (prop.has('timestamp')) record.timestamp = isoTimestamp(file.timestamp);
      addUploader(record, file);
      if (prop.has('size') || prop.has('dimensions')) Object.assign(record, measure(file));
      addComment(record, file);
    }
    if (prop.has('uploadwarning')) record.html = options.uploadWarning?.(file) ?? '';
    if (isHidden(hidden, 'text')) record.filehidden = true;
    if ((record.userhidden || record.commenthidden || record.filehidden) && isSuppressed(hidden)) record.suppressed = true;
    if (record.filehidden) return record;

    if (prop.has('canonicaltitle')) record.canonicaltitle = env.titles.text(titleOf(file));
    if (prop.has('url')) addUrls(record, file, thumb);
    if (!exists) record.filemissing = true;
    else addContent(record, file, thumb);
    if (prop.has('archivename') && file.archiveName !== undefined) record.archivename = file.archiveName;
    if (prop.has('bitdepth') && exists) record.bitdepth = file.bits;
    return record;
  };

  function addUploader(record: FileRecord, { hidden, uploader }: StoredFile): void {
    if (!prop.has('user') && !prop.has('userid')) return;
    if (isHidden(hidden, 'user')) record.userhidden = true;
    if (!maySee(env.actor, hidden, 'user')) return;
    if (prop.has('user')) record.user = uploader?.name ?? '';
    if (prop.has('userid')) record.userid = uploader?.userId ?? 0;
    if (uploader && env.users.isTemp(uploader.name)) record.temp = true;
    if (uploader?.userId === 0) record.anon = true;
  }

  function measure(file: StoredFile): FileRecord {
    const handler = service.handlerOf(file.mime);
    const { width, height } = sizeOf(file, handler);
    const pagecount = handler?.pages?.count(file);
    const duration = handler?.duration?.(file);
    return {
      size: file.size,
      width,
      height,
      ...(pagecount !== undefined && { pagecount }),
      ...(duration && { duration }),
    };
  }

  function addComment(record: FileRecord, file: StoredFile): void {
    if (!prop.has('comment') && !prop.has('parsedcomment')) return;
    if (isHidden(file.hidden, 'comment')) record.commenthidden = true;
    if (!maySee(env.actor, file.hidden, 'comment')) return;
    if (prop.has('parsedcomment')) record.parsedcomment = parsedComments.get(file);
    if (prop.has('comment')) record.comment = file.comment;
  }

  function addUrls(record: FileRecord, file: StoredFile, thumb: ThumbParams | undefined): void {
    const urls = urlsOf(file);
    if (file.exists) {
      if (thumb) addThumbnail(record, file, thumb);
      record.url = expand(urls.original(file));
    }
    record.descriptionurl = expand(urls.description(file));
    const short = file.pageId === undefined ? undefined : urls.shortDescription(file.pageId);
    if (short !== undefined) record.descriptionshorturl = expand(short);
  }

  function addThumbnail(record: FileRecord, file: StoredFile, params: ThumbParams): void {
    const urls = urlsOf(file);
    const made = shownThumbnail(service, urls, file, params);
    if (typeof made === 'string') {
      record.thumberror = texts ? problemText(env, texts, made) : made;
      return;
    }
    const handler = service.handlerOf(file.mime);
    record.thumburl = expand(made.url);
    record.thumbwidth = made.width;
    record.thumbheight = made.height;
    if (prop.has('thumbmime') && handler) record.thumbmime = handler.thumbType(file).mime;
    if (!env.site.configuration.responsiveImages) return;
    const denser = responsiveUrls(service, urls, file, params, made);
    if (denser.length > 0) record.responsiveUrls = inOrder(denser.map(([density, url]) => [density, expand(url)]));
  }

  function addContent(record: FileRecord, file: StoredFile, thumb: ThumbParams | undefined): void {
    const handler = service.handlerOf(file.mime);
    if (prop.has('sha1')) record.sha1 = hexSha1(file.sha1);
    if (prop.has('metadata')) {
      const isOlder = texts && handler?.isExif && hasOlderForm(file.metadata, metadataVersion);
      const metadata = isOlder ? olderForm(env, file.metadata, texts) : file.metadata;
      record.metadata = metadata.size > 0 ? describeMetadata(metadata) : null;
    }
    if (prop.has('commonmetadata')) record.commonmetadata = describeMetadata(handler?.commonMetadata?.(file.metadata) ?? new Map());
    if (shownAtOnce) record.extmetadata = extendedMetadata(file, shownAtOnce, options.extended);
    // MediaWiki includes the file's type whenever it includes a thumbnail's type.
    if (prop.has('mime') || (thumb && record.thumbmime !== undefined)) record.mime = file.mime;
    if (prop.has('mediatype')) record.mediatype = file.mediaType;
  }
}

/** Returns an object that lists its keys in this order. A plain object would list the integer key `2` before `1.5`. */
function inOrder<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  const keys = entries.map(([key]) => key);
  return new Proxy(Object.fromEntries(entries), { ownKeys: () => keys });
}

const PROBLEM_TEXTS = ['thumbnail_error', 'thumbnail_invalid_params', 'thumbnail_toobigimagearea', 'size-megapixel'];

const mayFail = ({ site }: Env, { width, height }: StoredFile): boolean =>
  width === 0 || (site.configuration.maxImageArea > 0 && width * height > site.configuration.maxImageArea);

function problemText({ site, lang }: Env, texts: InterfaceTexts, problem: ThumbProblem): string {
  const say = (name: string, ...params: string[]) => fillIn(texts.text(name) ?? '', params, name);
  const area = numberIn(lang, site.configuration.maxImageArea / 1e6);
  const reason = problem === 'invalid' ? say('thumbnail_invalid_params') : say('thumbnail_toobigimagearea', say('size-megapixel', area));
  return say('thumbnail_error', reason);
}

function numberIn(language: string, number: number): string {
  const form = { maximumFractionDigits: 2 };
  try {
    return number.toLocaleString(language, form);
  } catch {
    // Some of MediaWiki's language codes are not BCP 47 tags.
    return number.toLocaleString('en', form);
  }
}
