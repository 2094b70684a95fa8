import type { BulkRow } from '@wikiquery/database';
import type { UploadItem } from '../items.ts';

export const readFileName = ({ filename }: Pick<UploadItem, 'filename'>): string => filename.replaceAll(' ', '_');

/** The row of one version of a file. A dump has neither its measures nor its metadata; its kind is read off its name. */
export function uploadRow(
  upload: UploadItem,
  comment: number,
  actor: number,
): { readonly table: 'image' | 'oldimage'; readonly row: BulkRow } {
  const name = readFileName(upload);
  const [mime = 'unknown/unknown', media = 'UNKNOWN'] = KINDS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? [];
  const [major = '', minor = ''] = mime.split('/');
  const { size, sha1, timestamp, archiveName } = upload;
  if (archiveName === undefined) {
    return { table: 'image', row: [name, size, 0, 0, '', 0, media, major, minor, comment, actor, timestamp, sha1] };
  }
  return { table: 'oldimage', row: [name, archiveName, size, 0, 0, 0, comment, actor, timestamp, '', media, major, minor, 0, sha1] };
}

/** By extension: MIME type and MediaWiki's kind of media. */
const KINDS: Readonly<Record<string, readonly [mime: string, media: string]>> = {
  djvu: ['image/vnd.djvu', 'BITMAP'],
  flac: ['audio/flac', 'AUDIO'],
  gif: ['image/gif', 'BITMAP'],
  jpeg: ['image/jpeg', 'BITMAP'],
  jpg: ['image/jpeg', 'BITMAP'],
  mid: ['audio/midi', 'AUDIO'],
  mp3: ['audio/mpeg', 'AUDIO'],
  oga: ['application/ogg', 'AUDIO'],
  ogg: ['application/ogg', 'AUDIO'],
  ogv: ['application/ogg', 'VIDEO'],
  opus: ['application/ogg', 'AUDIO'],
  pdf: ['application/pdf', 'OFFICE'],
  png: ['image/png', 'BITMAP'],
  stl: ['application/sla', '3D'],
  svg: ['image/svg+xml', 'DRAWING'],
  tif: ['image/tiff', 'BITMAP'],
  tiff: ['image/tiff', 'BITMAP'],
  txt: ['text/plain', 'TEXT'],
  wav: ['audio/wav', 'AUDIO'],
  webm: ['video/webm', 'VIDEO'],
  webp: ['image/webp', 'BITMAP'],
  xcf: ['image/x-xcf', 'BITMAP'],
};
