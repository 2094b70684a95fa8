import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { BodyError, describeError, log, type RoutedWiki, VERSION } from '@wikiquery/server/extend';
import { isPublicWiki } from '@wikiquery/users';
import { createServer } from '../server.ts';
import type { DescriptionCache } from '../wiki/source.ts';
import { ClientCredentials, CredentialsError } from './credentials.ts';
import { isAllowedHost } from './hosts.ts';
import { localSource } from './local-source.ts';

/** Responds to an HTTP request for `/mcp`. */
export type McpHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface HandlerOptions {
  /** Further allowed host names. */
  readonly hosts: readonly string[];
  /** Maximum bytes of a body, unless the protocol's own limit is lower. */
  readonly bodyLimit: number;
}

/** Maximum bytes of a message. */
const MOST_BYTES = 1 << 20;
/** Seconds between two signs of life in a stream of events. */
const KEEP_ALIVE = 15;

/** Creates the handler of `/mcp`: Streamable HTTP without sessions. Each request has a server of its own, with the rights of its client. */
export function mcpHandler(wiki: RoutedWiki, { hosts, bodyLimit }: HandlerOptions): McpHandler {
  const { site, bodies, clientOf } = wiki;
  const admits = wiki.admission('mcp of ');
  const credentials = new ClientCredentials(wiki);
  const descriptions: DescriptionCache = new Map();
  const wikiName = typeof site.general.sitename === 'string' ? site.general.sitename : 'wiki';
  const failed = (error: unknown): void => log('error', 'mcp-failed', { error: describeError(error) });
  const protocol = createMcpHandler(
    ({ authInfo }) => createServer(authInfo?.extra?.source as never, { version: VERSION, wikiName, failed }),
    // No change is ever published, so that nothing can be subscribed to.
    { keepAliveMs: KEEP_ALIVE * 1000, maxSubscriptions: 0, onerror: () => undefined },
  );

  return async (request, response) => {
    try {
      if (!isAllowedHost(request.headers, site, hosts))
        return refuse(response, 403, 'This host is not allowed. Add it to the setting "mcpHosts".');
      if (!admits(request, response)) return;
      await respond(request, response);
    } catch (error) {
      if (error instanceof BodyError) refuse(response, error.status, error.message, { Connection: 'close' });
      else if (error instanceof CredentialsError) refuse(response, 401, error.message, CHALLENGE);
      else {
        failed(error);
        if (response.headersSent) response.destroy();
        else refuse(response, 500, 'An internal error occurred. The log of the server has the details.');
      }
    }
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const client = clientOf(request);
    const headers = await credentials.read(request.headers, client);
    if (!isPublicWiki(site) && headers.cookie === undefined && headers.authorization === undefined)
      return refuse(response, 401, 'This wiki is private. Send a bot password of the wiki.', CHALLENGE);
    const body = request.method === 'POST' ? await bodies.collect(request, client.ip, Math.min(bodyLimit, MOST_BYTES)) : undefined;
    if (body) response.once('close', body.release);
    const ending = new AbortController();
    response.once('close', () => ending.abort());
    const source = localSource(wiki, { client, headers, descriptions, sessionEnded: () => credentials.forget(headers.cookie) });
    const {
      status,
      headers: sent,
      body: content,
    } = await protocol.fetch(
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? 'GET',
        headers: forwardedHeaders(request),
        signal: ending.signal,
        ...(body && { body: new Uint8Array(body.bytes) }),
      }),
      { authInfo: { token: '', clientId: client.ip, scopes: [], extra: { source } } },
    );
    response.writeHead(status, { ...Object.fromEntries(sent), 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    if (content) await pipeline(Readable.fromWeb(content as never), response).catch(() => response.destroy());
    else response.end();
  }
}

/** Headers of the protocol. Others, such as credentials, are not for it. */
const FORWARDED = /^(?:accept|content-type|mcp-.*|last-event-id)$/;

function forwardedHeaders({ headers }: IncomingMessage): Headers {
  const forwarded = new Headers();
  for (const [name, value] of Object.entries(headers)) if (FORWARDED.test(name) && typeof value === 'string') forwarded.set(name, value);
  return forwarded;
}

/** Header that asks for credentials. */
const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="wiki", Basic realm="wiki"' };

/** Sends an error in the format of JSON-RPC. */
function refuse(response: ServerResponse, status: number, message: string, headers: Readonly<Record<string, string>> = {}): void {
  if (response.destroyed) return;
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Content-Length': Buffer.byteLength(body),
      ...headers,
    })
    .end(body);
}
