import type { WorkerOptions } from 'node:worker_threads';

/** Returns options without a prototype. Node reads options by name, so a property of a polluted prototype would count as an option. */
export const ownOptions = <T extends object>(options: T): T => Object.assign(Object.create(null) as object, options) as T;

/** Returns the environment for child processes. Node also passes inherited properties to them, so the object has no prototype. */
export const processEnvironment = (): NodeJS.ProcessEnv => ownOptions({ ...process.env });

/** Returns options for `new Worker`, without a prototype. The environment is that of the process, unless `options` contains another. */
export const threadOptions = (options: WorkerOptions): WorkerOptions =>
  ownOptions({ env: processEnvironment(), ...options, execArgv: conditionsOf(process.execArgv) });

/** Returns Node's arguments that threads need and accept: the conditions of package resolution. */
const conditionsOf = (args: readonly string[]): string[] =>
  args.filter((arg, at) => CONDITIONS.test(arg) || CONDITIONS_BEFORE_VALUE.test(args[at - 1] ?? ''));

const CONDITIONS = /^(?:--conditions|-C)(?:=|$)/;
const CONDITIONS_BEFORE_VALUE = /^(?:--conditions|-C)$/;
