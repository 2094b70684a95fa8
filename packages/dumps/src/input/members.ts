import { crc32 } from 'node:zlib';
import { type ArchiveList, type ArchiveMember, listArchive, type Unpacking, unpack } from './archive.ts';
import { firstBytes, isArchive } from './signatures.ts';
import { readTar, type TarEntry } from './tar.ts';

/** Most members of an archive, and most characters of each name and of all names. */
const MOST_MEMBERS = 5_000_000;
const LONGEST_NAME = 4096;
const MOST_CHARACTERS = 256 << 20;

/** Opens the file as if it were none with members: the bytes of a tar. */
type OpenWhole = () => Promise<Unpacking>;

/** The files of an archive in their order, without folders. Rejects where the list cannot be read. */
export async function listMembers(path: string, wanted: number, openWhole: OpenWhole): Promise<ArchiveList> {
  if (isArchive(await firstBytes(path))) return listArchive(path, wanted);
  const members: ArchiveMember[] = [];
  let characters = 0;
  try {
    for await (const entry of readTar((await openWhole()).chunks)) {
      if (!(entry.isFile || entry.isLink) || entry.name.length > LONGEST_NAME) continue;
      members.push(memberOf(entry));
      characters += entry.name.length;
      if (members.length > MOST_MEMBERS) throw new Error(`The archive has more than ${MOST_MEMBERS} files.`);
      if (characters > MOST_CHARACTERS) throw new Error(`The names of the archive have more than ${MOST_CHARACTERS} characters.`);
    }
  } catch (error) {
    // Of an archive that was cut off, what stands before is there.
    if (members.length === 0) throw error;
  }
  return { files: members, beginning: new Uint8Array() };
}

const memberOf = ({ name, size, time, isLink }: TarEntry): ArchiveMember => ({ name, size, time, crc: undefined, isLink });

/** Whether it may be a file to import. */
export const isSound = ({ name, size, isLink }: ArchiveMember): boolean =>
  !isLink && name.length <= LONGEST_NAME && Number.isSafeInteger(size) && size >= 0;

/** One file of an archive. */
export async function openMember(path: string, member: string, openWhole: OpenWhole): Promise<Unpacking> {
  if (isArchive(await firstBytes(path))) return unpack(path, { only: member });
  const whole = await openWhole();
  const find = async function* (): AsyncGenerator<Uint8Array> {
    for await (const { name, isFile, body } of readTar(whole.chunks)) {
      if (name !== member || !isFile) continue;
      yield* body;
      return;
    }
    throw new Error(`The archive has no file ${member} any more.`);
  };
  return { position: () => whole.position(), chunks: find() };
}

/** The files that are wanted, in the order of the archive, each to be read before the next. `members` are all that it has. */
export async function* readMembers(
  path: string,
  members: readonly ArchiveMember[],
  isWanted: (name: string) => boolean,
  openWhole: OpenWhole,
): AsyncGenerator<{ readonly member: ArchiveMember; readonly chunks: AsyncIterable<Uint8Array>; readonly position: number }> {
  if (!isArchive(await firstBytes(path))) {
    const whole = await openWhole();
    for await (const entry of readTar(whole.chunks)) {
      const member = memberOf(entry);
      if (entry.isFile && isSound(member) && isWanted(member.name)) yield { member, chunks: entry.body, position: whole.position() };
    }
    return;
  }
  // All files come behind each other: their sizes tell where one ends, their checksums that it is the right one.
  const others = members.filter(({ name, size }) => size > LARGE && !isWanted(name)).map(({ name }) => name);
  const { chunks, position } = unpack(path, { except: others });
  const cutter = new Cutter(chunks);
  try {
    const left = new Set(others);
    for (const member of members) {
      if (left.has(member.name)) continue;
      const own = cutter.take(member);
      if (isSound(member) && isWanted(member.name)) yield { member, chunks: own, position: position() };
      for await (const _ of own);
    }
  } finally {
    await cutter.end();
  }
}

/** Bytes of a file that is worth being left out by name. */
const LARGE = 1 << 20;

/** Cuts a stream of bytes into files. */
class Cutter {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#pieces = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes, as many as the member has. Throws where they are others than the archive says. */
  async *take({ name, size, crc }: ArchiveMember): AsyncGenerator<Uint8Array> {
    let [left, sum] = [size, 0];
    while (left > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#pieces.next();
        if (next.done) throw new Error(`The archive ends within ${name}.`);
        this.#rest = new Uint8Array(next.value);
        continue;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      if (crc !== undefined) sum = crc32(piece, sum);
      if (left === 0 && crc !== undefined && sum !== crc) throw new Error(`${name} is damaged in the archive.`);
      yield piece;
    }
  }

  async end(): Promise<void> {
    await this.#pieces.return?.();
  }
}
