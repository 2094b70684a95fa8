import { type BoundedResponse, FetchError } from '@wikiquery/client/fetch';
import { fetchPatiently } from '@wikiquery/client/retries';
import { type OutgoingRequestOptions, PATIENCE, USER_AGENT } from '../context.ts';

const TIMEOUT = 600_000;
/** Maximum characters of an invalid address in a message. */
const MOST_SHOWN = 200;
const MAX_REDIRECTS = 5;

/** Thrown if a file cannot be downloaded. The message is the end of a sentence. */
export class DownloadError extends Error {}

export interface FileDownloadOptions extends OutgoingRequestOptions {
  /** Hosts, with ports, besides that of the API. */
  readonly uploadHosts?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export class FileDownloads {
  readonly #api: URL;
  readonly #hosts: ReadonlySet<string>;
  readonly #options: FileDownloadOptions;

  constructor(api: URL, options: FileDownloadOptions = {}) {
    [this.#api, this.#hosts, this.#options] = [api, new Set([api.host, ...(options.uploadHosts ?? [])]), options];
  }

  /** Hosts, with ports, from which files may be downloaded. */
  get hosts(): readonly string[] {
    return [...this.#hosts];
  }

  /** Yields the bytes of a file, at most `size`. Throws a `DownloadError` if there are more, or if the host is not allowed. */
  async *get(address: string, size: number): AsyncGenerator<Uint8Array> {
    try {
      yield* (await this.#request(address, size)).chunks();
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      const isTooLarge = error.code === 'too-large';
      throw new DownloadError(isTooLarge ? `it is larger than the ${size} bytes that the wiki reports` : error.message);
    }
  }

  async #request(address: string, maxBytes: number): Promise<BoundedResponse> {
    let url = this.#allowed(address, this.#api);
    const { userAgent = USER_AGENT, onPause, signal } = this.#options;
    const headers = { 'User-Agent': userAgent, 'Accept-Encoding': 'identity' };
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await fetchPatiently(url, {
        ...{ headers, maxBytes, timeout: TIMEOUT, signal, redirect: 'manual' },
        ...{ ...PATIENCE, onPause },
      });
      const location = response.headers.get('location');
      const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
      if (response.ok) return response;
      await response.cancel();
      if (!isRedirect) throw new DownloadError(`${url.host} returned HTTP status ${response.status}`);
      url = this.#allowed(location, url);
    }
    throw new DownloadError(`${url.host} redirects more than ${MAX_REDIRECTS} times`);
  }

  #allowed(address: string, base: URL): URL {
    const url = URL.parse(address, base.href);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new DownloadError(`its address "${address.slice(0, MOST_SHOWN)}" is not an HTTP address`);
    if (url.protocol !== this.#api.protocol && url.protocol !== 'https:') throw new DownloadError(`${url.host} does not use HTTPS`);
    if (!this.#hosts.has(url.host))
      throw new DownloadError(`it is on another host. If ${url.host} belongs to the wiki, start again with --upload-host ${url.host}`);
    return url;
  }
}
