import { Metrics } from '@wikiquery/server/extend';
import { expect, it } from 'vitest';
import { Totals } from './totals.ts';

it('the total metrics include the last counts of blocked and ended workers', async () => {
  const totals = new Totals();
  const worker = (place: number) => {
    const metrics = new Metrics();
    const request = () => {
      metrics.begin();
      metrics.request(200);
    };
    return { place, isAwake: true, tell: () => metrics.json(), request };
  };
  const count = async (...workers: Parameters<Totals['text']>[0][number][]) =>
    /requests_total\{status="200"\} (\d+)/.exec(await totals.text(workers, 2))?.[1];
  const [first, second, third] = [worker(1), worker(2), worker(2)];
  first.request();
  second.request();
  second.request();
  expect(await count(first, second)).toBe('3');
  first.request();
  expect(await count(first, { ...second, isAwake: false })).toBe('4');
  await totals.ended(second);
  expect(await count(first)).toBe('4');
  third.request();
  expect(await count(first, third)).toBe('5');
  await totals.ended(first);
  await totals.ended(third);
  expect(await count()).toBe('5');
});
