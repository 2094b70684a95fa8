import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { NS } from '@wikiquery/core';
import { type ContainedFolder, type DraftFile, filePath, UnsafePathError } from '@wikiquery/file-storage';
import { standardFiles } from '@wikiquery/files';
import { comment, contributor, element, hidden, timestamp } from './elements.ts';
import type { DumpedWiki } from './wiki.ts';

export interface UploadOptions {
  /** Upload directory. If undefined, only records are exported. */
  readonly images?: ContainedFolder | undefined;
  /** Whether the records contain the contents of the files, in base64. */
  readonly embedded?: boolean;
  /** Folder to copy files to, under their names. Old versions go into its folder `archive`. */
  readonly copies?: ContainedFolder | undefined;
  /** Called for each file that is missing in the upload directory or has an invalid name. */
  onMissing?(name: string): void;
  /** Called for each file without a description page. It is copied, but the dump has no record of it. */
  onWithoutPage?(name: string): void;
}

interface Version {
  readonly name: string;
  readonly archiveName?: string;
  readonly timestamp: string;
  readonly bits: number;
  readonly size: number;
  readonly sha1: string;
  readonly user: { readonly id: number | null; readonly name: string | null };
  readonly comment: string;
}

/** Formats the versions of a file, oldest first. Suppressed versions are listed, but without contents. */
export async function uploads(
  wiki: DumpedWiki,
  { page_namespace: namespace, page_title: name }: { readonly page_namespace: number; readonly page_title: string },
  options: UploadOptions,
): Promise<string> {
  if (namespace !== NS.FILE) return '';
  const { urls } = standardFiles(wiki.site);
  const isHashed = wiki.site.configuration.hashedUploadDirectory;
  let xml = '';
  for (const version of await versionsOf(wiki, name)) {
    const { archiveName, bits } = version;
    const rel = relativePath(version, isHashed);
    if (rel === undefined) {
      options.onMissing?.(archiveName ?? name);
      continue;
    }
    const contents = await contentsOf(version, rel, options);
    const own = timestamp('      ', version.timestamp);
    const who = isHiddenUser(bits) ? `${hidden('contributor')}\n` : contributor('      ', version.user);
    const text = isHiddenComment(bits) || version.comment === '' ? undefined : wiki.clean(version.comment);
    xml += `    <upload>\n${own}${who}${comment('      ', text)}      ${element('filename', name)}\n`;
    if (archiveName !== undefined) xml += `      ${element('archivename', archiveName)}\n`;
    const src = wiki.site.urls.expand(urls.original({ name, archiveName }));
    xml += `      ${element('src', src)}\n      <size>${version.size}</size>\n      ${element('sha1base36', version.sha1)}\n`;
    xml += `      ${element('rel', rel)}\n${contents}    </upload>\n`;
  }
  return xml;
}

/** Copies the versions of the files without a description page. Dumps list files below their pages. */
export async function copyFilesWithoutPage(wiki: DumpedWiki, { onWithoutPage, ...options }: UploadOptions): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await wiki.db
      .selectFrom('image')
      .leftJoin('page', join => join.onRef('page_title', '=', 'img_name').on('page_namespace', '=', NS.FILE))
      .select('img_name')
      .where('page_id', 'is', null)
      .where('img_name', '>', last)
      .orderBy('img_name')
      .limit(FILES)
      .execute();
    for (const { img_name: page_title } of rows) {
      if (options.copies) await uploads(wiki, { page_namespace: NS.FILE, page_title }, { ...options, embedded: false });
      onWithoutPage?.(page_title);
    }
    if (rows.length < FILES) return;
    last = rows.at(-1)?.img_name ?? '';
  }
}

const FILES = 500;

const isHiddenFile = (bits: number): boolean => (bits & 1) !== 0;
const isHiddenComment = (bits: number): boolean => (bits & 2) !== 0;
const isHiddenUser = (bits: number): boolean => (bits & 4) !== 0;

/** Returns the path below the upload directory. Undefined for an invalid file name. Old failed uploads have an empty archive name. */
function relativePath({ name, archiveName }: Version, isHashed: boolean): string | undefined {
  if (archiveName !== '') return filePath(name, archiveName, isHashed);
  const current = filePath(name, undefined, isHashed);
  return current && `archive/${current.slice(0, -name.length)}`;
}

async function versionsOf({ db }: DumpedWiki, name: string): Promise<readonly Version[]> {
  const current = await db
    .selectFrom('image')
    .leftJoin('actor', 'actor_id', 'img_actor')
    .leftJoin('comment', 'comment_id', 'img_description_id')
    .select(['img_timestamp', 'img_size', 'img_sha1', 'actor_user', 'actor_name', 'comment_text'])
    .where('img_name', '=', name)
    .executeTakeFirst();
  if (!current) return [];
  const old = await db
    .selectFrom('oldimage')
    .leftJoin('actor', 'actor_id', 'oi_actor')
    .leftJoin('comment', 'comment_id', 'oi_description_id')
    .select(['oi_archive_name', 'oi_timestamp', 'oi_deleted', 'oi_size', 'oi_sha1', 'actor_user', 'actor_name', 'comment_text'])
    .where('oi_name', '=', name)
    .orderBy('oi_timestamp')
    .execute();
  return [
    ...old.map(row => ({
      name,
      archiveName: row.oi_archive_name,
      timestamp: row.oi_timestamp,
      bits: row.oi_deleted,
      size: row.oi_size,
      sha1: row.oi_sha1,
      user: { id: row.actor_user, name: row.actor_name },
      comment: row.comment_text ?? '',
    })),
    {
      name,
      timestamp: current.img_timestamp,
      bits: 0,
      size: current.img_size,
      sha1: current.img_sha1,
      user: { id: current.actor_user, name: current.actor_name },
      comment: current.comment_text ?? '',
    },
  ];
}

/** Copies the file, and returns its contents as base64 in lines of 76 characters. Suppressed and missing files have empty contents. */
async function contentsOf(
  { name, archiveName, bits }: Version,
  rel: string,
  { images, embedded, copies, onMissing }: UploadOptions,
): Promise<string> {
  if (images === undefined || (!embedded && copies === undefined)) return '';
  const contents = (lines: string): string => (embedded ? `      <contents encoding="base64">${lines}      </contents>\n` : '');
  if (archiveName === '' || isHiddenFile(bits)) return contents('\r\n');
  try {
    if (copies !== undefined) await copy(images, rel, copies, filePath(name, archiveName, false) as string);
    if (!embedded) return '';
    const pieces: Buffer[] = await createReadStream('', { fd: images.open(rel).descriptor }).toArray();
    return contents(
      Buffer.concat(pieces)
        .toString('base64')
        .replaceAll(/.{1,76}/g, '$&\r\n'),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !(error instanceof UnsafePathError)) throw error;
    onMissing?.(rel);
    return contents('\r\n');
  }
}

async function copy(from: ContainedFolder, rel: string, to: ContainedFolder, target: string): Promise<void> {
  const file = createReadStream('', { fd: from.open(rel).descriptor });
  let draft: DraftFile | undefined;
  try {
    draft = to.draft();
    await pipeline(file, createWriteStream('', { fd: draft.descriptor }));
    to.keep(draft, target);
  } finally {
    file.destroy();
    if (draft) to.discard(draft);
  }
}
