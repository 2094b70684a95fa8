import { ApiError, message, NS } from '@wikiquery/core';
import type { FileQuery, StoredFile } from '@wikiquery/files';
import { isPhpArray, type PhpArray, unserialize } from '@wikiquery/text-storage';

/** Loads stashed files of the user in the order of the keys. Throws `uploadstash-…` for the first invalid or unknown key. */
export async function loadStash(q: FileQuery, keys: ReadonlySet<string>): Promise<StoredFile[]> {
  const rows = await q.db
    .selectFrom('uploadstash')
    .select([
      'us_key',
      'us_path',
      'us_timestamp',
      'us_size',
      'us_sha1',
      'us_mime',
      'us_media_type',
      'us_image_width',
      'us_image_height',
      'us_image_bits',
      'us_props',
    ])
    .where('us_user', '=', q.actor.id)
    .where('us_key', 'in', [...keys, ''])
    .execute();
  const byKey = new Map(rows.map(row => [row.us_key, row]));
  return [...keys].map(key => {
    if (!/^[\w.-]+\.\w*$/.test(key)) throw badKey(key);
    const row = byKey.get(key);
    if (!row) throw notFound(key);
    // Without properties, the chunked upload is incomplete.
    if (!row.us_props?.length) throw noFile();
    const mime = row.us_mime ?? 'unknown/unknown';
    // MediaWiki returns dimensions and metadata only for files of supported types.
    const isKnown = q.services.files.handlerOf(mime) !== undefined;
    return {
      name: nameOf(q, row.us_path),
      archiveName: key,
      timestamp: row.us_timestamp,
      mime,
      size: row.us_size,
      width: isKnown ? (row.us_image_width ?? 0) : 0,
      height: isKnown ? (row.us_image_height ?? 0) : 0,
      bits: isKnown ? (row.us_image_bits ?? 0) : 0,
      metadata: isKnown ? metadataOf(row.us_props) : new Map(),
      mediaType: row.us_media_type,
      sha1: row.us_sha1,
      hidden: 0,
      exists: true,
      uploader: undefined,
      comment: '',
      pageId: undefined,
    };
  });
}

function nameOf({ titles }: FileQuery, path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return titles.make(NS.FILE, name)?.dbkey ?? name;
}

function metadataOf(stored: Uint8Array): PhpArray {
  const facts = unserialize(stored);
  const metadata = isPhpArray(facts) ? facts.get('metadata') : undefined;
  return isPhpArray(metadata) ? metadata : new Map();
}

const problem = (code: string, text: string, ...params: string[]) => new ApiError(message(code, text, { key: code, params }));
const badKey = (key: string) => problem('uploadstash-bad-path-bad-format', `"${key}" is not the key of a stashed file.`, key);
const notFound = (key: string) => problem('uploadstash-file-not-found', `There is no file with the key "${key}" in your stash.`, key);
const noFile = () => problem('uploadstash-file-not-found-not-exists', 'The file is not available, because its upload is not complete.');
