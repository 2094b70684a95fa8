import { type Requester, Scheduler } from './scheduler.ts';

export type { Requester } from './scheduler.ts';

// biome-ignore lint/suspicious/noExplicitAny: functions with any input
type Task = (input: any, host: any) => unknown;

type HostArgument<Run extends Task> = Parameters<Run> extends [unknown, infer Host] ? [host: Host] : [];

/** Runs a task with a copied input for a client. `host`: functions of the server that the task may call, if the task declares them. */
export type IsolatedTask<Run extends Task> = (
  input: Parameters<Run>[0],
  requester: Requester,
  ...hostArgument: HostArgument<Run>
) => Promise<Awaited<ReturnType<Run>>>;

/** Scheduler of all tasks of a server process, so that different kinds of tasks of a client count together. */
const scheduler = new Scheduler();

/**
 * Returns a function that runs a module's export in a separate process: `isolatedTask<typeof render>(import.meta.url, './render-task',
 * 'render')`. The input and the result are copied. The optional second parameter of the export contains asynchronous functions that run in
 * the server.
 *
 * A task may run again if its process ends, so its server functions must not write. Rejects with errors of the task or the server
 * functions, or with the reason of the aborted signal. Tasks over their limits fail with `timeout` or `memory-limit`. If too many tasks
 * of the client or of all clients wait, new tasks fail with `concurrency-limit` or `pool-queuefull`.
 */
export function isolatedTask<Run extends Task>(from: string, module: string, name: string): IsolatedTask<Run> {
  const { href } = new URL(`${module}.${from.endsWith('.ts') ? 'ts' : 'js'}`, from);
  return (input, requester, ...[host]) =>
    scheduler.run({ module: href, name, input, host: host ?? {}, requester }) as Promise<Awaited<ReturnType<Run>>>;
}
