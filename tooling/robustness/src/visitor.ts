import http from 'node:http';
import type { Question } from './requests/modules.ts';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** From the first byte sent to the last byte received. */
  readonly milliseconds: number;
}

export interface Sending {
  readonly method?: string;
  /** Below rest.php, with a leading slash. Default: api.php. */
  readonly path?: string;
  /** The query string, sent without any change. */
  readonly query?: string;
  readonly body?: string | Uint8Array;
  /** A body in chunks, without Content-Length. */
  readonly chunks?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection. */
  readonly signal?: AbortSignal;
}

export const FORM = 'application/x-www-form-urlencoded';

/** Sends requests over persistent connections without adding encodings or cookies. */
export class Visitor {
  readonly #api: URL;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  readonly #from: Readonly<Record<string, string>>;

  /** `address`: the client address in X-Forwarded-For, for servers that trust this machine as a proxy. */
  constructor(api: string, address?: string) {
    this.#api = new URL(api);
    this.#from = address === undefined ? {} : { 'x-forwarded-for': address };
  }

  get api(): string {
    return this.#api.href;
  }

  send(sending: Sending): Promise<Answer> {
    const { method = 'GET', path, query = '', body, chunks = [], headers = {}, signal } = sending;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const begun = performance.now();
    const { hostname: host, port, pathname } = this.#api;
    const target = path === undefined ? pathname : pathname.replace(/api\.php$/, () => `rest.php${path}`);
    const options: http.RequestOptions = {
      ...{ host, port, method, agent: this.#agent },
      path: query === '' ? target : `${target}?${query}`,
      headers: { ...this.#from, ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      ...(signal && { signal }),
    };
    const request = http.request(options, response => {
      const received: Buffer[] = [];
      response.on('data', (chunk: Buffer) => received.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(received).toString('utf8'),
          milliseconds: performance.now() - begun,
        }),
      );
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection at the same moment.
      const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !signal;
      if (isStale) resolve(this.send(sending));
      else reject(error);
    });
    for (const chunk of chunks) request.write(chunk);
    request.end(body);
    return promise;
  }

  /** Sends the parameters in the body, which has room for long values. */
  post(params: Question, cookie = ''): Promise<Answer> {
    const body = new URLSearchParams(params).toString();
    return this.send({ method: 'POST', body, headers: { cookie, 'content-type': FORM } });
  }

  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  async json(params: Question, cookie = ''): Promise<any> {
    return JSON.parse((await this.post({ action: 'query', format: 'json', formatversion: '2', ...params }, cookie)).body);
  }

  /** Logs in with a main or bot password. Returns the `Cookie` header of the session. */
  async login(lgname: string, lgpassword: string): Promise<string> {
    const first = await this.post({ action: 'query', meta: 'tokens', type: 'login', format: 'json' });
    const lgtoken: string = JSON.parse(first.body).query.tokens.logintoken;
    const second = await this.post({ action: 'login', format: 'json', lgname, lgpassword, lgtoken }, cookieOf(first));
    if (JSON.parse(second.body).login?.result !== 'Success') throw new Error(`The login of ${lgname} failed: ${second.body}`);
    return cookieOf(second);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The `Cookie` header for the cookies that a response sets. */
export const cookieOf = ({ headers }: Answer): string =>
  (headers['set-cookie'] ?? [])
    .map(cookie => cookie.slice(0, cookie.indexOf(';')))
    .filter(pair => !/=(?:deleted)?$/.test(pair))
    .join('; ');
