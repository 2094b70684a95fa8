import { expect, it } from 'vitest';
import { DatabaseUnavailableError } from './errors.ts';
import { FairShare, type Share } from './fair-share.ts';

it('databases that wait for a connection take turns', async () => {
  const shares = new FairShare(2);
  const [busy, hot, calm] = [shares.join(), shares.join(), shares.join()];
  expect([shares.take(busy), shares.take(busy)]).toEqual([undefined, undefined]);
  const order: string[] = [];
  const take = async (share: Share, name: string): Promise<void> => {
    await shares.take(share);
    order.push(name);
  };
  const taking = [take(hot, 'hot 1'), take(hot, 'hot 2'), take(hot, 'hot 3'), take(calm, 'calm 1'), take(calm, 'calm 2')];
  shares.giveBack(busy);
  shares.giveBack(busy);
  await taking[0];
  for (const share of [hot, calm, hot]) shares.giveBack(share);
  await Promise.all(taking);
  expect(order).toEqual(['hot 1', 'calm 1', 'hot 2', 'calm 2', 'hot 3']);
  expect([hot.busy, calm.busy]).toEqual([1, 1]);
});

it('one of several databases uses at most three quarters of the connections', () => {
  const shares = new FairShare(8);
  const slow = shares.join();
  const other = shares.join();
  for (let i = 0; i < 20; i++) void shares.take(slow);
  expect([slow.busy, slow.queue.length]).toEqual([6, 14]);
  expect([shares.take(other), shares.take(other)]).toEqual([undefined, undefined]);
  shares.giveBack(other);
  expect(slow.busy).toBe(6);
  shares.giveBack(other);
  shares.leave(other);
  expect([slow.busy, slow.queue.length]).toEqual([8, 12]);
});

it('a statement is rejected if too many statements of its database are waiting', () => {
  const shares = new FairShare(1);
  const [full, other] = [shares.join(), shares.join()];
  for (let i = 0; i < 1001; i++) void shares.take(full);
  expect(() => shares.take(full)).toThrow(DatabaseUnavailableError);
  expect(shares.take(other)).toBeInstanceOf(Promise);
});
