import http from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** From sending to the last byte. */
  readonly milliseconds: number;
}

export interface Sending {
  readonly method?: string;
  /** Below rest.php, with a slash before it; api.php is asked when left out. */
  readonly path?: string;
  /** Behind the `?`, sent as it is, whatever is wrong with it. */
  readonly query?: string;
  readonly body?: string | Uint8Array;
  /** A body in so many chunks, without its length. */
  readonly chunks?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** When it fires the connection is cut. */
  readonly signal?: AbortSignal;
}

/** Sends requests to one server, keeping connections but changing nothing: no encoding, no cookies but those given. */
export class Visitor {
  readonly #api: URL;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

  readonly #from: Readonly<Record<string, string>>;

  /** `api` is the address of api.php; `address` whence it seems to come, to a server that trusts this machine as a proxy. */
  constructor(api: string, address?: string) {
    this.#api = new URL(api);
    this.#from = address === undefined ? {} : { 'x-forwarded-for': address };
  }

  get api(): string {
    return this.#api.href;
  }

  send({ method = 'GET', path, query = '', body, chunks = [], headers = {}, signal }: Sending): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const begun = performance.now();
    const place = path === undefined ? this.#api.pathname : this.#api.pathname.replace(/api\.php$/, () => `rest.php${path}`);
    const options: http.RequestOptions = {
      host: this.#api.hostname,
      port: this.#api.port,
      path: query === '' ? place : `${place}?${query}`,
      method,
      agent: this.#agent,
      headers: { ...this.#from, ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      ...(signal && { signal }),
    };
    const request = http.request(options, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
          milliseconds: performance.now() - begun,
        }),
      );
    });
    request.on('error', reject);
    for (const chunk of chunks) request.write(chunk);
    request.end(body);
    return promise;
  }

  async json(params: Readonly<Record<string, string>>, cookie = ''): Promise<unknown> {
    const query = new URLSearchParams({ format: 'json', formatversion: '2', ...params }).toString();
    return JSON.parse((await this.send({ query, headers: { cookie } })).body);
  }

  /** Logs in with a main or a bot password; gives the `Cookie` header of the session. */
  async login(name: string, password: string): Promise<string> {
    const first = await this.send({ query: 'action=query&meta=tokens&type=login&format=json' });
    const { query } = JSON.parse(first.body) as { query: { tokens: { logintoken: string } } };
    const form = new URLSearchParams({ lgname: name, lgpassword: password, lgtoken: query.tokens.logintoken }).toString();
    const second = await this.send({
      method: 'POST',
      query: 'action=login&format=json',
      body: form,
      headers: { cookie: cookieOf(first), 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { login } = JSON.parse(second.body) as { login?: { result: string } };
    if (login?.result !== 'Success') throw new Error(`The login of ${name} failed: ${second.body}`);
    return cookieOf(second);
  }

  close(): void {
    this.#agent.destroy();
  }
}

const cookieOf = ({ headers }: Answer): string =>
  (headers['set-cookie'] ?? [])
    .map(cookie => cookie.slice(0, cookie.indexOf(';')))
    .filter(pair => !/=(?:deleted)?$/.test(pair))
    .join('; ');
