import { wiki } from '@wikiquery/client';
import { bodyText } from '@wikiquery/engine';
import { documentsOf } from '@wikiquery/schema';
import type { RoutedWiki } from '@wikiquery/server/extend';
import type { DescriptionCache, WikiSource } from '../wiki/source.ts';
import type { ApiHeaders } from './credentials.ts';

/** Client of an MCP request, for whom requests are sent to the API in this process. */
export interface LocalClient {
  readonly client: { readonly ip: string; readonly secure: boolean };
  readonly headers: ApiHeaders;
  readonly descriptions: DescriptionCache;
  /** Called when the wiki no longer accepts the session in `headers`. */
  readonly sessionEnded?: () => void;
}

/** Returns the wiki of this process, with the rights and the limits of a client. `opened`: the wiki, which may still be opened. */
export function localSource(
  opened: RoutedWiki | Promise<RoutedWiki>,
  { client, headers, descriptions, sessionEnded }: LocalClient,
): WikiSource {
  const { ip, secure } = client;
  /** Sends a request to the API without HTTP. */
  const send: typeof fetch = async (url, { method = 'GET', body, signal } = {}) => {
    const local = await opened;
    const {
      status,
      headers: sent,
      ...content
    } = await local.answer({
      method: method as 'GET' | 'POST',
      query: (url as URL).search.slice(1),
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      ...{ headers: { ...headers }, ip, secure },
      signal: signal ?? new AbortController().signal,
    });
    if (sent['MediaWiki-API-Error'] === 'assertuserfailed') sessionEnded?.();
    // A real Response would encode and decode the text without need.
    const text = async (): Promise<string> => bodyText(content);
    return {
      ok: status < 400,
      status,
      statusText: `HTTP status ${status}`,
      headers: new Headers(sent as Record<string, string>),
      text,
    } as Response;
  };
  const isLoggedIn = headers.cookie !== undefined || headers.authorization !== undefined;
  return {
    wiki: wiki(API, {
      ...{ fetch: send, retries: 0, onWarning: () => undefined },
      // Otherwise an expired session would become an anonymous client without notice.
      ...(isLoggedIn && { params: { assert: 'user' } }),
    }),
    requester: { ip },
    descriptions,
    async fetchImage(url, maxBytes) {
      const local = await opened;
      const path = URL.parse(url, API)?.pathname;
      const folder = [`${local.scriptPath}/images/`, '/images/'].find(each => path?.startsWith(each));
      return folder === undefined ? undefined : local.readImage(`/${path?.slice(folder.length)}`, maxBytes);
    },
    resultSchema: async (group, name) =>
      documentsOf(await (await opened).offer(), (kind, module) => `${kind}/${module}`).get(`${group}/${name}`),
  };
}

/** Address for the client, which is never resolved. */
const API = 'http://localhost/api.php';
