import type { WorkerOptions } from 'node:worker_threads';

/** Options without a prototype: Node reads many by name, and would take what somebody has put into a prototype for options. */
export const ownOptions = <T extends object>(options: T): T => Object.assign(Object.create(null) as object, options) as T;

/** The environment of this process for those that it starts. Node passes on inherited properties, too: here there are none. */
export const processEnvironment = (): NodeJS.ProcessEnv => ownOptions({ ...process.env });

/** Options of a thread of this program, which has the environment of the process unless another is given. */
export const threadOptions = (options: WorkerOptions): WorkerOptions =>
  ownOptions({ env: processEnvironment(), ...options, execArgv: conditionsOf(process.execArgv) });

/** Of the arguments of Node those that threads need and take: under which conditions packages are resolved. */
const conditionsOf = (args: readonly string[]): string[] =>
  args.filter((arg, at) => CONDITIONS.test(arg) || CONDITIONS_BEFORE_VALUE.test(args[at - 1] ?? ''));

const CONDITIONS = /^(?:--conditions|-C)(?:=|$)/;
const CONDITIONS_BEFORE_VALUE = /^(?:--conditions|-C)$/;
