import type { Site, Title } from '@wikiquery/core';
import { withoutPassword } from '@wikiquery/database';
import { StartError } from '../start-error.ts';
import { OTHER_PAGE, type PolledWiki, pollDatabase, titlesOf } from './database-feed.ts';
import type { ChangeReceiver } from './recent-changes.ts';

/** Receives the messages of a feed: the JSON objects of MediaWiki's `JSONRCFeedFormatter`. */
export interface FeedListener {
  /** The feed delivers all messages from now on. */
  connected(): void;
  disconnected(): void;
  message(json: string): void;
}

/** A server extension that supports further addresses. */
interface FeedProvider {
  changes?(address: URL, listener: FeedListener): Promise<AsyncDisposable | undefined>;
}

/** The value of the setting `changeFeed` for polls of the database. */
const POLL = 'poll';

export interface ChangeFeedContext {
  readonly wiki: PolledWiki & { readonly site: Pick<Site, 'general'> };
  readonly extensions: readonly FeedProvider[];
  readonly userAgent: string;
}

/** Opens the feed that the setting `changeFeed` names. Rejects with a StartError if no package supports its address. */
export async function openChangeFeed(place: string, context: ChangeFeedContext, receiver: ChangeReceiver): Promise<AsyncDisposable> {
  const { wiki, extensions, userAgent } = context;
  if (place === POLL) return pollDatabase(wiki, receiver);
  const address = new URL(place);
  const listener: FeedListener = {
    connected: () => receiver.connected(),
    disconnected: () => receiver.disconnected(),
    message(json) {
      const pages = pagesOf(json, wiki);
      if (pages.length > 0) receiver.changed(pages);
    },
  };
  if (/^https?:$/.test(address.protocol)) {
    const { followEventStream } = await import('./event-stream.ts');
    return followEventStream(address, listener, userAgent);
  }
  for (const { changes } of extensions) {
    const feed = await changes?.(address, listener);
    if (feed) return feed;
  }
  throw new StartError([
    `No installed package supports the change feed ${withoutPassword(place)}. Use "${POLL}", an event stream (https://…), or install @wikiquery/shared-state for redis://.`,
  ]);
}

/** Returns the changed pages of a message; none if the message is about another wiki. */
function pagesOf(json: string, { site, titles }: ChangeFeedContext['wiki']): Title[] {
  const message = parse(json);
  if (!message || !isOfWiki(message, site)) return [];
  const { title, log_params: params } = message;
  const others = Object.entries(isObject(params) ? params : {}).filter(([name]) => OTHER_PAGE.test(name));
  const texts = [title, ...others.map(([, value]) => value)].filter(text => typeof text === 'string');
  return titlesOf(texts, titles);
}

/** EventStreams carries the changes of all wikis. */
function isOfWiki({ wiki, server_name: host }: Readonly<Record<string, unknown>>, { general }: Pick<Site, 'general'>): boolean {
  if (typeof wiki === 'string' && typeof general.wikiid === 'string') return wiki === general.wikiid;
  return typeof host !== 'string' || host === general.servername;
}

function parse(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
