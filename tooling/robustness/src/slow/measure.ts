/**
 * Prints how long light requests take while slow ones run: one that began lately, one that a known slow statement began, and two more than
 * there are threads. `node --conditions=@wikiquery/source tooling/robustness/src/slow/measure.ts`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startSlowServer } from './slow-server.ts';

const SECONDS = 8;
const DEADLINE = 2000;

for (const slow of [0, 1, 4]) {
  const server = await startSlowServer(DEADLINE);
  try {
    for (let i = 0; i < 300; i++) await server.askLight();
    let goesOn = true;
    const burdens = Array.from({ length: slow }, async () => {
      while (goesOn) await server.askSlow();
    });
    const times: number[] = [];
    for (const end = performance.now() + SECONDS * 1000; performance.now() < end; await sleep(2)) {
      times.push((await server.askLight()).milliseconds);
    }
    goesOn = false;
    await Promise.all(burdens);
    times.sort((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);
    console.log(`${slow} slow at a time: ${times.length} light requests, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`);
  } finally {
    await server.stop();
  }
}
