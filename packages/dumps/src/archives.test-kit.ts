import { crc32, deflateSync } from 'node:zlib';
import type { SevenZipModuleFactory } from '7z-wasm';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Creates a 7-Zip or Zip archive of the files. The extension of `name` determines its type. */
export async function archiveOf(files: Files, name = 'archive.7z'): Promise<Buffer> {
  const { default: sevenZip } = (await import('7z-wasm')) as unknown as { default: SevenZipModuleFactory };
  const { FS, callMain } = await sevenZip({ print: () => {} });
  const made = new Set<string>();
  for (const [path, content] of Object.entries(files)) {
    const folders = path.split('/').slice(0, -1);
    for (const at of folders.keys()) {
      const folder = folders.slice(0, at + 1).join('/');
      if (!made.has(folder)) FS.mkdir(folder);
      made.add(folder);
    }
    FS.writeFile(path, content);
  }
  callMain(['a', name, ...new Set(Object.keys(files).map(path => path.split('/')[0] as string))]);
  return Buffer.from(FS.readFile(name));
}

export function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc((width + 1) * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
