/** Program of a `Scheduler`'s child process. Runs one task after the other. */

import { setPriority } from 'node:os';
import { freezeIntrinsics } from '@wikiquery/hardening';
import { createBirpc } from 'birpc';
import type { ChildCalls, HostCalls } from './calls.ts';
import { slicedChannel } from './sliced-channel.ts';

freezeIntrinsics();

/** Nice value of this process, which gives priority to the server. */
const NICE = 5;

setPriority(NICE);
// A terminal sends signals to all processes, but the server decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

const server = createBirpc<HostCalls, ChildCalls>(
  {
    async load(module) {
      await import(module);
    },
    async run(module, name, input) {
      const { [name]: task } = (await import(module)) as Record<string, (input: unknown, host: object) => unknown>;
      return task?.(input, host);
    },
  },
  slicedChannel(
    // Ignores errors, because the server may have exited.
    slice => process.send?.(slice, undefined, undefined, () => undefined),
    take => process.on('message', take),
  ),
);

const host: object = new Proxy(
  {},
  {
    get:
      (_, name) =>
      (...args: readonly unknown[]) =>
        server.call(String(name), args),
  },
);
