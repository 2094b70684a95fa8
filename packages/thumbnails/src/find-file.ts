import type { Env } from '@wikiquery/core';
import { type FileNeeds, type FileService, filesByName, type StoredFile, selectOldFiles, toFiles } from '@wikiquery/files';
import { isHidden } from '@wikiquery/users';
import type { FileAddress } from './addresses.ts';

/** Loads a file version of this wiki. Returns undefined if it does not exist, or if its content is revision-deleted. */
export async function findFile(
  env: Pick<Env, 'db'>,
  service: FileService,
  { name, archiveName }: Pick<FileAddress, 'name' | 'archiveName'>,
  purpose: 'original' | 'thumbnail',
): Promise<StoredFile | undefined> {
  const needs = purpose === 'original' ? EXISTENCE : DIMENSIONS;
  if (archiveName === undefined) return (await filesByName(env, service, needs, [name])).get(name);
  const rows = await selectOldFiles(env.db, needs)
    .where('oi_name', '=', name)
    .where('oi_archive_name', '=', archiveName)
    .limit(1)
    .execute();
  const [file] = await toFiles(env, service, needs, rows);
  // MediaWiki also moves such a version out of the folder, but an imported folder can still contain it.
  return file && !isHidden(file.hidden, 'text') ? file : undefined;
}

const EXISTENCE: FileNeeds = {
  dimensions: false,
  measured: false,
  metadata: false,
  sha1: false,
  mediaType: false,
  bits: false,
  uploader: false,
  comment: false,
  page: false,
};
const DIMENSIONS: FileNeeds = { ...EXISTENCE, dimensions: true, measured: true };
