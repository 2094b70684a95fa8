import { existsSync, rmSync, statSync } from 'node:fs';
import SQLite from 'better-sqlite3';

/** Milliseconds to wait for searches that read the write-ahead log. */
const PATIENCE = 10_000;

/** Moves the write-ahead log into the file, so that the file alone is complete. Throws if a search reads an old state for too long. */
export function emptyLog(path: string): void {
  if (!existsSync(path) || !existsSync(`${path}-wal`)) return;
  const sqlite = new SQLite(path, { timeout: PATIENCE });
  try {
    if (!checkpoint(sqlite)) throw new Error('The search index is in use. Try again.');
  } finally {
    sqlite.close();
  }
}

/** Moves the write-ahead log into the file, and truncates it. Returns false if a search prevents this. */
export function checkpoint(sqlite: SQLite.Database): boolean {
  const [{ busy } = { busy: 1 }] = sqlite.pragma('wal_checkpoint(truncate)') as { busy: number }[];
  return busy === 0;
}

/** Deletes the empty log of a file that is about to be replaced. SQLite would apply a log to any file with the name. */
export function dropLog(path: string): void {
  emptyLog(path);
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0) throw new Error('The search index is in use. Try again.');
  for (const file of [`${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
}
