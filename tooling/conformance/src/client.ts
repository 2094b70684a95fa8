import http from 'node:http';
import https from 'node:https';

/** A complete HTTP response. */
export interface Response {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Properties of a request besides its parameters. */
export interface RequestShape {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of parameters that a POST request sends in its URL. */
  readonly inUrl?: readonly string[];
  /** Raw query string that is appended to the encoded parameters. */
  readonly raw?: string;
}

/** Options of a `Client`. */
export interface ClientOptions {
  /** Request timeout in milliseconds. */
  readonly timeout: number;
  /** Whether to store cookies. False for anonymous users, so that their requests are independent. */
  readonly keepsCookies: boolean;
}

/** Thrown if a response is too slow or too large. A retry would not help. */
export class AnswerLimitError extends Error {}

/** Sends requests to an `api.php`, and stores cookies between them. */
export class Client {
  readonly #base: URL;
  readonly #options: ClientOptions;
  readonly #cookies = new Map<string, string>();

  constructor(base: string, options: ClientOptions) {
    this.#base = new URL(base);
    this.#options = options;
  }

  /** Sends a request with these parameters. Throws an AnswerLimitError for a response that is too slow or too large. */
  async send(params: Readonly<Record<string, string>>, shape: RequestShape = {}): Promise<Response> {
    const { method = 'GET', headers = {}, inUrl = [], raw = '' } = shape;
    const isInUrl = ([name]: [string, string]): boolean => method === 'GET' || inUrl.includes(name);
    const all = Object.entries(params);
    const query = [encode(all.filter(isInUrl)), raw].filter(Boolean).join('&');
    const form = method === 'POST' ? encode(all.filter(param => !isInUrl(param))) : undefined;
    const response = await request(query ? `${this.#base.href}?${query}` : this.#base.href, {
      method,
      body: form,
      timeout: this.#options.timeout,
      headers: {
        'user-agent': 'wikiquery-conformance',
        accept: '*/*',
        ...headers,
        ...this.#cookieHeader(),
        ...(form !== undefined && {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(Buffer.byteLength(form)),
        }),
      },
    });
    if (this.#options.keepsCookies) for (const cookie of response.headers['set-cookie'] ?? []) this.#keep(cookie);
    return response;
  }

  /** Requests `path` from the same host, exactly as written. */
  ask(path: string, { method, headers = {} }: { readonly method: string; readonly headers?: RequestShape['headers'] }): Promise<Response> {
    const { timeout } = this.#options;
    return request(this.#base.href, { path, method, body: undefined, timeout, headers: { ...headers, ...this.#cookieHeader() } });
  }

  #cookieHeader(): { readonly cookie?: string } {
    return this.#cookies.size > 0 ? { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {};
  }

  /** Sends a request in formatversion 2 and parses the response. */
  async json(params: Readonly<Record<string, string>>, shape?: RequestShape): Promise<Answers> {
    const { status, body } = await this.send({ format: 'json', formatversion: '2', ...params }, shape);
    try {
      return JSON.parse(body) as Answers;
    } catch {
      throw new Error(`${status}, not JSON: ${body.slice(0, 200)}`);
    }
  }

  /** Logs in with `action=login`, or with `action=clientlogin` if that fails. Throws if both fail. */
  async login(user: string, password: string): Promise<void> {
    const plain = await this.json({ action: 'login', lgname: user, lgpassword: password, lgtoken: await this.#loginToken() }, POST);
    if (plain.login?.result === 'Success') return;
    const form = { action: 'clientlogin', username: user, password, logintoken: await this.#loginToken(), loginreturnurl: this.#base.href };
    const interactive = await this.json(form, POST);
    if (interactive.clientlogin?.status === 'PASS') return;
    const answer = JSON.stringify(interactive.clientlogin ?? interactive.error ?? plain).slice(0, 200);
    throw new Error(`login of ${user} failed: ${answer}`);
  }

  async #loginToken(): Promise<string> {
    const answer = await this.json({ action: 'query', meta: 'tokens', type: 'login' });
    return answer.query?.tokens?.logintoken ?? '';
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (value === '' || value === 'deleted') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** The parts of responses that this tool reads. */
export interface Answers {
  readonly login?: { readonly result?: string };
  readonly clientlogin?: { readonly status?: string };
  readonly error?: unknown;
  readonly query?: {
    readonly tokens?: { readonly logintoken?: string };
    readonly general?: { readonly server?: string; readonly generator?: string };
  };
  readonly paraminfo?: {
    readonly modules?: readonly { readonly parameters?: readonly { readonly name: string; readonly type: unknown }[] }[];
  };
}

const POST: RequestShape = { method: 'POST' };
const LARGEST_ANSWER = 64 * 2 ** 20;
const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

function encode(params: readonly [string, string][]): string {
  return params.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%20', '+')}`).join('&');
}

interface RequestOptions {
  readonly method: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: string | undefined;
  readonly timeout: number;
  /** Overrides the path of the URL. */
  readonly path?: string;
}

function request(url: string, { method, headers, body, timeout, path }: RequestOptions): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const isSecure = url.startsWith('https:');
  const agent = isSecure ? agents.https : agents.http;
  const sent = (isSecure ? https : http).request(url, { method, headers, agent, ...(path !== undefined && { path }) }, answer => {
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LARGEST_ANSWER) sent.destroy(new AnswerLimitError(`response of more than ${LARGEST_ANSWER} bytes`));
    });
    answer.on('end', () => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString('utf8') });
    });
    answer.on('error', reject);
  });
  const timer = setTimeout(() => sent.destroy(new AnswerLimitError(`no response within ${timeout} ms`)), timeout);
  sent.on('close', () => clearTimeout(timer));
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
