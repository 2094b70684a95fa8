import { crc32 } from 'node:zlib';
import { type ArchiveList, type ArchiveMember, listArchive, type Unpacking, unpack } from './archive.ts';
import { firstBytes, isArchive } from './signatures.ts';
import { ByteReader, readTar, type TarEntry } from './tar.ts';

/** Maximum number of members in an archive, and maximum characters of one name and of all names. */
const MAX_MEMBERS = 5_000_000;
const MAX_NAME = 4096;
const MAX_CHARACTERS = 256 << 20;

/** Opens the archive as one stream of the bytes of a tar. */
type OpenWhole = () => Promise<Unpacking>;

/** Lists the files of an archive, without folders, and reads the first `length` bytes. Rejects if the list cannot be read. */
export async function listMembers(path: string, length: number, openWhole: OpenWhole): Promise<ArchiveList> {
  if (isArchive(await firstBytes(path))) return listArchive(path, length);
  const members: ArchiveMember[] = [];
  let characters = 0;
  try {
    for await (const entry of readTar((await openWhole()).chunks)) {
      if (!(entry.isFile || entry.isLink) || entry.name.length > MAX_NAME) continue;
      members.push(memberOf(entry));
      characters += entry.name.length;
      if (members.length > MAX_MEMBERS) throw new Error(`The archive has more than ${MAX_MEMBERS} files. Unpack it and import the folder.`);
      if (characters > MAX_CHARACTERS) throw new Error(`The file names in the archive have more than ${MAX_CHARACTERS} characters.`);
    }
  } catch (error) {
    // The files before the end of a truncated archive are still listed.
    if (members.length === 0) throw error;
  }
  return { files: members, beginning: new Uint8Array() };
}

const memberOf = ({ name, size, time, isLink }: TarEntry): ArchiveMember => ({ name, size, time, crc: undefined, isLink });

export const isSound = ({ name, size, isLink }: ArchiveMember): boolean =>
  !isLink && name.length <= MAX_NAME && Number.isSafeInteger(size) && size >= 0;

export async function openMember(path: string, member: string, openWhole: OpenWhole): Promise<Unpacking> {
  if (isArchive(await firstBytes(path))) return unpack(path, { only: member });
  const whole = await openWhole();
  const find = async function* (): AsyncGenerator<Uint8Array> {
    for await (const { name, isFile, body } of readTar(whole.chunks)) {
      if (name !== member || !isFile) continue;
      yield* body;
      return;
    }
    throw new Error(`The archive no longer holds ${member}.`);
  };
  return { position: () => whole.position(), chunks: find() };
}

/** Reads the selected files in archive order. Each must be read before the next. `members` lists all files of the archive. */
export async function* readMembers(
  path: string,
  members: readonly ArchiveMember[],
  isSelected: (name: string) => boolean,
  openWhole: OpenWhole,
): AsyncGenerator<{ readonly member: ArchiveMember; readonly chunks: AsyncIterable<Uint8Array>; readonly position: number }> {
  if (!isArchive(await firstBytes(path))) {
    const whole = await openWhole();
    for await (const entry of readTar(whole.chunks)) {
      const member = memberOf(entry);
      if (entry.isFile && isSound(member) && isSelected(member.name)) yield { member, chunks: entry.body, position: whole.position() };
    }
    return;
  }
  // 7-Zip returns all files as one stream. Their sizes separate them, and their checksums verify this.
  const others = members.filter(({ name, size }) => size > LARGE && !isSelected(name)).map(({ name }) => name);
  const { chunks, position } = unpack(path, { except: others });
  const bytes = new ByteReader(chunks);
  try {
    const skipped = new Set(others);
    for (const member of members) {
      if (skipped.has(member.name)) continue;
      const content = readContent(bytes, member);
      if (isSound(member) && isSelected(member.name)) yield { member, chunks: content, position: position() };
      for await (const _ of content);
    }
  } finally {
    await bytes.end();
  }
}

/** Minimum bytes of a file that is excluded from unpacking by its name if it is not selected. */
const LARGE = 1 << 20;

/** Reads the bytes of one member. Throws if they do not match the checksum. */
async function* readContent(bytes: ByteReader, { name, size, crc }: ArchiveMember): AsyncGenerator<Uint8Array> {
  let [left, sum] = [size, 0];
  while (left > 0) {
    const piece = await bytes.some(left, name);
    left -= piece.length;
    if (crc !== undefined) sum = crc32(piece, sum);
    if (left === 0 && crc !== undefined && sum !== crc) throw new Error(`${name} is damaged in the archive.`);
    yield piece;
  }
}
