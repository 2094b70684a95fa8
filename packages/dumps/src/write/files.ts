import type { BulkRow } from '@wikiquery/database';
import { isArchiveName, isFileName } from '@wikiquery/file-storage';
import type { UploadItem } from '../items.ts';
import { typeOf } from '../uploads/media/media-type.ts';

export const readFileName = ({ filename }: Pick<UploadItem, 'filename'>): string => filename.replaceAll(' ', '_');

export const FILE_NAMES: Readonly<Record<string, { readonly name?: string; readonly archiveName?: string }>> = {
  image: { name: 'img_name' },
  oldimage: { name: 'oi_name', archiveName: 'oi_archive_name' },
  file: { name: 'file_name' },
  filerevision: { archiveName: 'fr_archive_name' },
};

/** Whether both are valid names for a version of a file. Old failed uploads have an empty archive name. */
export const hasFileNames = (name: unknown, archiveName: unknown): boolean =>
  isFileName(name) && (archiveName === undefined || archiveName === '' || isArchiveName(archiveName));

export function uploadRow(
  upload: UploadItem,
  comment: number,
  actor: number,
): { readonly table: 'image' | 'oldimage'; readonly row: BulkRow } {
  const name = readFileName(upload);
  const { mime, media } = typeOf(name);
  const [major = '', minor = ''] = mime.split('/');
  const { size, sha1, timestamp, archiveName, hidden } = upload;
  if (archiveName === undefined) {
    return { table: 'image', row: [name, size, 0, 0, '', 0, media, major, minor, comment, actor, timestamp, sha1] };
  }
  return { table: 'oldimage', row: [name, archiveName, size, 0, 0, 0, comment, actor, timestamp, '', media, major, minor, hidden, sha1] };
}
