import { basename, dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { freezeIntrinsics } from '@wikiquery/hardening';
import type { SevenZipModuleFactory } from '7z-wasm';
import { SharedCounters, type UnpackMessage } from './exchange.ts';

freezeIntrinsics();

export interface ArchiveTask {
  readonly path: string;
  /** File to unpack, or files to exclude. Default: all files. `list` posts the list of files first, and `only-list` posts nothing else. */
  readonly only?: string | undefined;
  readonly except?: readonly string[] | undefined;
  readonly list?: 'list' | 'only-list' | undefined;
  readonly memory: SharedArrayBuffer;
}

/** Size of a WebAssembly memory page, and maximum memory, in bytes. */
const PAGE = 64 << 10;
const MAX_MEMORY = 256 << 20;
/** 7-Zip's exit code for fatal errors: https://documentation.help/7-Zip/exit_codes.htm */
const FATAL_ERROR = 2;

const { path, memory, only, except = [], list } = workerData as ArchiveTask;
const exchange = new SharedCounters(memory);
const post = (message: UnpackMessage): void => parentPort?.postMessage(message);

let exceedsMemory = false;
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

// Disables wildcards and prevents file names from being parsed as options.
const archive = ['-spd', '--', `/dump/${basename(path)}`];
const listed = list ? run(['l', '-slt', ...archive]) : 0;
if (list) post({ lines });
const code = listed === 0 && list !== 'only-list' ? unpack() : listed;
post({ problem: code === 0 ? undefined : problemOf() });

/** Loads 7z-wasm, which is an optional dependency because the licence of its RAR decoder conflicts with the GPL. */
async function loadSevenZip(): Promise<SevenZipModuleFactory> {
  try {
    const { default: sevenZip } = await import('7z-wasm');
    return sevenZip as unknown as SevenZipModuleFactory;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('7-Zip, Zip, bzip2 and xz files need the package 7z-wasm. Run "npm install 7z-wasm" in the folder of wikiquery.');
  }
}

function unpack(): number {
  redirectOutput();
  return run(['x', '-so', '-bd', '-bso0', '-bsp0', ...except.map(name => `-x!${name}`), ...archive, ...(only === undefined ? [] : [only])]);
}

function run(args: string[]): number {
  try {
    return callMain(args) as unknown as number;
  } catch {
    // For damaged archives, the WebAssembly build throws exceptions that it cannot catch.
    return FATAL_ERROR;
  }
}

/** Replaces Emscripten's terminal output, which handles single bytes, with an output that posts whole chunks. */
function redirectOutput(): void {
  const output = (FS as unknown as { streams: { stream_ops: object }[] }).streams[1] as { stream_ops: object };
  output.stream_ops = {
    ...output.stream_ops,
    write(_stream: unknown, bytes: Uint8Array, offset: number, length: number): number {
      exchange.add(length);
      post({ chunk: Uint8Array.from(bytes.subarray(offset, offset + length)) });
      return length;
    },
  };
}

function problemOf(): string {
  if (exceedsMemory) return `Unpacking the archive needs more than ${MAX_MEMORY >> 20} MB of memory. Unpack it with another program first.`;
  if (listed !== 0) return 'The archive is truncated or damaged: the list of files at its end is unreadable. Download it again.';
  const complaint = complaints.find(line => /error|end of/i.test(line));
  if (complaint === undefined || /unexpected end/i.test(complaint)) return 'The file is truncated or damaged. Download it again.';
  return `7-Zip cannot unpack the file: ${complaint.replace('/dump/', '').replace('ERROR: ', '')}`;
}

/** Limits memory, because an archive can declare a dictionary of up to 4 GB. Archives by `7z -mx=9` and `xz -9` need 64 MB. */
function limitMemory(): void {
  const { prototype } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } }).WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (pages) {
    exceedsMemory = this.buffer.byteLength + pages * PAGE > MAX_MEMORY;
    // 7-Zip's allocator treats this exception as out of memory.
    if (exceedsMemory) throw new RangeError();
    return grow.call(this, pages);
  };
}

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(this: Memory, pages: number): number;
}
