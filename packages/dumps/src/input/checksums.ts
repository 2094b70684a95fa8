import { fetchBounded } from '@wikiquery/client/fetch';
import { decodePath } from '@wikiquery/file-storage';
import { escapeAttribute } from '@wikiquery/html';

export interface Checksum {
  readonly algorithm: 'sha256' | 'sha1' | 'md5';
  /** Hexadecimal. */
  readonly digest: string;
  /** The file that tells it. */
  readonly from: string;
}

/** The checksum that the place of a file tells: Wikimedia and its mirrors, and the Internet Archive. Undefined where there is none. */
export async function checksumOf(url: URL): Promise<Checksum | undefined> {
  const name = decodePath(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
  for (const { list, algorithm } of listsFor(url, name)) {
    const text = await textOf(list);
    const digest = text === undefined ? undefined : algorithm === undefined ? fromFileList(text, name) : fromSums(text, name);
    if (digest) return { algorithm: algorithm ?? 'sha1', digest, from: list.href };
  }
  return undefined;
}

function* listsFor(url: URL, name: string): Generator<{ readonly list: URL; readonly algorithm?: Checksum['algorithm'] }> {
  const [, wiki, date] = /^(\w+)-(\d{8}|latest)-/.exec(name) ?? [];
  for (const algorithm of wiki === undefined ? [] : (['sha1', 'md5'] as const)) {
    yield { list: new URL(`${wiki}-${date}-${algorithm}sums.txt`, url), algorithm };
  }
  const [, item] = /^\/download\/([^/]+)\//.exec(url.pathname) ?? [];
  if (item !== undefined) yield { list: new URL(`/download/${item}/${item}_files.xml`, url) };
  yield { list: new URL('SHA256SUMS', url), algorithm: 'sha256' };
}

/** Bytes of a list of checksums; those of the largest wikis have some hundred kB. */
const MOST_BYTES = 16 << 20;

async function textOf(url: URL): Promise<string | undefined> {
  try {
    const response = await fetchBounded(url, { headers: { 'user-agent': 'wikiquery' }, timeout: 30_000, maxBytes: MOST_BYTES });
    if (response.ok) return await response.text();
    await response.cancel();
  } catch {
    // The place has none, or none at the moment.
  }
  return undefined;
}

/** Lines of `sha1sum`. */
const fromSums = (text: string, name: string): string | undefined =>
  new RegExp(`^([\\da-f]{32,64}) [ *](?:\\./)?${RegExp.escape(name)}$`, 'm').exec(text)?.[1];

/** What the Internet Archive tells of the files of an item. */
const fromFileList = (text: string, name: string): string | undefined => {
  const at = text.indexOf(`<file name="${escapeAttribute(name)}"`);
  return at < 0 ? undefined : /<sha1>([\da-f]{40})<\/sha1>/.exec(text.slice(at, text.indexOf('</file>', at)))?.[1];
};
