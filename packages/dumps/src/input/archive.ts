import { Worker } from 'node:worker_threads';
import { threadOptions } from '@wikiquery/hardening';
import type { ArchiveTask } from './archive-thread.ts';
import { AsyncQueue } from './async-queue.ts';
import { SharedCounters, type UnpackMessage } from './exchange.ts';

export interface Unpacking {
  /** Returns the number of bytes of the compressed file that were read. */
  position(): number;
  /** Uncompressed content. Yields everything before a damaged part, and then throws. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Unpacks 7-Zip, Zip, bzip2 and xz files with 7-Zip's WebAssembly build, in a thread because it blocks. Concatenates archived files. */
export function unpack(path: string, which: Pick<ArchiveTask, 'only' | 'except'> = {}): Unpacking {
  const exchange = new SharedCounters();
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for await (const message of run({ path, ...which }, exchange)) {
      if (!('chunk' in message)) continue;
      yield message.chunk;
      exchange.remove(message.chunk.length);
    }
  };
  return { position: () => exchange.position, chunks: chunks() };
}

export interface ArchiveMember {
  readonly name: string;
  readonly size: number;
  readonly time: Date | undefined;
  readonly crc: number | undefined;
  /** Whether the member is a link, device, pipe or socket. */
  readonly isLink: boolean;
}

export interface ArchiveList {
  readonly files: readonly ArchiveMember[];
  readonly beginning: Uint8Array;
}

/** Lists the files of a 7-Zip or Zip archive and reads the first `length` bytes of the first file, in a single thread. */
export async function listArchive(path: string, length: number): Promise<ArchiveList> {
  const files: ArchiveMember[] = [];
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const message of run({ path, list: length > 0 ? 'list' : 'only-list' }, new SharedCounters())) {
    if ('chunk' in message) {
      pieces.push(message.chunk);
      size += message.chunk.length;
      if (size >= length || files.length > 1) break;
    }
    if (!('lines' in message)) continue;
    let facts = new Map<string, string>();
    // The lines before this one describe the archive itself.
    for (const line of [...message.lines.slice(message.lines.indexOf(LIST_BEGINS) + 1), '']) {
      const [, name = '', value = ''] = /^([A-Z][\w ]*) = (.*)$/s.exec(line) ?? [];
      if (name !== '') facts.set(name, value);
      else if (line === '') {
        const file = fileOf(facts);
        if (file) files.push(file);
        facts = new Map();
      }
    }
  }
  return { files, beginning: Buffer.concat(pieces).subarray(0, Math.min(length, files[0]?.size ?? 0)) };
}

const LIST_BEGINS = '----------';

function fileOf(facts: ReadonlyMap<string, string>): ArchiveMember | undefined {
  const [name, attributes = ''] = [facts.get('Path'), facts.get('Attributes')];
  if (name === undefined || /^D/.test(attributes) || facts.get('Folder') === '+') return undefined;
  const [time, crc] = [Date.parse(`${facts.get('Modified')?.replace(' ', 'T').slice(0, 19)}Z`), facts.get('CRC') ?? ''];
  return {
    name,
    size: Number(facts.get('Size') || 0),
    time: Number.isNaN(time) ? undefined : new Date(time),
    crc: /^[\dA-F]{8}$/.test(crc) ? Number.parseInt(crc, 16) : undefined,
    isLink: /^\S*L| [^-d][rwxstST-]{9}/.test(attributes) || ['Symbolic Link', 'Hard Link'].some(name => (facts.get(name) ?? '') !== ''),
  };
}

/** Yields the messages of the thread until it ends. Throws the problem that it reports, after all earlier messages. */
async function* run(task: Omit<ArchiveTask, 'memory'>, exchange: SharedCounters): AsyncGenerator<UnpackMessage> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const workerData: ArchiveTask = { ...task, memory: exchange.memory };
  const thread = new Worker(new URL(`./archive-thread.${extension}`, import.meta.url), threadOptions({ workerData }));
  const queue = new AsyncQueue<UnpackMessage>();
  thread.on('message', (message: UnpackMessage) => queue.push(message));
  thread.on('error', error => queue.push({ problem: error.message }));
  try {
    for (;;) {
      const message = await queue.take();
      if ('problem' in message) {
        if (message.problem !== undefined) throw new Error(message.problem);
        return;
      }
      yield message;
    }
  } finally {
    await thread.terminate();
  }
}
