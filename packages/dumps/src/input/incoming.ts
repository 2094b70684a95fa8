import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BoundedResponse, FetchError, type FetchOptions, fetchBounded } from '@wikiquery/client/fetch';
import { decodePath, localName } from '@wikiquery/file-storage';
import { SourceError } from '../context.ts';
import type { Progress } from '../progress.ts';
import { checksumOf } from './checksums.ts';

const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);
/** Standard input, as it is written on a command line. */
export const STANDARD_INPUT = '-';

/** What a server tells of a file, so that one that changed meanwhile is another. */
interface Version {
  readonly size: number | undefined;
  readonly tag: string | null;
  readonly changed: string | null;
}

/** How often a transfer that breaks off goes on, and how many milliseconds a server may be silent. */
const MOST_ATTEMPTS = 5;
const PATIENCE = 60_000;
/** Timeout of a whole transfer in milliseconds. */
const MOST_TIME = 7 * 86_400_000;
/** Most bytes from a server that declares no length. */
const MOST_UNDECLARED = 64 * 2 ** 30;

/** Files that come from elsewhere: they lie in a folder until they are imported, and a transfer that was ended goes on. */
export class Incoming {
  readonly #folder: string;
  readonly #progress: Progress;
  readonly #input: Readable;
  readonly #taken: string[] = [];

  constructor(folder: string, progress: Progress, input: Readable = process.stdin) {
    [this.#folder, this.#progress, this.#input] = [folder, progress, input];
  }

  /** The path of the file that a source is. Rejects with a `SourceError`. */
  async take(source: string): Promise<string> {
    if (source === STANDARD_INPUT) return this.#taking(await this.#read());
    if (!isAddress(source)) return source;
    const url = URL.parse(source);
    if (!url) throw new SourceError('This is not a valid address.');
    return this.#fetch(url);
  }

  /** Removes what was taken, unless it is to be imported again. */
  async clear(isImported: boolean): Promise<void> {
    for (const path of this.#taken) {
      for (const each of isImported ? [path, versionFileOf(path)] : []) await rm(each, { force: true });
      if (dirname(path) !== this.#folder) await rmdir(dirname(path)).catch(() => undefined);
    }
    // It may have others.
    await rmdir(this.#folder).catch(() => undefined);
  }

  #taking(path: string): string {
    this.#taken.push(path);
    return path;
  }

  async #read(): Promise<string> {
    if (process.stdin.isTTY && this.#input === process.stdin) throw new SourceError('Nothing comes from standard input: it is a terminal.');
    await mkdir(this.#folder, { recursive: true });
    const draft = join(this.#folder, `standard-input.${process.pid}.part`);
    const hash = createHash('sha1');
    this.#progress.begin('standard input', 0);
    let size = 0;
    const count = this.#through(bytes => {
      hash.update(bytes);
      size += bytes.length;
      this.#progress.update(size, { MB: Math.round(size / 1e6) });
    });
    try {
      await pipeline(this.#input, count, createWriteStream(draft));
    } catch (error) {
      // Standard input cannot be read again: the part is of no use.
      await rm(draft, { force: true });
      throw error;
    }
    this.#progress.end();
    const digest = hash.digest('hex').slice(0, 16);
    const path = join(this.#folder, `standard-input-${digest}`);
    await rename(draft, path);
    // The same bytes are the same dump.
    await utimes(path, 1, 1);
    return path;
  }

  async #fetch(url: URL): Promise<string> {
    const name = localName(decodePath(basename(url.pathname)), url.hostname);
    const path = join(this.#folder, createHash('sha1').update(url.href).digest('hex').slice(0, 8), name);
    const version = await versionOf(url);
    await mkdir(dirname(this.#taking(path)), { recursive: true });
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
        if (error instanceof SourceError || isTooLarge(error) || attempt >= MOST_ATTEMPTS) throw await this.#refused(url, draft, error);
        await new Promise(resolve => setTimeout(resolve, 200 * attempt ** 2));
      }
    }
    this.#progress.end();
    const { size } = await stat(draft);
    if (version.size !== undefined && size !== version.size) {
      await rm(draft);
      throw new SourceError(`${url.host} sent ${size} bytes of ${version.size}. Import it again.`);
    }
    await rename(draft, path);
  }

  /** Returns the error of a transfer that is not retried. A transfer longer than declared is useless. */
  async #refused(url: URL, draft: string, error: unknown): Promise<SourceError> {
    if (isTooLarge(error)) await rm(draft, { force: true });
    return failed(url, error);
  }

  /** What comes behind the bytes that are there, or everything from a server that cannot begin in the middle. */
  async #part(url: URL, draft: string, begun: number, version: Version): Promise<void> {
    const { tag, changed } = version;
    const since = tag?.startsWith('"') ? tag : changed;
    const headers = begun > 0 ? { range: `bytes=${begun}-`, ...(since !== null && { 'if-range': since }) } : {};
    const response = await ask(url, { headers, maxBytes: version.size ?? MOST_UNDECLARED });
    const isRest = response.status === 206;
    let size = isRest ? begun : 0;
    const count = this.#through(bytes => {
      size += bytes.length;
      this.#progress.update(size, { MB: Math.round(size / 1e6) });
    });
    await pipeline(response.chunks(), count, createWriteStream(draft, { flags: isRest ? 'a' : 'w' }));
  }

  async #check(url: URL, path: string): Promise<void> {
    const told = await checksumOf(url);
    if (!told) return;
    const hash: Hash = createHash(told.algorithm);
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
    if (hash.digest('hex') === told.digest) return;
    for (const each of [path, versionFileOf(path)]) await rm(each);
    throw new SourceError(`What came from ${url.host} has another checksum (${told.algorithm}) than ${told.from} tells. Import it again.`);
  }

  #through(look: (bytes: Uint8Array) => void) {
    return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const bytes of source) {
        look(bytes);
        yield bytes;
      }
    };
  }
}

const versionFileOf = (path: string): string => `${path}.version`;

async function versionOf(url: URL): Promise<Version> {
  // Compressed on the way, it would have another size.
  const response = await ask(url, { method: 'HEAD' });
  const { headers } = response;
  await response.cancel();
  const length = headers.get('content-encoding') === null ? headers.get('content-length') : null;
  return { size: length === null ? undefined : Number(length), tag: headers.get('etag'), changed: headers.get('last-modified') };
}

type Asking = Pick<FetchOptions, 'method' | 'maxBytes'> & { readonly headers?: Readonly<Record<string, string>> };

async function ask(url: URL, init: Asking): Promise<BoundedResponse> {
  let response: BoundedResponse;
  try {
    response = await fetchBounded(url, {
      ...init,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'wikiquery', ...init.headers },
      ...{ timeout: MOST_TIME, idleTimeout: PATIENCE },
    });
  } catch (error) {
    throw init.method === 'HEAD' ? failed(url, error) : error;
  }
  if (response.ok) return response;
  await response.cancel();
  throw new SourceError(
    `${url.host} answers ${response.status} for ${url.pathname}${response.status === 404 ? ': there is no such file' : ''}.`,
  );
}

const isTooLarge = (error: unknown): boolean => error instanceof FetchError && error.code === 'too-large';

function failed(url: URL, error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  if (isTooLarge(error)) return new SourceError(`${(error as FetchError).message} The server declared a smaller size.`);
  if (error instanceof FetchError) return new SourceError(`${error.message} Import it again: it resumes where it stopped.`);
  const { cause, message } = error as Error;
  return new SourceError(
    `${url.host} could not be read (${cause instanceof Error ? cause.message : message}). Import it again: it resumes where it stopped.`,
  );
}
