import { type Requester, Scheduler, type TaskBounds } from './scheduler.ts';

export type { Requester, TaskBounds } from './scheduler.ts';

// biome-ignore lint/suspicious/noExplicitAny: functions with any input
type Task = (input: any, host: any) => unknown;

type HostArgument<Run extends Task> = Parameters<Run> extends [unknown, infer Host] ? [host: Host] : [];

/** Runs a task with a copied input for a client. `host`: functions of the server that the task may call, if the task declares them. */
export type IsolatedTask<Run extends Task> = (
  input: Parameters<Run>[0],
  requester: Requester,
  ...hostArgument: HostArgument<Run>
) => Promise<Awaited<ReturnType<Run>>>;

/** Processes that run tasks, with a queue and limits of their own. */
export type TaskPool = Pick<Scheduler, 'run' | 'close'>;

/** Creates a pool for tasks that need other limits than those in the README, such as tasks in native code. */
export const createTaskPool = (bounds: Partial<TaskBounds>): TaskPool => new Scheduler(bounds);

/** Scheduler of most tasks of a server process, so that different kinds of tasks of a client count together. */
const scheduler: TaskPool = new Scheduler();

/**
 * Returns a function that runs a module's export in a separate process: `isolatedTask<typeof render>(import.meta.url, './render-task',
 * 'render')`. The input and the result are copied. The optional second parameter of the export contains asynchronous functions that run in
 * the server.
 *
 * A task may run again if its process ends, so its server functions must not write. Rejects with errors of the task or the server
 * functions, or with the reason of the aborted signal. Tasks over their limits fail with `timeout` or `memory-limit`. If too many tasks
 * of the client or of all clients wait, new tasks fail with `concurrency-limit` or `pool-queuefull`. `pool`: the processes that run the
 * task. Default: those that all tasks share.
 */
export function isolatedTask<Run extends Task>(from: string, module: string, name: string, pool: TaskPool = scheduler): IsolatedTask<Run> {
  const { href } = new URL(`${module}.${from.endsWith('.ts') ? 'ts' : 'js'}`, from);
  return (input, requester, ...[host]) =>
    pool.run({ module: href, name, input, host: host ?? {}, requester }) as Promise<Awaited<ReturnType<Run>>>;
}
