import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';

/** Where the bytes of a dump are. Threads can be told. */
export interface DumpLocation {
  readonly path: string;
  /** The name of a file in the archive that lies there. */
  readonly member?: string | undefined;
  /** What it is called where it lies somewhere else for a while. */
  readonly called?: string | undefined;
  /** The folder in which it lies, below the one that was given: files of several may have one name. */
  readonly below?: string | undefined;
}

/** What people, and checkpoints, call it. */
export function nameOf(place: DumpLocation): string {
  const name = place.below ? `${place.below}/${shortNameOf(place)}` : shortNameOf(place);
  if (Buffer.byteLength(name) <= LONGEST) return name;
  const digest = createHash('sha1').update(name).digest('hex').slice(0, 16);
  return `${digest}…${name.slice(-SHOWN)}`;
}

/** Without the folder. */
export function shortNameOf({ path, member, called = basename(path) }: DumpLocation): string {
  return member === undefined ? called : `${called}/${member}`;
}

/** Bytes of the key of a checkpoint, which has something before the name, and characters that are kept of what is longer. */
const LONGEST = 240;
const SHOWN = 50;

/** What is another when the bytes or the wishes are others. */
export interface Marks {
  readonly size: number;
  readonly mark: string;
  /** As versions before this one noted it: without the digest. */
  readonly earlier: string;
}

/** Bytes at the beginning and at the end of a file that are looked at: size and time alone are those of others, too, where files were copied. */
const LOOKED_AT = 64 << 10;

export async function marksOf({ path }: DumpLocation, ...wishes: readonly unknown[]): Promise<Marks> {
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    const hash = createHash('sha1');
    const piece = Buffer.alloc(Math.min(LOOKED_AT, size));
    for (const position of [0, size - piece.length]) {
      const { bytesRead } = await file.read(piece, 0, piece.length, position);
      hash.update(piece.subarray(0, bytesRead));
    }
    const told = [size, mtimeMs, ...wishes];
    return { size, mark: JSON.stringify([...told, hash.digest('hex')]), earlier: JSON.stringify(told) };
  } finally {
    await file.close();
  }
}
