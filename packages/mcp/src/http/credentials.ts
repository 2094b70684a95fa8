import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { bodyText } from '@wikiquery/engine';
import type { RoutedWiki } from '@wikiquery/server/extend';
import { LRUCache } from 'lru-cache';

/** Thrown if the wiki rejects the credentials of a client. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
}

type ClientAddress = Pick<ReturnType<RoutedWiki['clientOf']>, 'ip' | 'secure'>;

/** Headers with which requests of a client are sent to the API. */
export interface ApiHeaders {
  readonly cookie?: string;
  readonly authorization?: string;
  readonly 'user-agent'?: string;
}

/** Maximum number of sessions of bot passwords, and milliseconds until a session is renewed. */
const MOST_SESSIONS = 1000;
const LIFETIME = 600_000;
/** Maximum characters of a header with credentials. */
const MOST_OF_HEADER = 2000;

/**
 * Turns the credentials of HTTP requests into those of the API. A bot password (`Name@app:password`), as in Basic authentication or as a
 * Bearer token in Base64, becomes a session, which is cached. Cookies of a session, and the tokens of an upstream wiki, are passed on.
 */
export class ClientCredentials {
  readonly #wiki: RoutedWiki;
  readonly #sessions = new LRUCache<string, Promise<string>>({ max: MOST_SESSIONS, ttl: LIFETIME });

  constructor(wiki: RoutedWiki) {
    this.#wiki = wiki;
  }

  /** Returns the headers for the API. Rejects with a CredentialsError if the wiki does not accept the bot password. */
  async read({ authorization, cookie, 'user-agent': agent }: IncomingHttpHeaders, client: ClientAddress): Promise<ApiHeaders> {
    const common = agent === undefined ? {} : { 'user-agent': agent };
    if (authorization === undefined) return cookie === undefined ? common : { ...common, cookie };
    // Only the upstream wiki can check these tokens.
    if (this.#wiki.isProxied) return { ...common, authorization };
    const [, encoded = ''] = /^(?:Bearer|Basic) +([\w+/=-]+)$/i.exec(authorization.slice(0, MOST_OF_HEADER)) ?? [];
    const [, name, password] = /^([^:]{1,300}):(.{1,500})$/.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    if (name === undefined || password === undefined)
      throw new CredentialsError(
        'Send a bot password of the wiki as "Name@app:password", in Base64, as Bearer token or in Basic authentication.',
      );
    return { ...common, cookie: await this.#sessionOf(name, password, client) };
  }

  /** Removes the session of credentials, which the wiki has revoked. */
  forget(cookie: string | undefined): void {
    for (const [key, session] of this.#sessions.entries())
      void session.then(known => known === cookie && this.#sessions.delete(key)).catch(() => undefined);
  }

  #sessionOf(name: string, password: string, client: ClientAddress): Promise<string> {
    // Sessions are bound to the address in some configurations. The key must not contain the password.
    const key = hash('sha256', JSON.stringify([name, password, client.ip, client.secure]));
    const known = this.#sessions.get(key);
    if (known) return known;
    const session = this.#logIn(name, password, client);
    this.#sessions.set(key, session);
    session.catch(() => this.#sessions.delete(key));
    return session;
  }

  async #logIn(name: string, password: string, client: ClientAddress): Promise<string> {
    const token = await this.#send({ action: 'query', meta: 'tokens', type: 'login' }, '', client);
    const lgtoken = token.body.query?.tokens?.logintoken ?? '';
    const { body, cookie } = await this.#send({ action: 'login', lgname: name, lgpassword: password, lgtoken }, token.cookie, client);
    if (body.login?.result === 'Success') return cookie;
    throw new CredentialsError('The wiki does not accept this bot password. Create one at Special:BotPasswords.');
  }

  async #send(params: Record<string, string>, cookie: string, { ip, secure }: ClientAddress) {
    const response = await this.#wiki.answer({
      ...{ method: 'POST', query: '', body: new URLSearchParams({ ...params, format: 'json', formatversion: '2' }).toString() },
      ...{ headers: cookie === '' ? {} : { cookie }, ip, secure, signal: AbortSignal.timeout(PATIENCE) },
    });
    const set = [response.headers['Set-Cookie'] ?? []].flat().map(each => each.split(';', 1)[0] as string);
    const body = JSON.parse(bodyText(response)) as LoginResponse;
    return { body, cookie: merged(cookie, set) };
  }
}

interface LoginResponse {
  readonly query?: { readonly tokens?: { readonly logintoken?: string } };
  readonly login?: { readonly result?: string };
}

/** Timeout of a login in milliseconds. */
const PATIENCE = 10_000;

/** Adds cookies, which replace those of the same name. */
function merged(cookie: string, set: readonly string[]): string {
  const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='));
  const pairs = cookie.split('; ').filter(pair => pair !== '');
  return [...new Map([...pairs, ...set].map(pair => [nameOf(pair), pair])).values()].join('; ');
}
