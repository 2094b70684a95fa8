import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';

/** A dump file or an archive member. It can be serialized for threads and checkpoints. */
export interface DumpLocation {
  readonly path: string;
  readonly member?: string | undefined;
  /** Name to display instead of that of a temporary file. */
  readonly called?: string | undefined;
  /** Path of the file's folder relative to the imported folder, because several folders may contain files of the same name. */
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

/** Maximum bytes of a checkpoint name without its prefix, and number of characters that remain of a longer name. */
const MAX_BYTES = 240;
const SHOWN = 50;

/** Fingerprints of a file and the import filter. They change if either changes. */
export interface Marks {
  readonly size: number;
  readonly mark: string;
  /** Fingerprint as earlier versions of this program stored it, without a digest. */
  readonly earlier: string;
}

/** Number of bytes to hash at both ends of a file, because copies of different files may have the same size and time. */
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
