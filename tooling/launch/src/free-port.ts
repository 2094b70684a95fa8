import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below the ephemeral range: an outgoing connection could take an ephemeral port before the server does. */
const [FIRST, COUNT] = [12_000, 20_000];

let next = Math.floor(Math.random() * COUNT);

/** Returns a free loopback port, a different one on each call. Throws if none is free. */
export async function freePort(): Promise<number> {
  for (let i = 0; i < COUNT; i++) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error('no port of the loopback interface is free');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = once(probe.listen(port, '127.0.0.1'), 'listening').then(
    () => true,
    () => false,
  );
  if (!(await isListening)) return false;
  await new Promise(resolve => probe.close(resolve));
  return true;
}
