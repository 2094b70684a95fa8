import { closeSync, openSync } from 'node:fs';
import SQLite from 'better-sqlite3';

/** Version of the tables. Files with another version are emptied. */
const VERSION = 2;
/** SQLite application id: "wqrc". */
const APPLICATION_ID = 0x77717263;

const TABLES = `
  create table result (key text primary key, value text not null, size integer not null, used integer not null) without rowid;
  create index result_used on result (used);
  create table total (bytes integer not null);
  insert into total values (0);
  create trigger result_added after insert on result begin update total set bytes = bytes + new.size; end;
  create trigger result_gone after delete on result begin update total set bytes = bytes - old.size; end;
  create trigger result_changed after update of size on result begin update total set bytes = bytes + new.size - old.size; end;
`;

/** Opens or creates the cache file. Throws an Error if it belongs to another program. */
export function openStorage(path: string, timeout: number): SQLite.Database {
  // Only this account may read the file, because its content may be suppressed later.
  closeSync(openSync(path, 'a', 0o600));
  const sqlite = new SQLite(path, { timeout: timeout });
  try {
    if (sqlite.pragma('application_id', { simple: true }) !== APPLICATION_ID && hasTables(sqlite))
      throw new Error(`${path} is the database of another program.`);
    sqlite.pragma('journal_mode = wal');
    sqlite.pragma('synchronous = normal');
    if (!isCurrent(sqlite)) sqlite.transaction(() => createTables(sqlite)).immediate();
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

const isCurrent = (sqlite: SQLite.Database): boolean =>
  sqlite.pragma('application_id', { simple: true }) === APPLICATION_ID && sqlite.pragma('user_version', { simple: true }) === VERSION;

const hasTables = (sqlite: SQLite.Database): boolean => sqlite.prepare('select 1 from sqlite_schema limit 1').get() !== undefined;

function createTables(sqlite: SQLite.Database): void {
  if (isCurrent(sqlite)) return;
  sqlite.exec('drop table if exists result; drop table if exists total');
  sqlite.exec(TABLES);
  sqlite.pragma(`application_id = ${APPLICATION_ID}`);
  sqlite.pragma(`user_version = ${VERSION}`);
}
