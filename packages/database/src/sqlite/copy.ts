import { rename, rm } from 'node:fs/promises';
import SQLite from 'better-sqlite3';

/** Pages that are copied before others have their turn. */
const STEP = 1000;

/** Copies an SQLite file as it is at one moment, also while others write to it; `tell` gets how many pages are copied. The target is there whole or not at all. */
export async function copyDatabase(from: string, to: string, tell: (pages: number) => void): Promise<void> {
  const draft = `${to}.part-${process.pid}`;
  const source = new SQLite(from, { readonly: true, fileMustExist: true });
  try {
    await source.backup(draft, {
      progress({ totalPages, remainingPages }) {
        tell(totalPages - remainingPages);
        return STEP;
      },
    });
    await rename(draft, to);
  } finally {
    source.close();
    await rm(draft, { force: true });
  }
}
