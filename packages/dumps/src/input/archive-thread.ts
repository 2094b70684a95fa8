import { basename, dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { freezeIntrinsics } from '@wikiquery/hardening';
import type { SevenZipModuleFactory } from '7z-wasm';
import { SharedCounters, type Unpacked } from './exchange.ts';

freezeIntrinsics();

export interface ArchiveTask {
  readonly path: string;
  /** Names of files to unpack, or to leave out; neither is all. `list` gives the technical list before that, `only-list` nothing else. */
  readonly only?: string | undefined;
  readonly except?: readonly string[] | undefined;
  readonly list?: 'list' | 'only-list' | undefined;
  /** Of the exchange. */
  readonly memory: SharedArrayBuffer;
}

/** Bytes of a page of WebAssembly, and those that unpacking may take. */
const PAGE = 64 << 10;
const MOST_MEMORY = 256 << 20;
/** The exit code of a program that failed: https://documentation.help/7-Zip/exit_codes.htm */
const BROKEN = 2;

const { path, memory, only, except = [], list } = workerData as ArchiveTask;
const exchange = new SharedCounters(memory);
const post = (message: Unpacked): void => parentPort?.postMessage(message);

/** Whether more was asked for than there may be. */
let wantsMore = false;
limitMemory();
const complaints: string[] = [];
const lines: string[] = [];
const { FS, NODEFS, callMain } = await (await loadSevenZip())({
  print: line => lines.push(line),
  printErr: line => complaints.push(line),
});
FS.mkdir('/dump');
FS.mount(NODEFS, { root: dirname(path) }, '/dump');

const input = (NODEFS as unknown as { stream_ops: { read: (...args: [unknown, unknown, unknown, number, number]) => number } }).stream_ops;
const { read } = input;
input.read = (stream, bytes, offset, length, position) => {
  exchange.position = Math.max(exchange.position, position + length);
  return read(stream, bytes, offset, length, position);
};

// Names are no patterns, and may begin with any character.
const archive = ['-spd', '--', `/dump/${basename(path)}`];
const listed = list ? run(['l', '-slt', ...archive]) : 0;
if (list) post({ lines });
const code = listed === 0 && list !== 'only-list' ? unpack() : listed;
post({ problem: code === 0 ? undefined : problemOf() });

/** Optional, because the licence of its RAR decoder conflicts with the GPL. */
async function loadSevenZip(): Promise<SevenZipModuleFactory> {
  try {
    const { default: sevenZip } = await import('7z-wasm');
    return sevenZip as unknown as SevenZipModuleFactory;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('7-Zip, Zip, bzip2 and xz files need the package 7z-wasm. Install it in the folder of wikiquery: npm install 7z-wasm');
  }
}

function unpack(): number {
  passOn();
  return run(['x', '-so', '-bd', '-bso0', '-bsp0', ...except.map(name => `-x!${name}`), ...archive, ...(only === undefined ? [] : [only])]);
}

function run(args: string[]): number {
  try {
    return callMain(args) as unknown as number;
  } catch {
    // Compiled to WebAssembly, it cannot catch what it throws where an archive is damaged.
    return BROKEN;
  }
}

/** Its file system is made for the bytes of a terminal; whole pieces are quicker. */
function passOn(): void {
  const output = (FS as unknown as { streams: { stream_ops: object }[] }).streams[1] as { stream_ops: object };
  output.stream_ops = {
    ...output.stream_ops,
    write(_stream: unknown, bytes: Uint8Array, offset: number, length: number): number {
      exchange.wait(length);
      post({ chunk: Uint8Array.from(bytes.subarray(offset, offset + length)) });
      return length;
    },
  };
}

function problemOf(): string {
  if (wantsMore) return `Unpacking it takes more than ${MOST_MEMORY >> 20} MB of memory: unpack it with another program first.`;
  if (listed !== 0)
    return 'The archive is cut off or damaged: the list of its files, which stands at its end, cannot be read. Fetch it again.';
  const complaint = complaints.find(line => /error|end of/i.test(line));
  if (complaint === undefined || /unexpected end/i.test(complaint)) return 'It is cut off or damaged. Fetch it again.';
  return `7-Zip cannot unpack it: ${complaint.replace('/dump/', '').replace('ERROR: ', '')}`;
}

/**
 * An archive says how much memory unpacking it takes (the size of its dictionary), up to 4 GB. 7-Zip is told that there is no more than this, which
 * is enough for those of `7z -mx=9` and `xz -9` (64 MB).
 */
function limitMemory(): void {
  const { prototype } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } }).WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (pages) {
    wantsMore = this.buffer.byteLength + pages * PAGE > MOST_MEMORY;
    // Its memory allocator takes that for the end of all memory.
    if (wantsMore) throw new RangeError();
    return grow.call(this, pages);
  };
}

/** Of WebAssembly. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(this: Memory, pages: number): number;
}
