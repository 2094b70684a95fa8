import { isSqlDump } from '../sql-dumps/format.ts';
import { begins, compressionOf, encodingOf, HTTP_HEADERS, isArchive, isTar } from './signatures.ts';

/** What a file is, told from its beginning, which is uncompressed. */
export type FileKind =
  | { readonly is: 'xml' | 'sql'; readonly beginning: string }
  /** MediaWiki's own database. */
  | { readonly is: 'sqlite' }
  | { readonly is: 'archive' }
  /** With bzip2 or xz, within something else that is compressed or an archive. */
  | { readonly is: 'compressed' }
  /** A saved `meta=siteinfo`. */
  | { readonly is: 'description' }
  /** Uploaded files with address and uploader, as WikiTeam's programs list them. */
  | { readonly is: 'file list' }
  | { readonly is: 'other'; readonly what: string; readonly advice: string };

/** Says what a file is, from what it holds: its name counts for nothing. */
export function kindOf(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return other('The file is empty', 'Fetch or make it anew.');
  if (Buffer.from(bytes.subarray(0, 15)).toString('latin1') === 'SQLite format 3') return { is: 'sqlite' };
  if (isArchive(bytes) || isTar(bytes)) return { is: 'archive' };
  if (compressionOf(bytes) === 'seven-zip') return { is: 'compressed' };
  for (const [hex, what, advice] of SIGNATURES) if (begins(bytes, hex)) return other(what, advice);
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const kind = kindOfText(text) ?? other('This is no dump that is known, or it is damaged', KNOWN);
  // XML may be in it, and is where a shell of Windows wrote it.
  if (encoding !== 'utf-8' && kind.is !== 'xml' && kind.is !== 'other') return other('The file is in UTF-16', 'Convert it to UTF-8 first.');
  return kind;
}

function kindOfText(text: string): FileKind | undefined {
  if (/^-- PostgreSQL database dump/m.test(text)) return postgres;
  if (isSqlDump(text)) return { is: 'sql', beginning: text };
  const start = text.replace(HTTP_HEADERS, '').trimStart();
  if (/^(?:<!doctype html|<html|<head)\b/i.test(start))
    return other('This is an HTML page', 'Name the dump itself, not the page that leads to it.');
  if (start.startsWith('<') && /<mediawiki\b/.test(start)) return { is: 'xml', beginning: text };
  if (/^(?:<\?xml[^>]*\?>)?(?:<!--(?:(?!-->)[\s\S])*-->|<!doctype[^>]*>|\s)*<svg\b/i.test(start)) return picture('an SVG drawing');
  if (/^(?:<\?xml[^>]*\?>)?\s*<feed\b/.test(start))
    return other('These are abstracts for search programs', 'Take the dump with the pages (pages-articles).');
  if (start.startsWith('<')) {
    const [, element = ''] = /<([a-z][\w:-]*)/i.exec(start.replace(/^<\?xml[^>]*\?>/, '')) ?? [];
    return other(`This is no dump of a wiki: it begins with <${element}>, not with <mediawiki>`, KNOWN);
  }
  return start.startsWith('{') || start.startsWith('[') ? kindOfJson(start) : kindOfLines(start);
}

function kindOfJson(text: string): FileKind {
  if (/"(?:general|namespaces)"\s*:\s*\{/.test(text)) return { is: 'description' };
  if (/^\{\s*"index"\s*:/.test(text)) return other('This is a dump of a search index', 'Take the dump with the pages (pages-articles).');
  if (/^[[{]\s*(?:\{\s*)?"(?:type|id)"\s*:\s*"(?:item|property|[QP]\d+)"/.test(text)) {
    return other("These are Wikidata's entities as JSON", 'Take the dump with the pages (pages-articles).');
  }
  return other('This is JSON that is neither a dump nor a description of a wiki (meta=siteinfo)', KNOWN);
}

function kindOfLines(text: string): FileKind | undefined {
  const lines = text.split('\n').slice(0, -1);
  const [first = ''] = lines;
  if (/^[^\t]+\thttps?:\/\/[^\t]+\t[^\t]*/.test(first)) return { is: 'file list' };
  if (/^\d+:\d+:/.test(first)) return other('This is the index of a multistream dump', 'Take the dump itself.');
  if (/^[\da-f]{32,64} [ *]\S/.test(first)) return other('These are checksums of files', 'Name the files.');
  if (/^page_(?:namespace\t)?page_title\b|^page_title\b/.test(first) || /^--END--$/m.test(text)) return titles;
  const isList = lines.length > 3 && lines.slice(0, 50).every(line => /^[^\s<>[\]{}|][^<>[\]{}|]{0,259}$/.test(line));
  return isList ? titles : undefined;
}

const KNOWN =
  "What can be imported: XML of MediaWiki's export, tables as mysqldump writes them, MediaWiki's SQLite file, archives of WikiTeam; plain, or " +
  'compressed with gzip, bzip2, xz, Zstandard, 7-Zip or Zip.';

const other = (what: string, advice: string): FileKind => ({ is: 'other', what, advice });
const picture = (what: string): FileKind =>
  other(`This is ${what}`, 'Uploaded files are imported from a folder or an archive in which they lie under "images".');
const titles = other('This is a list of titles', 'Take the dump with the pages.');
const postgres = other('This was made by pg_dump', 'Load it into PostgreSQL, and serve it with --database postgres://…');

const unpackable = (what: string): [string, string] => [`The file is compressed with ${what}, which is not known here`, 'Unpack it first.'];

/** Beginnings of files that people have beside dumps: https://en.wikipedia.org/wiki/List_of_file_signatures */
const SIGNATURES: readonly (readonly [hex: string, what: string, advice: string])[] = [
  ['5047444d50', 'This was made by pg_dump', 'Load it into PostgreSQL, and serve it with --database postgres://…'],
  ['526172211a07', ...unpackable('RAR')],
  ['04224d18', ...unpackable('LZ4')],
  ['4c5a4950', ...unpackable('lzip')],
  ['1f9d', ...unpackable('compress')],
  ['5d000080', ...unpackable('LZMA (alone)')],
  ['5a494d04', 'This is a ZIM file of rendered pages', 'It has no wikitext: take a dump of the wiki.'],
  ['50415231', 'This is a Parquet file', 'Take the dump as XML.'],
  ['ffd8ff', 'This is a JPEG picture', 'Uploaded files are imported from a folder or an archive in which they lie under "images".'],
  ['89504e47', 'This is a PNG picture', 'Uploaded files are imported from a folder or an archive in which they lie under "images".'],
  ['47494638', 'This is a GIF picture', 'Uploaded files are imported from a folder or an archive in which they lie under "images".'],
  ['25504446', 'This is a PDF document', 'Uploaded files are imported from a folder or an archive in which they lie under "images".'],
  [
    '52494646',
    'This is a picture, a sound or a film',
    'Uploaded files are imported from a folder or an archive in which they lie under "images".',
  ],
  ['4f676753', 'This is a sound or a film', 'Uploaded files are imported from a folder or an archive in which they lie under "images".'],
];
