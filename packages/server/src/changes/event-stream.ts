import { setTimeout as delay } from 'node:timers/promises';
import { fetchBounded } from '@wikiquery/client/fetch';
import type { EventSourceMessage } from 'eventsource-parser';
import { log } from '../observability/log.ts';
import { oneLine } from '../start-error.ts';
import type { FeedListener } from './change-feed.ts';

/** Milliseconds until the first attempt to connect again. Doubles with each further attempt. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** Milliseconds without any event or comment after which the connection counts as broken. */
const SILENCE = 60_000;
/** Milliseconds after which the stream is opened again. */
const LONGEST_CONNECTION = 86_400_000;
/** Maximum bytes of an event. A stream with a longer one is closed. */
const LONGEST_EVENT = 1 << 20;

/** Subscribes to server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). Reconnects until it is disposed. */
export function followEventStream(address: URL, listener: FeedListener, userAgent: string): AsyncDisposable {
  const closing = new AbortController();
  const running = follow(address, listener, userAgent, closing.signal);
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await running;
    },
  };
}

async function follow(address: URL, listener: FeedListener, userAgent: string, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    try {
      await readStream(address, userAgent, signal, {
        connected() {
          pause = FIRST_PAUSE;
          listener.connected();
        },
        message: ({ data }) => listener.message(data),
      });
    } catch (error) {
      if (signal.aborted) return;
      log('warning', 'change-feed', { message: oneLine(error), retry: pause });
    }
    if (signal.aborted) return;
    listener.disconnected();
    await delay(pause, undefined, { ref: false, signal }).catch(() => {});
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}

interface StreamListener {
  connected(): void;
  message(message: EventSourceMessage): void;
}

async function readStream(address: URL, userAgent: string, signal: AbortSignal, listener: StreamListener): Promise<void> {
  const { createParser } = await import('eventsource-parser');
  const response = await fetchBounded(withoutCredentials(address), {
    headers: { Accept: 'text/event-stream', 'User-Agent': userAgent, ...credentialsOf(address) },
    ...{ signal, maxBytes: Number.POSITIVE_INFINITY, timeout: LONGEST_CONNECTION, idleTimeout: SILENCE },
  });
  if (!response.ok) {
    await response.cancel();
    throw new Error(`The change feed responded with status ${response.status}.`);
  }
  listener.connected();
  let length = 0;
  const parser = createParser({
    onEvent(event) {
      length = 0;
      listener.message(event);
    },
    onComment() {
      length = 0;
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.chunks()) {
    length += chunk.length;
    if (length > LONGEST_EVENT) throw new Error('The change feed sent an event of more than a mebibyte.');
    parser.feed(decoder.decode(chunk, { stream: true }));
  }
  throw new Error('The change feed closed the connection.');
}

/** `fetch` rejects addresses with credentials. */
function withoutCredentials(address: URL): URL {
  const plain = new URL(address);
  plain.username = '';
  plain.password = '';
  return plain;
}

const credentialsOf = ({ username, password }: URL): Record<string, string> =>
  username === ''
    ? {}
    : { Authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}` };
