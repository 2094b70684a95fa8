import { Worker } from 'node:worker_threads';
import { threadOptions } from '@wikiquery/hardening';
import type { ArchiveTask } from './archive-thread.ts';
import { SharedCounters, type Unpacked } from './exchange.ts';

/** What comes out of a compressed file. */
export interface Unpacking {
  /** How many bytes of the file were read. */
  position(): number;
  /** Uncompressed. Ends with an Error when the file is damaged, after what was good. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Unpacks a file of 7-Zip, Zip, bzip2 or xz with 7-Zip itself, which is compiled to WebAssembly and works without pause: so it has a thread of its own,
 * which waits where this one is slower. Files in an archive come one behind the other.
 */
export function unpack(path: string, which: Pick<ArchiveTask, 'only' | 'except'> = {}): Unpacking {
  const exchange = new SharedCounters();
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for await (const message of run({ path, ...which }, exchange)) {
      if (!('chunk' in message)) continue;
      yield message.chunk;
      exchange.taken(message.chunk.length);
    }
  };
  return { position: () => exchange.position, chunks: chunks() };
}

/** A file in an archive. */
export interface ArchiveMember {
  /** As the archive has it, with folders. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** When it was changed last, as far as the archive tells. */
  readonly time: Date | undefined;
  /** Of its bytes, in 7-Zip and Zip. */
  readonly crc: number | undefined;
  /** A link to another file: its content is a path. Devices, pipes and sockets count as links. */
  readonly isLink: boolean;
}

export interface ArchiveList {
  /** In the order in which they are unpacked. */
  readonly files: readonly ArchiveMember[];
  /** What the first of them begins with, if it was asked for. */
  readonly beginning: Uint8Array;
}

/** The files of a 7-Zip or Zip archive, and so many bytes of what they hold: one thread tells both. */
export async function listArchive(path: string, wanted: number): Promise<ArchiveList> {
  const files: ArchiveMember[] = [];
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const message of run({ path, list: wanted > 0 ? 'list' : 'only-list' }, new SharedCounters())) {
    if ('chunk' in message) {
      pieces.push(message.chunk);
      size += message.chunk.length;
      if (size >= wanted || files.length > 1) break;
    }
    if (!('lines' in message)) continue;
    let facts = new Map<string, string>();
    // What stands above is about the archive itself.
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
  return { files, beginning: Buffer.concat(pieces).subarray(0, Math.min(wanted, files[0]?.size ?? 0)) };
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

/** What the thread posts, until it has ended. Throws what went wrong, after everything that went well. */
async function* run(task: Omit<ArchiveTask, 'memory'>, exchange: SharedCounters): AsyncGenerator<Unpacked> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const workerData: ArchiveTask = { ...task, memory: exchange.memory };
  const thread = new Worker(new URL(`./archive-thread.${extension}`, import.meta.url), threadOptions({ workerData }));
  const queue: Unpacked[] = [];
  let wake = (): void => undefined;
  const add = (message: Unpacked): void => {
    queue.push(message);
    wake();
  };
  thread.on('message', add);
  thread.on('error', error => add({ problem: error.message }));
  try {
    for (;;) {
      const message = queue.shift();
      if (!message) {
        await new Promise<void>(resolve => {
          wake = resolve;
        });
        continue;
      }
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
