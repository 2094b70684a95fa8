import { ApiError } from '@wikiquery/core';

/** What the work gives, or throws; errors of the client name the module at `path` unless they name another one. Waits for nothing that is there. */
export function blamed<T>(path: string, work: () => Promise<T>): Promise<T>;
export function blamed<T>(path: string, work: () => T): T;
export function blamed(path: string, work: () => unknown): unknown {
  try {
    const done = work();
    return done instanceof Promise ? done.catch((error: unknown) => blame(path, error)) : done;
  } catch (error) {
    return blame(path, error);
  }
}

/** Throws the error again, with the path of the module unless it names another one. */
export function blame(path: string, error: unknown): never {
  if (error instanceof ApiError) error.module ??= path;
  throw error;
}
