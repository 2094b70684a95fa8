import { describe, expect, it, vi } from 'vitest';
import { followChannel } from './change-feed.ts';
import { hasRedis, needsRedis, RedisServer } from './redis.test-kit.ts';

const WAIT = { timeout: 30_000, interval: 20 };

describe.runIf(hasRedis)('the change feed of a Redis server', { meta: needsRedis }, () => {
  it('delivers the messages of its channel, and reports when the server stops and starts again', async () => {
    await using redis = await RedisServer.start();
    const events: string[] = [];
    await using _feed = followChannel(new URL(`${redis.url}/rc.sample`), {
      connected: () => events.push('connected'),
      disconnected: () => events.push('disconnected'),
      message: json => events.push(json),
    });
    await vi.waitFor(() => expect(events).toEqual(['connected']), WAIT);
    await redis.run(['PUBLISH', 'rc.other', '{"title":"Lamp"}'], ['PUBLISH', 'rc.sample', '{"title":"Pier"}']);
    await vi.waitFor(() => expect(events).toEqual(['connected', '{"title":"Pier"}']), WAIT);
    await redis.kill();
    await vi.waitFor(() => expect(events.at(-1)).toBe('disconnected'), WAIT);
    await redis.start();
    await vi.waitFor(() => expect(events.at(-1)).toBe('connected'), WAIT);
  });
});
