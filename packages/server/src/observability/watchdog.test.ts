import type { EngineName } from '@wikiquery/database';
import { expect, it } from 'vitest';
import { type Held, Watchdog } from './watchdog.ts';

const THRESHOLD = 100;

/** Returns the reports about a statement that blocks the event loop without using CPU time. */
function reportsOn(engine: EngineName): Held[] {
  const reports: Held[] = [];
  const watchdog = new Watchdog(THRESHOLD, held => reports.push(held));
  const request = watchdog.begin({ method: 'GET', query: 'action=query&list=allpages', headers: {}, ip: '127.0.0.1' });
  request.beforeStatement();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * THRESHOLD);
  request.afterStatement(engine);
  watchdog.close();
  return reports;
}

it('reports statements without CPU time only on SQLite, which may wait for the disk', () => {
  expect(reportsOn('sqlite')).toEqual([
    expect.objectContaining({ at: 'statement', request: expect.objectContaining({ modules: ['list=allpages'] }) }),
  ]);
  expect(reportsOn('mariadb')).toEqual([]);
  expect(reportsOn('postgres')).toEqual([]);
});
