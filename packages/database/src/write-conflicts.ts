import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnusableError } from './errors.ts';

/** Maximum number of attempts, and milliseconds before the next attempt per previous attempt. */
const MOST_ATTEMPTS = 5;
const PAUSE = 200;

/** Whether the server rolled back because of another transaction: a deadlock, a conflict with another node, or a changed row (1020). */
export function isConflict(error: unknown): boolean {
  const { errno, code, cause } = (error ?? {}) as { readonly errno?: unknown; readonly code?: unknown; readonly cause?: unknown };
  if (errno === 1213 || errno === 1020 || code === '40001' || code === '40P01') return true;
  return cause !== undefined && cause !== error && isConflict(cause);
}

/** Repeats transactional work after a conflict; it resumes at its checkpoint. Rejects with a `DatabaseUnusableError` after 5 conflicts. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt >= MOST_ATTEMPTS)
        throw new DatabaseUnusableError(
          'Another program keeps writing to the same rows of the database. Stop it, and start this command again: it resumes where it stopped.',
        );
      await sleep(PAUSE * attempt);
    }
  }
}
