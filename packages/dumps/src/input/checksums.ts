import { fetchPatiently } from '@wikiquery/client/retries';
import { decodePath } from '@wikiquery/file-storage';
import { escapeAttribute } from '@wikiquery/html';
import { type OutgoingRequestOptions, PATIENCE, USER_AGENT } from '../context.ts';

export interface Checksum {
  readonly algorithm: 'sha256' | 'sha1' | 'md5';
  readonly digest: string;
  readonly from: string;
}

/** Finds the published checksum of a file on Wikimedia's servers, their mirrors or the Internet Archive. Undefined if there is none. */
export async function checksumOf(url: URL, options: OutgoingRequestOptions = {}): Promise<Checksum | undefined> {
  const name = decodePath(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
  for (const { list, algorithm } of listsFor(url, name)) {
    const text = await textOf(list, options);
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

/** Maximum bytes of a list of checksums. The lists of the largest wikis have a few hundred kB. */
const MAX_BYTES = 16 << 20;

async function textOf(url: URL, { userAgent = USER_AGENT, onPause }: OutgoingRequestOptions): Promise<string | undefined> {
  try {
    const headers = { 'user-agent': userAgent };
    const response = await fetchPatiently(url, { ...{ headers, timeout: 30_000, maxBytes: MAX_BYTES }, ...PATIENCE, onPause });
    if (response.ok) return await response.text();
    await response.cancel();
  } catch {
    // The host may publish no checksums.
  }
  return undefined;
}

const fromSums = (text: string, name: string): string | undefined =>
  new RegExp(`^([\\da-f]{32,64}) [ *](?:\\./)?${RegExp.escape(name)}$`, 'm').exec(text)?.[1];

const fromFileList = (text: string, name: string): string | undefined => {
  const at = text.indexOf(`<file name="${escapeAttribute(name)}"`);
  return at < 0 ? undefined : /<sha1>([\da-f]{40})<\/sha1>/.exec(text.slice(at, text.indexOf('</file>', at)))?.[1];
};
