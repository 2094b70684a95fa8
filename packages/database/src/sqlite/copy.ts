import { rename, rm } from 'node:fs/promises';
import SQLite from 'better-sqlite3';

const STEP = 1000;

/** Copies an SQLite file consistently, even during writes. Reports the number of copied pages. `to` appears once the copy is complete. */
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
