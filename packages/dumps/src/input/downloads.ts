import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BoundedResponse, FetchError, type FetchOptions } from '@wikiquery/client/fetch';
import { fetchPatiently } from '@wikiquery/client/retries';
import { decodePath, localName } from '@wikiquery/file-storage';
import { type OutgoingRequestOptions, PATIENCE, SourceError, USER_AGENT } from '../context.ts';
import { type Progress, reportBytes } from '../progress.ts';
import { checksumOf } from './checksums.ts';

const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);
export const STANDARD_INPUT = '-';

/** Identifies the version of a remote file, so that changes between transfers are detected. */
interface Version {
  readonly size: number | undefined;
  readonly tag: string | null;
  readonly changed: string | null;
}

const MAX_ATTEMPTS = 5;
const IDLE_TIMEOUT = 60_000;
const TRANSFER_TIMEOUT = 7 * 86_400_000;
const MAX_UNDECLARED = 64 * 2 ** 30;

/** Stores downloaded sources and standard input in a folder until they are imported. Interrupted transfers resume. */
export class Downloads {
  readonly #folder: string;
  readonly #progress: Progress;
  readonly #input: Readable;
  readonly #options: OutgoingRequestOptions;
  readonly #downloaded: string[] = [];

  constructor(folder: string, progress: Progress, input: Readable = process.stdin, options: OutgoingRequestOptions = {}) {
    [this.#folder, this.#progress, this.#input, this.#options] = [folder, progress, input, options];
  }

  /** Resolves to the local path of a source, and downloads it first if needed. Rejects with a `SourceError`. */
  async take(source: string): Promise<string> {
    if (source === STANDARD_INPUT) return this.#remember(await this.#read());
    if (!isAddress(source)) return source;
    const url = URL.parse(source);
    if (!url) throw new SourceError(`"${source}" is not a valid URL.`);
    return this.#fetch(url);
  }

  async clear(isImported: boolean): Promise<void> {
    for (const path of this.#downloaded) {
      for (const each of isImported ? [path, versionFileOf(path)] : []) await rm(each, { force: true });
      if (dirname(path) !== this.#folder) await rmdir(dirname(path)).catch(() => undefined);
    }
    // Other imports may still use the folder.
    await rmdir(this.#folder).catch(() => undefined);
  }

  #remember(path: string): string {
    this.#downloaded.push(path);
    return path;
  }

  async #read(): Promise<string> {
    if (process.stdin.isTTY && this.#input === process.stdin)
      throw new SourceError('Standard input is a terminal. Pipe a dump into the command.');
    await mkdir(this.#folder, { recursive: true });
    const draft = join(this.#folder, `standard-input.${process.pid}.part`);
    const hash = createHash('sha1');
    this.#progress.begin('standard input', 0);
    try {
      await pipeline(
        this.#input,
        reportBytes(this.#progress, 0, bytes => hash.update(bytes)),
        createWriteStream(draft),
      );
    } catch (error) {
      // Standard input cannot be read twice, so an incomplete file is useless.
      await rm(draft, { force: true });
      throw error;
    }
    this.#progress.end();
    const digest = hash.digest('hex').slice(0, 16);
    const path = join(this.#folder, `standard-input-${digest}`);
    await rename(draft, path);
    // The same bytes must be recognized as the same dump, so the file gets a constant time.
    await utimes(path, 1, 1);
    return path;
  }

  async #fetch(url: URL): Promise<string> {
    const name = localName(decodePath(basename(url.pathname)), url.hostname);
    const path = join(this.#folder, createHash('sha1').update(url.href).digest('hex').slice(0, 8), name);
    const version = await versionOf(url, this.#options);
    await mkdir(dirname(this.#remember(path)), { recursive: true });
    const before = await readFile(versionFileOf(path), 'utf8').catch(() => '');
    if (before !== JSON.stringify(version)) for (const each of [path, `${path}.part`]) await rm(each, { force: true });
    await writeFile(versionFileOf(path), JSON.stringify(version));
    if (!existsSync(path)) {
      await this.#transfer(url, path, version);
      await this.#check(url, path);
    }
    const changed = Date.parse(version.changed ?? '') || 1000;
    await utimes(path, changed / 1000, changed / 1000);
    return path;
  }

  async #transfer(url: URL, path: string, version: Version): Promise<void> {
    const draft = `${path}.part`;
    this.#progress.begin(basename(path), version.size ?? 0);
    for (let attempt = 1; ; attempt++) {
      const begun = existsSync(draft) ? (await stat(draft)).size : 0;
      try {
        if (version.size === undefined || begun < version.size || begun === 0) await this.#part(url, draft, begun, version);
        break;
      } catch (error) {
        if (error instanceof SourceError || isTooLarge(error) || attempt >= MAX_ATTEMPTS) {
          // A transfer that is longer than the server declared is useless.
          if (isTooLarge(error)) await rm(draft, { force: true });
          throw failed(url, error);
        }
        await new Promise(resolve => setTimeout(resolve, 200 * attempt ** 2));
      }
    }
    this.#progress.end();
    const { size } = await stat(draft);
    if (version.size !== undefined && size !== version.size) {
      await rm(draft);
      throw new SourceError(`${url.host} sent ${size} of ${version.size} bytes. Import ${shown(url)} again.`);
    }
    await rename(draft, path);
  }

  /** Downloads the missing bytes of a file, or the whole file if the server does not support ranges. */
  async #part(url: URL, draft: string, begun: number, version: Version): Promise<void> {
    const { tag, changed } = version;
    const since = tag?.startsWith('"') ? tag : changed;
    const headers = begun > 0 ? { range: `bytes=${begun}-`, ...(since !== null && { 'if-range': since }) } : {};
    const response = await request(url, this.#options, { headers, maxBytes: version.size ?? MAX_UNDECLARED });
    const isRest = response.status === 206;
    const count = reportBytes(this.#progress, isRest ? begun : 0);
    await pipeline(response.chunks(), count, createWriteStream(draft, { flags: isRest ? 'a' : 'w' }));
  }

  async #check(url: URL, path: string): Promise<void> {
    const expected = await checksumOf(url, this.#options);
    if (!expected) return;
    const hash: Hash = createHash(expected.algorithm);
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
    if (hash.digest('hex') === expected.digest) return;
    for (const each of [path, versionFileOf(path)]) await rm(each);
    throw new SourceError(`The ${expected.algorithm} checksum of ${shown(url)} differs from the one in ${expected.from}. Import it again.`);
  }
}

/** Returns an address without its query, which may contain a signature. */
const shown = (url: URL): string => url.origin + url.pathname;

const versionFileOf = (path: string): string => `${path}.version`;

async function versionOf(url: URL, options: OutgoingRequestOptions): Promise<Version> {
  // A compressed transfer would report a different size.
  const response = await request(url, options, { method: 'HEAD' });
  const { headers } = response;
  await response.cancel();
  const length = headers.get('content-encoding') === null ? headers.get('content-length') : null;
  return { size: length === null ? undefined : Number(length), tag: headers.get('etag'), changed: headers.get('last-modified') };
}

type Transfer = Pick<FetchOptions, 'method' | 'maxBytes'> & { readonly headers?: Readonly<Record<string, string>> };

async function request(url: URL, { userAgent = USER_AGENT, onPause }: OutgoingRequestOptions, init: Transfer): Promise<BoundedResponse> {
  let response: BoundedResponse;
  try {
    response = await fetchPatiently(url, {
      ...init,
      headers: { 'accept-encoding': 'identity', 'user-agent': userAgent, ...init.headers },
      ...{ ...PATIENCE, onPause },
      timeout: TRANSFER_TIMEOUT,
      idleTimeout: IDLE_TIMEOUT,
    });
  } catch (error) {
    throw init.method === 'HEAD' ? failed(url, error) : error;
  }
  if (response.ok) return response;
  await response.cancel();
  throw new SourceError(`${url.host} returned HTTP status ${response.status} for ${url.pathname}. Check the address.`);
}

const isTooLarge = (error: unknown): boolean => error instanceof FetchError && error.code === 'too-large';

function failed(url: URL, error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  if (isTooLarge(error)) return new SourceError(`${(error as FetchError).message} The server declared a smaller size.`);
  if (error instanceof FetchError) return new SourceError(`${error.message} Import it again to resume.`);
  const { cause, message } = error as Error;
  return new SourceError(`Cannot read ${shown(url)} (${cause instanceof Error ? cause.message : message}). Import it again to resume.`);
}
