import type { Sides } from './judge.ts';

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** Renders the pages one by one on each side; the first page only warms up. Returns lines with pages per second and median milliseconds per page. */
export async function measure(titles: readonly string[], sides: Sides): Promise<string[]> {
  const [first = '', ...others] = titles;
  const lines: string[] = [];
  for (const [name, ask] of [
    ['MediaWiki', sides.there],
    ['here', sides.here],
  ] as const) {
    const make = (page: string): Promise<unknown> => ask({ action: 'parse', page, prop: 'text' });
    await make(first);
    const times: number[] = [];
    for (const title of others) {
      const begin = performance.now();
      await make(title);
      times.push(performance.now() - begin);
    }
    const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
    lines.push(`${(times.length / seconds).toFixed(1).padStart(9)} pages/s, median ${median(times).toFixed(1)} ms: ${name}`);
  }
  return lines;
}
