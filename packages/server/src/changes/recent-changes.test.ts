import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecentChanges } from './recent-changes.ts';

const LIFETIME = 60_000;
const SETTLING = 1000;
const SHORT = 400;
const [pier, lamp] = [
  { namespace: 0, dbkey: 'Pier' },
  { namespace: 0, dbkey: 'Lamp' },
];
let changes: RecentChanges;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  changes = new RecentChanges({ lifetime: LIFETIME, settling: SETTLING });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the lifetime of a response whose data is read now, after a moment. */
function lifetimeAfter(moment: number, pages?: readonly { namespace: number; dbkey: string }[]): () => number {
  const read = performance.now();
  vi.advanceTimersByTime(moment);
  return () => changes.lifetimeOf(read, pages);
}

it('limits lifetimes to a second while the feed is not connected, and for responses from before the connection', () => {
  const early = lifetimeAfter(1, [pier]);
  expect(early()).toBe(1000);
  changes.connected();
  expect(early()).toBe(1000);
  const late = lifetimeAfter(0, [pier]);
  expect(late()).toBe(LIFETIME);
  changes.disconnected();
  expect(late()).toBe(1000);
});

it('ends the lifetime of responses that depend on a changed page', () => {
  changes.connected();
  const [ofPier, ofLamp, ofBoth, ofList] = [[pier], [lamp], [lamp, pier], undefined].map(pages => lifetimeAfter(1, pages));
  changes.changed([pier]);
  expect([ofPier!(), ofLamp!(), ofBoth!(), ofList!()]).toEqual([0, LIFETIME, 0, SHORT]);
});

it('limits the lifetime of responses that may have been computed from a server without the change', () => {
  changes.connected();
  changes.changed([pier]);
  vi.advanceTimersByTime(1);
  const soon = lifetimeAfter(SETTLING, [pier]);
  const later = lifetimeAfter(0, [pier]);
  expect([soon(), later(), lifetimeAfter(0)()]).toEqual([SHORT, LIFETIME, LIFETIME]);
});

it('forgets changes that are older than any cached response, and the oldest of too many', () => {
  changes.connected();
  changes.changed([pier]);
  const read = lifetimeAfter(LIFETIME + 2 * SETTLING, [pier]);
  changes.changed([lamp]);
  expect(read()).toBe(LIFETIME);
  const beforeMany = lifetimeAfter(1, [pier]);
  changes.changed(Array.from({ length: 100_001 }, (_, id) => ({ namespace: 0, dbkey: `Page ${id}` })));
  expect(beforeMany()).toBe(1000);
});
