import { isSqlDump } from '../sql-dumps/format.ts';
import { begins, compressionOf, encodingOf, HTTP_HEADERS, isArchive, isTar } from './signatures.ts';

/** The kind of a file, detected from its first uncompressed bytes. */
export type FileKind =
  | { readonly is: 'xml' | 'sql'; readonly beginning: string }
  | { readonly is: 'sqlite' | 'archive' }
  /** bzip2 or xz inside another compression or inside an archive. */
  | { readonly is: 'compressed' }
  | { readonly is: 'description' }
  /** WikiTeam's list of uploaded files, with their URLs and uploaders. */
  | { readonly is: 'file list' }
  | { readonly is: 'other'; readonly what: string; readonly advice: string };

/** Detects the kind of a file from its content, not from its name. */
export function kindOf(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return other('The file is empty', 'Download or create it again.');
  if (Buffer.from(bytes.subarray(0, 15)).toString('latin1') === 'SQLite format 3') return { is: 'sqlite' };
  if (isArchive(bytes) || isTar(bytes)) return { is: 'archive' };
  if (compressionOf(bytes) === 'seven-zip') return { is: 'compressed' };
  for (const [hex, kind] of SIGNATURES) if (begins(bytes, hex)) return kind;
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const kind = kindOfText(text) ?? other('Unrecognized or corrupt dump file', KNOWN);
  // XML may be in UTF-16, because PowerShell redirects output in that encoding.
  if (encoding !== 'utf-8' && kind.is !== 'xml' && kind.is !== 'other') return other('The file is in UTF-16', 'Convert it to UTF-8 first.');
  return kind;
}

function kindOfText(text: string): FileKind | undefined {
  if (/^-- PostgreSQL database dump/m.test(text)) return postgres;
  if (isSqlDump(text)) return { is: 'sql', beginning: text };
  const start = text.replace(HTTP_HEADERS, '').trimStart();
  if (/^(?:<!doctype html|<html|<head)\b/i.test(start))
    return other('This is an HTML page', 'Use the address of the dump, not of a page that links to it.');
  if (start.startsWith('<') && /<mediawiki\b/.test(start)) return { is: 'xml', beginning: text };
  if (/^(?:<\?xml[^>]*\?>)?(?:<!--(?:(?!-->)[\s\S])*-->|<!doctype[^>]*>|\s)*<svg\b/i.test(start)) return media('an SVG image');
  if (/^(?:<\?xml[^>]*\?>)?\s*<feed\b/.test(start))
    return other('This is a dump of abstracts', 'Import the dump with the pages (pages-articles).');
  if (start.startsWith('<')) {
    const [, element = ''] = /<([a-z][\w:-]*)/i.exec(start.replace(/^<\?xml[^>]*\?>/, '')) ?? [];
    return other(`This is XML with the root <${element}>, not a dump with the root <mediawiki>`, KNOWN);
  }
  // Older versions write the settings as a Python pickle.
  if (/^(?:\(dp\d+\s|\{)[\s\S]*\bcuronly\b/.test(start))
    return other("These are settings of WikiTeam's dumpgenerator", 'Import the dump in the same folder.');
  return start.startsWith('{') || start.startsWith('[') ? kindOfJson(start) : kindOfLines(start);
}

function kindOfJson(text: string): FileKind {
  if (/"(?:general|namespaces)"\s*:\s*\{/.test(text)) return { is: 'description' };
  if (/^\{\s*"index"\s*:/.test(text)) return other('This is a dump of a search index', 'Import the dump with the pages (pages-articles).');
  if (/^[[{]\s*(?:\{\s*)?"(?:type|id)"\s*:\s*"(?:item|property|[QP]\d+)"/.test(text)) {
    return other('This is a JSON dump of Wikidata entities', 'Import the dump with the pages (pages-articles).');
  }
  return other('This JSON is neither a dump nor a site configuration (meta=siteinfo)', KNOWN);
}

function kindOfLines(text: string): FileKind | undefined {
  const lines = text.split('\n').slice(0, -1);
  const [first = ''] = lines;
  if (/^[^\t]+\thttps?:\/\/[^\t]+\t[^\t]*/.test(first)) return { is: 'file list' };
  if (/^\d+:\d+:/.test(first)) return other('This is the index of a multistream dump', 'Import the dump itself.');
  if (/^[\da-f]{32,64} [ *]\S/.test(first)) return other('This is a list of checksums', 'Import the files that it lists.');
  if (/^page_(?:namespace\t)?page_title\b|^page_title\b/.test(first) || /^--END--$/m.test(text)) return titles;
  const isList = lines.length > 3 && lines.slice(0, 50).every(line => /^[^\s<>[\]{}|][^<>[\]{}|]{0,259}$/.test(line));
  return isList ? titles : undefined;
}

export const KNOWN =
  "Supported: MediaWiki's XML exports, table dumps by mysqldump, MediaWiki's SQLite file and WikiTeam archives, each plain or " +
  'compressed with gzip, bzip2, xz, Zstandard, 7-Zip or Zip.';

const other = (what: string, advice: string): FileKind => ({ is: 'other', what, advice });
const media = (what: string): FileKind =>
  other(`This is ${what}`, 'Import uploaded files from a folder or an archive that holds them below "images".');
const titles = other('This is a list of titles', 'Import the dump with the pages.');
const postgres = other('This is a dump by pg_dump', 'Load it into PostgreSQL and serve it with --database postgres://…');
const compressed = (what: string): FileKind => other(`${what} compression is not supported`, 'Unpack the file first.');

/** First bytes of unsupported file types: https://en.wikipedia.org/wiki/List_of_file_signatures */
const SIGNATURES: readonly (readonly [hex: string, kind: FileKind])[] = [
  ['5047444d50', postgres],
  ['526172211a07', compressed('RAR')],
  ['04224d18', compressed('LZ4')],
  ['4c5a4950', compressed('lzip')],
  ['1f9d', compressed('compress')],
  ['5d000080', compressed('LZMA (alone)')],
  ['5a494d04', other('This is a ZIM file of rendered pages, without wikitext', 'Import a dump of the wiki.')],
  ['50415231', other('This is a Parquet file', 'Import the dump as XML.')],
  ['ffd8ff', media('a JPEG image')],
  ['89504e47', media('a PNG image')],
  ['47494638', media('a GIF image')],
  ['25504446', media('a PDF document')],
  ['52494646', media('an image, audio or video file')],
  ['4f676753', media('an audio or video file')],
];
