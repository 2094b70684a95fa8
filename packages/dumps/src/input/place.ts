import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** Where the bytes of a dump are. Threads can be told. */
export interface Place {
  readonly path: string;
  /** The name of a file in the archive that lies there. */
  readonly member?: string | undefined;
}

/** What people, and checkpoints, call it. */
export const nameOf = ({ path, member }: Place): string => (member === undefined ? basename(path) : `${basename(path)}/${member}`);

/** What is another when the bytes are others: size and time of the file. */
export async function markOf({ path }: Place): Promise<{ readonly size: number; readonly mtimeMs: number }> {
  const { size, mtimeMs } = await stat(path);
  return { size, mtimeMs };
}
