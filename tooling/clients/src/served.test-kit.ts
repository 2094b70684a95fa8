import type { RunningServer } from '@wikiquery/launch/process';
import { Stand } from '@wikiquery/launch/stand';
import { afterAll, beforeAll } from 'vitest';

type Served = Pick<RunningServer, 'api' | 'origin'>;

/** Starts apps/server without arguments, so that it serves the sample wiki. */
const serveSample = (stand: Stand): Promise<Served> => stand.serve([], stand.folder());

/** Serves a wiki for the tests of a `describe`. The returned URLs are set before the first test runs. */
export function useServer(serve = serveSample): Served {
  const stand = new Stand();
  const server: Partial<Served> = {};
  beforeAll(async () => {
    const { api, origin } = await serve(stand);
    Object.assign(server, { api, origin });
  }, 120_000);
  afterAll(() => stand[Symbol.asyncDispose]());
  return server as Served;
}
