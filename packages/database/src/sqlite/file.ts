import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Connection, type ConnectionOptions } from './connection.ts';

/** Tells a file from another one that lies at the same place later: device and number. As long as a file is open, no other gets its number. */
export type FileIdentity = string;

/** Undefined where there is no file. */
export async function identityAt(path: string): Promise<FileIdentity | undefined> {
  return stat(path, { bigint: true }).then(identityOf, ignoreMissing);
}

export function identityNow(path: string): FileIdentity | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && identityOf(found);
}

const identityOf = ({ dev, ino }: BigIntStats): FileIdentity => `${dev}:${ino}`;

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

/** A connection to this file, not to one that came in its place. */
export function connectTo(identity: FileIdentity | undefined, options: ConnectionOptions): Connection {
  const connection = new Connection(options);
  if (identity === undefined || identityNow(options.file) === identity) return connection;
  connection.close();
  throw Object.assign(new Error(`${options.file} was replaced.`), { code: REPLACED });
}

const REPLACED = 'SQLITE_REPLACED';

/** Files beside a database that SQLite takes for a part of it, whatever database they were of. */
const besides = (file: string): string[] => [`${file}-wal`, `${file}-shm`];

/** Those that are there, each with its identity. */
export async function identitiesBeside(file: string): Promise<string[]> {
  const all = await Promise.all(besides(file).map(async path => [path, await identityAt(path)] as const));
  return all.flatMap(([path, identity]) => (identity === undefined ? [] : [`${path} ${identity}`]));
}

/** The paths of those that are still there. */
export function stillThere(strays: readonly string[]): string[] {
  return strays.flatMap(stray => {
    const [, path = '', identity] = /^(.*) (\S+)$/s.exec(stray) ?? [];
    return identityNow(path) === identity ? [path] : [];
  });
}

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * A file that cannot be read as it is: every statement would fail sooner or later. An index of words that does not fit its texts
 * (`SQLITE_CORRUPT_VTAB`) concerns searches alone.
 */
export const isDamage = (code: string): boolean => /^SQLITE_(?:CORRUPT(?!_VTAB)|NOTADB|IOERR|CANTOPEN)/.test(code);

/** What may be over at the next try: a writer that holds the file, tables that change, no room for what is sorted, a file that was replaced. */
export const isPassing = (code: string): boolean =>
  /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|SCHEMA|READONLY|PERM|FULL|NOMEM|CORRUPT_VTAB|REPLACED)/.test(code);
