import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { defineServerExtension, integer, millisOf, optional, setting } from '@wikiquery/server/extend';

/** Most processes by default: each has its own memory. */
const MOST = 4;
const DAY = 86_400_000;

/** Runs a server in several processes that share its port. */
export default defineServerExtension({
  name: 'workers',
  settings: {
    workers: optional(integer('N', 1, 128), 'processes that answer: one a core, at most 4, when left out; 1 for the sample wiki', {
      fixed: true,
    }),
    stuck: setting(integer('MS', 0, DAY), 10_000, 'a worker that is blocked for so long is ended and replaced, milliseconds; 0: never', {
      fixed: true,
    }),
  },
  processes: {
    count: ({ workers }) => workers ?? Math.min(availableParallelism(), MOST),
    join: settings => (cluster.isWorker ? import('./worker.ts').then(({ joinWorkers }) => joinWorkers(millisOf(settings))) : undefined),
    supervise(settings, state) {
      const count = settings.workers ?? (state.isSample ? 1 : Math.min(availableParallelism(), MOST));
      return count > 1 ? import('./supervisor.ts').then(({ superviseWorkers }) => superviseWorkers(count, state, settings)) : undefined;
    },
  },
});
