import { crc32 } from 'node:zlib';
import type { SevenZipModuleFactory } from '7z-wasm';

export interface Entry {
  readonly name: string;
  readonly body?: Uint8Array;
  /** Target, if the entry is a symbolic link. */
  readonly link?: string;
  /** Type in a tar archive: `1` is a hard link, `3` and `4` are devices, `6` is a pipe. */
  readonly type?: '1' | '3' | '4' | '6';
}

/** Returns a tar archive with the names as given: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06 */
export function tarOf(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ name, body = new Uint8Array(), link = '', type }) => {
    const long = Buffer.from(`${name}\0`);
    const kind = type ?? (link === '' ? '0' : '2');
    return [header('././@LongLink', long.length, 'L', ''), padded(long), header(name, body.length, kind, link), padded(body)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function header(name: string, size: number, type: string, link: string): Buffer {
  const block = Buffer.alloc(512);
  Buffer.from(name).copy(block, 0, 0, 99);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('14000000000\0', 136);
  block.write(type, 156);
  Buffer.from(link).copy(block, 157, 0, 99);
  block.write('ustar\x0000', 257);
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

const padded = (bytes: Uint8Array): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 511)]);

/** Returns a Zip archive of uncompressed files: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function zipOf(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, body = new Uint8Array(), link } of entries) {
    const [path, data] = [Buffer.from(name), Buffer.from(link ?? body)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt32LE(0x58210000, 6);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((link === undefined ? 0o100644 : 0o120777) * 0x10000, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, path]));
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** Returns a 7z archive in which hostile names replace harmless ones: https://py7zr.readthedocs.io/en/latest/archive_format.html */
export async function sevenZipOf(entries: readonly Entry[]): Promise<Buffer> {
  const { default: sevenZip } = (await import('7z-wasm')) as unknown as { default: SevenZipModuleFactory };
  const { FS, callMain } = await sevenZip({ print: () => {} });
  const named = entries.map((entry, at) => ({
    ...entry,
    file: `${String(at).padStart(6, '0')}${'x'.repeat(Math.max(0, entry.name.length - 6))}`,
  }));
  for (const { file, body = new Uint8Array([1]), link } of named) {
    if (link === undefined) FS.writeFile(file, body);
    else (FS as unknown as { symlink(target: string, path: string): void }).symlink(link, file);
  }
  callMain(['a', '-snl', '-mhc=off', 'archive.7z', ...named.map(({ file }) => file)]);
  const archive = Buffer.from(FS.readFile('archive.7z'));
  for (const { file, name } of named) {
    const [from, to] = [Buffer.from(`${file}\0`, 'utf16le'), Buffer.from(`${name}\0`.padStart(7, './'), 'utf16le')];
    const at = archive.lastIndexOf(from);
    if (at < 0 || from.length !== to.length) throw new Error(`${file} is not in the archive.`);
    to.copy(archive, at);
  }
  const begin = 32 + Number(archive.readBigUInt64LE(12));
  archive.writeUInt32LE(crc32(archive.subarray(begin, begin + Number(archive.readBigUInt64LE(20)))), 28);
  archive.writeUInt32LE(crc32(archive.subarray(12, 32)), 8);
  return archive;
}
