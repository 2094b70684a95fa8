import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Connection, type ConnectionOptions } from './connection.ts';

/** Device and inode numbers, which identify a file even after another file replaced it at the same path. */
export type FileIdentity = string;

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

/** Opens a file with this identity. Throws if another file has replaced it. */
export function connectTo(identity: FileIdentity | undefined, options: ConnectionOptions): Connection {
  const connection = new Connection(options);
  if (identity === undefined || identityNow(options.file) === identity) return connection;
  connection.close();
  throw Object.assign(new Error(`${options.file} was replaced.`), { code: REPLACED });
}

const REPLACED = 'SQLITE_REPLACED';

/** Returns the paths of journal files, which SQLite would apply to any database at this path. */
const besides = (file: string): string[] => [`${file}-wal`, `${file}-shm`];

export async function identitiesBeside(file: string): Promise<string[]> {
  const all = await Promise.all(besides(file).map(async path => [path, await identityAt(path)] as const));
  return all.flatMap(([path, identity]) => (identity === undefined ? [] : [`${path} ${identity}`]));
}

export function stillThere(strays: readonly string[]): string[] {
  return strays.flatMap(stray => {
    const [, path = '', identity] = /^(.*) (\S+)$/s.exec(stray) ?? [];
    return identityNow(path) === identity ? [path] : [];
  });
}

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Whether the error means that the file is damaged. A corrupt full-text index (`SQLITE_CORRUPT_VTAB`) affects only searches. */
export const isDamage = (code: string): boolean => /^SQLITE_(?:CORRUPT(?!_VTAB)|NOTADB|IOERR|CANTOPEN)/.test(code);

/** Whether a retry may succeed: after a lock, a schema change, lack of space or memory, or a replaced file. */
export const isPassing = (code: string): boolean =>
  /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|SCHEMA|READONLY|PERM|FULL|NOMEM|CORRUPT_VTAB|REPLACED)/.test(code);
