import { closeSync, openSync } from 'node:fs';
import SQLite from 'better-sqlite3';

/** Raised when the tables change: a file of another edition is emptied. */
const EDITION = 1;
/** Tells the file from those of others: "wqrc". */
const APPLICATION = 0x77717263;

const TABLES = `
  create table result (key text primary key, value text not null, size integer not null, used integer not null) without rowid;
  create index result_used on result (used);
  create table total (bytes integer not null);
  insert into total values (0);
  create trigger result_added after insert on result begin update total set bytes = bytes + new.size; end;
  create trigger result_gone after delete on result begin update total set bytes = bytes - old.size; end;
  create trigger result_changed after update of size on result begin update total set bytes = bytes + new.size - old.size; end;
`;

/** The file, made where there is none. Throws an Error for a file that is something else. */
export function openStorage(path: string, patience: number): SQLite.Database {
  // What it holds may be hidden later.
  closeSync(openSync(path, 'a', 0o600));
  const sqlite = new SQLite(path, { timeout: patience });
  try {
    if (sqlite.pragma('application_id', { simple: true }) !== APPLICATION && hasTables(sqlite))
      throw new Error(`${path} is the database of another program.`);
    sqlite.pragma('journal_mode = wal');
    sqlite.pragma('synchronous = normal');
    if (!isCurrent(sqlite)) sqlite.transaction(() => makeTables(sqlite)).immediate();
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

const isCurrent = (sqlite: SQLite.Database): boolean =>
  sqlite.pragma('application_id', { simple: true }) === APPLICATION && sqlite.pragma('user_version', { simple: true }) === EDITION;

const hasTables = (sqlite: SQLite.Database): boolean => sqlite.prepare('select 1 from sqlite_schema limit 1').get() !== undefined;

function makeTables(sqlite: SQLite.Database): void {
  // Another process may have been faster.
  if (isCurrent(sqlite)) return;
  sqlite.exec('drop table if exists result; drop table if exists total');
  sqlite.exec(TABLES);
  sqlite.pragma(`application_id = ${APPLICATION}`);
  sqlite.pragma(`user_version = ${EDITION}`);
}
