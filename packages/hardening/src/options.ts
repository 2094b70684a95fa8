import type { WorkerOptions } from 'node:worker_threads';

/** Returns options without a prototype. Node reads options by name, so a property of a polluted prototype would count as an option. */
export const ownOptions = <T extends object>(options: T): T => Object.assign(Object.create(null) as object, options) as T;

/** Returns the environment for child processes. Node also passes inherited properties on, so the object has no prototype. */
export const processEnvironment = (): NodeJS.ProcessEnv => ownOptions({ ...process.env });

/** Returns options of a thread. Its environment is that of the process unless another is given. */
export const threadOptions = (options: WorkerOptions): WorkerOptions =>
  ownOptions({ env: processEnvironment(), ...options, execArgv: conditionsOf(process.execArgv) });

/** The arguments of Node that threads need and accept: the conditions of package resolution. */
const conditionsOf = (args: readonly string[]): string[] =>
  args.filter((arg, at) => CONDITIONS.test(arg) || CONDITIONS_BEFORE_VALUE.test(args[at - 1] ?? ''));

const CONDITIONS = /^(?:--conditions|-C)(?:=|$)/;
const CONDITIONS_BEFORE_VALUE = /^(?:--conditions|-C)$/;
