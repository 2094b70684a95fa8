import type { Wiki } from '@wikiquery/client';
import type { Requester } from '@wikiquery/tasks';

/** The wiki that the tools read, in this process or on another server. */
export interface WikiSource {
  /** Client of the action API. */
  readonly wiki: Wiki;
  /** Client for whom long work runs in separate processes. */
  readonly requester: Pick<Requester, 'ip'>;
  /** Cached descriptions of modules, which all clients of the wiki share. */
  readonly descriptions: DescriptionCache;
  /** Fetches an image at a URL that the wiki has returned. Resolves to undefined if it is unavailable or larger than `maxBytes`. */
  fetchImage(url: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /** Returns the JSON Schema of the result of a query module; undefined if it is unknown. */
  resultSchema?(group: string, name: string): Promise<object | undefined>;
}

/** Modules by the path in a request of `action=paraminfo`. They do not depend on the user. */
export type DescriptionCache = Map<string, Promise<unknown>>;
