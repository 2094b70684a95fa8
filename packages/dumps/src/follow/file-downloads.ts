/** Milliseconds that a file may take. */
const PATIENCE = 600_000;
const MOST_REDIRECTS = 5;

/** A file that cannot be fetched; the message says why. */
export class DownloadError extends Error {}

/** Fetches uploaded files from the host of the wiki, and from hosts that the operator named. */
export class FileDownloads {
  readonly #api: URL;
  readonly #hosts: ReadonlySet<string>;
  readonly #signal: AbortSignal | undefined;

  constructor(api: URL, uploadHosts: readonly string[] = [], signal?: AbortSignal) {
    [this.#api, this.#hosts, this.#signal] = [api, new Set([api.host, ...uploadHosts]), signal];
  }

  /** Yields at most `size` bytes. Throws a `DownloadError` where there are more, or the host is not allowed. */
  async *get(address: string, size: number): AsyncGenerator<Uint8Array> {
    const patience = AbortSignal.timeout(PATIENCE);
    const signal = this.#signal ? AbortSignal.any([this.#signal, patience]) : patience;
    let left = size;
    try {
      const { body } = await this.#ask(address, signal);
      for await (const chunk of body ?? []) {
        left -= chunk.length;
        if (left < 0) throw new DownloadError(`it has more than the ${size} bytes that the wiki reports`);
        yield chunk;
      }
    } catch (error) {
      this.#signal?.throwIfAborted();
      if (error instanceof DownloadError) throw error;
      const { cause, message } = error as Error;
      throw new DownloadError(cause instanceof Error ? cause.message : message);
    }
  }

  async #ask(address: string, signal: AbortSignal): Promise<Response> {
    let url = this.#allowed(address, this.#api);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const headers = { 'User-Agent': 'wikiquery (follow)', 'Accept-Encoding': 'identity' };
      const response = await fetch(url, { headers, signal, redirect: 'manual' });
      const location = response.headers.get('location');
      const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
      if (response.ok) return response;
      await response.body?.cancel();
      if (!isRedirect) throw new DownloadError(`${url.host} answers ${response.status}`);
      url = this.#allowed(location, url);
    }
    throw new DownloadError(`${url.host} redirects more than ${MOST_REDIRECTS} times`);
  }

  #allowed(address: string, base: URL): URL {
    const url = URL.parse(address, base.href);
    if (!url || !/^https?:$/.test(url.protocol)) throw new DownloadError('its address is none of HTTP');
    if (url.protocol !== this.#api.protocol && url.protocol !== 'https:') throw new DownloadError(`${url.host} does not use HTTPS`);
    if (!this.#hosts.has(url.host))
      throw new DownloadError(`it lies on another host. If ${url.host} belongs to the wiki, allow it with --upload-host ${url.host}`);
    return url;
  }
}
