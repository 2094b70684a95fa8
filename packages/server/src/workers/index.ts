export { superviseWorkers } from './supervisor.ts';
export { isWorker, joinWorkers, type Shared } from './worker.ts';
