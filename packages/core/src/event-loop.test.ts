import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { claimTick, shortenTicks, Yielder, yieldToEventLoop } from './event-loop.ts';

it('yieldToEventLoop resumes waiting tasks in order, one per event-loop tick', async () => {
  const order: string[] = [];
  const wait = async (name: string) => {
    await yieldToEventLoop();
    order.push(name);
  };
  const all = [wait('a'), wait('b'), wait('c')];
  for (let i = 0; i < 4; i++) {
    await turn();
    order.push('turn');
  }
  await Promise.all(all);
  expect(order.filter(name => name !== 'turn')).toEqual(['a', 'b', 'c']);
  expect(order.join()).not.toMatch(/[abc],[abc]/);
});

it('claimTick gives the current tick to the first long task and one later tick to each of the others', async () => {
  await turn();
  expect(claimTick()).toBeUndefined();
  const [second, third] = [claimTick(), claimTick()];
  expect(second).toBeInstanceOf(Promise);
  await Promise.all([second, third]);
  await turn();
  expect(claimTick()).toBeUndefined();
  await turn();
});

it('shortenTicks delays long tasks for up to 10 ms while connections arrive', async () => {
  const begun = performance.now();
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  const at = (time: number) => clock.mockReturnValue(begun + time);
  at(0);
  shortenTicks();
  let isOn = false;
  const own = claimTick()?.then(() => (isOn = true));
  for (const time of [1, 2.5, 4, 5.5, 7, 8.5, 9.9]) {
    at(time);
    await turn();
    expect({ time, isOn }).toEqual({ time, isOn: false });
    shortenTicks();
  }
  // Connections still arrive, but the maximum delay has passed.
  at(10);
  await turn();
  await own;
  expect(isOn).toBe(true);
  shortenTicks();
  expect(claimTick()).toBeInstanceOf(Promise);
  at(12);
  await turn();
  await turn();
  expect(claimTick()).toBeUndefined();
});

it('a Yielder reports that a yield is due after 5 ms', async () => {
  const begun = performance.now() + 100;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(begun);
  onTestFinished(() => clock.mockRestore());
  const yielder = new Yielder();
  clock.mockReturnValue(begun + 5);
  expect(yielder.isDue).toBe(false);
  clock.mockReturnValue(begun + 6);
  expect(yielder.isDue).toBe(true);
  await yielder.yield();
  expect(yielder.isDue).toBe(false);
  expect(await yielder.join(['a', 'b'], part => part.toUpperCase())).toBe('AB');
});
