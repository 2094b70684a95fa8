import { afterAll, beforeAll } from 'vitest';
import { type SampleServer, serveSample } from './sample-server.ts';

/** Serves the sample wiki or another one for the tests of a `describe`. The addresses are set when the tests run. */
export function useSample(serve = serveSample): Pick<SampleServer, 'api' | 'origin'> {
  const server: Partial<SampleServer> = {};
  beforeAll(async () => void Object.assign(server, await serve()), 120_000);
  afterAll(() => server.stop?.());
  return server as SampleServer;
}
