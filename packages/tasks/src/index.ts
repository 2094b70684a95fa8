import { type Requester, Scheduler } from './scheduler.ts';

export type { Requester } from './scheduler.ts';

/** The input and what it returns are copied; the functions of `host` stay in the server. */
// biome-ignore lint/suspicious/noExplicitAny: it stands for functions of any input.
type Task = (input: any, host: any) => unknown;

type Given<Run extends Task> = Parameters<Run> extends [unknown, infer Host] ? [host: Host] : [];

/** Runs a task in the process for long tasks. */
export type IsolatedTask<Run extends Task> = (
  input: Parameters<Run>[0],
  requester: Requester,
  ...given: Given<Run>
) => Promise<Awaited<ReturnType<Run>>>;

/** All tasks of a server's process share it: what one client asks for, of whatever kind, counts together. */
const scheduler = new Scheduler();

/**
 * The function `name` that the module exports, to be run in a process of its own: `isolatedTask<typeof render>(import.meta.url, './render-task', 'render')`.
 * Its second parameter, where it has one, are asynchronous functions of the server that it may call.
 *
 * A task whose process ends may run a second time, so its host functions must only read. Rejects with what the task or the host threw; with the signal's reason
 * when it is aborted; with the errors `timeout` and `memory-limit` for a task that is too long or too large; with `concurrency-limit` and `pool-queuefull`
 * when the client, or all clients together, have too many waiting tasks.
 */
export function isolatedTask<Run extends Task>(from: string, module: string, name: string): IsolatedTask<Run> {
  // Sources are run as they are written, packages as they were compiled.
  const { href } = new URL(`${module}.${from.endsWith('.ts') ? 'ts' : 'js'}`, from);
  return (input, requester, ...[host]) =>
    scheduler.run({ module: href, name, input, host: host ?? {}, requester }) as Promise<Awaited<ReturnType<Run>>>;
}
