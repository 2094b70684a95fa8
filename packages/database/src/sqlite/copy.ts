import { rename, rm } from 'node:fs/promises';
import SQLite from 'better-sqlite3';

const STEP = 1000;

/** Copies an SQLite file consistently, even while others write to it. Reports the number of copied pages. The target appears only when complete. */
export async function copyDatabase(from: string, to: string, report: (pages: number) => void): Promise<void> {
  const draft = `${to}.part-${process.pid}`;
  const source = new SQLite(from, { readonly: true, fileMustExist: true });
  try {
    await source.backup(draft, {
      progress({ totalPages, remainingPages }) {
        report(totalPages - remainingPages);
        return STEP;
      },
    });
    await rename(draft, to);
  } finally {
    source.close();
    await rm(draft, { force: true });
  }
}
