import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';

/** A dump file or archive member. Serializable for threads and checkpoints. */
export interface DumpLocation {
  readonly path: string;
  readonly member?: string | undefined;
  /** Display name of a temporary file. */
  readonly called?: string | undefined;
  /** Path of the folder relative to the imported one, because folders may hold equal file names. */
  readonly below?: string | undefined;
}

export function nameOf(place: DumpLocation): string {
  const name = place.below ? `${place.below}/${shortNameOf(place)}` : shortNameOf(place);
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const digest = createHash('sha1').update(name).digest('hex').slice(0, 16);
  return `${digest}…${name.slice(-SHOWN)}`;
}

export function shortNameOf({ path, member, called = basename(path) }: DumpLocation): string {
  return member === undefined ? called : `${called}/${member}`;
}

/** Maximum bytes of a checkpoint key without its prefix, and characters shown of a longer name. */
const MAX_BYTES = 240;
const SHOWN = 50;

/** Fingerprints that change with the content of a file and with the import filter. */
export interface Marks {
  readonly size: number;
  readonly mark: string;
  /** Fingerprint of earlier versions, without a digest. */
  readonly earlier: string;
}

/** Bytes to hash at both ends of a file: copied files may share size and time. */
const HASHED = 64 << 10;

export async function marksOf({ path }: DumpLocation, ...filter: readonly unknown[]): Promise<Marks> {
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    const hash = createHash('sha1');
    const piece = Buffer.alloc(Math.min(HASHED, size));
    for (const position of [0, size - piece.length]) {
      const { bytesRead } = await file.read(piece, 0, piece.length, position);
      hash.update(piece.subarray(0, bytesRead));
    }
    const facts = [size, mtimeMs, ...filter];
    return { size, mark: JSON.stringify([...facts, hash.digest('hex')]), earlier: JSON.stringify(facts) };
  } finally {
    await file.close();
  }
}
