import { afterAll, beforeAll } from 'vitest';
import { type SampleServer, serveSample } from './sample-server.ts';

/** The sample wiki or another one, served for the tests of a `describe`: its addresses are there once they run. */
export function useSample(serve = serveSample): Pick<SampleServer, 'api' | 'origin'> {
  const server: Partial<SampleServer> = {};
  beforeAll(async () => void Object.assign(server, await serve()), 120_000);
  afterAll(() => server.stop?.());
  return server as SampleServer;
}
