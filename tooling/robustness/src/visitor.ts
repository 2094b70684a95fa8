import http from 'node:http';
import type { Question } from './requests/modules.ts';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** Time from the first byte sent to the last byte received. */
  readonly milliseconds: number;
}

export interface Sending {
  readonly method?: string;
  /** Path below rest.php, with a leading slash. Without a path, the request goes to api.php. */
  readonly path?: string;
  /** Query string, which is sent unchanged. */
  readonly query?: string;
  readonly body?: string | Uint8Array;
  /** Body that is sent in chunks, without Content-Length. */
  readonly chunks?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Signal that closes the connection. */
  readonly signal?: AbortSignal;
}

export const FORM = 'application/x-www-form-urlencoded';

/** An HTTP client with persistent connections that adds neither Accept-Encoding nor cookies to requests. */
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
      // The server may close an idle connection at the moment of the request, which is then repeated.
      const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !signal;
      if (isStale) resolve(this.send(sending));
      else reject(error);
    });
    for (const chunk of chunks) request.write(chunk);
    request.end(body);
    return promise;
  }

  /** Sends parameters in the body of a POST request, which may be longer than a URL. */
  post(params: Question, cookie = ''): Promise<Answer> {
    const body = new URLSearchParams(params).toString();
    return this.send({ method: 'POST', body, headers: { cookie, 'content-type': FORM } });
  }

  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  async json(params: Question, cookie = ''): Promise<any> {
    return JSON.parse((await this.post({ action: 'query', format: 'json', formatversion: '2', ...params }, cookie)).body);
  }

  /** Logs in with an account password or bot password. Returns the `Cookie` header of the session. */
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

/** Returns the `Cookie` header for the cookies that a response sets. */
export const cookieOf = ({ headers }: Answer): string =>
  (headers['set-cookie'] ?? [])
    .map(cookie => cookie.slice(0, cookie.indexOf(';')))
    .filter(pair => !/=(?:deleted)?$/.test(pair))
    .join('; ');
