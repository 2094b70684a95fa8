import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { defineServerExtension, duration, integer, millisOf, optional, setting } from '@wikiquery/server/extend';

/** Maximum of the default number of processes, because each process has its own memory. */
const MOST = 4;
const DAY = 86_400_000;

/** Server extension that runs a server in several processes, which share its port. */
export default defineServerExtension({
  name: 'workers',
  settings: {
    workers: optional(integer('N', 1, 128), 'number of processes. Default: one for each core, at most 4; 1 for the sample wiki', {
      fixed: true,
    }),
    stuck: setting(duration(0, DAY), 10_000, 'kill and replace a worker that is blocked for this long; 0: never', { fixed: true }),
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
