export { workersOf } from './count.ts';
export { type Supervised, superviseWorkers } from './supervisor.ts';
export { isWorker, joinWorkers, type Shared } from './worker.ts';
