import { appendFile, mkdir, open, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Revocations, RevocationTable, type RevokedSession } from '@wikiquery/accounts';
import { log } from '../observability/log.ts';
import type { SharedStore } from '../sharing/shared-state.ts';
import { oneLine } from '../start-error.ts';

/** Milliseconds between two checks of the file. */
const LOOK = 1000;
/** Size in bytes from which the file is rewritten at startup without expired sessions. */
const LARGE = 1 << 20;
const LONGEST_LINE = 1000;

export interface RevokedSessionsOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives sessions that another server revoked. */
  readonly tell?: (sessions: readonly RevokedSession[]) => void;
  /** Store through which other servers receive the sessions. */
  readonly shared?: Pick<SharedStore, 'revocations'> | undefined;
}

/**
 * Revoked sessions, stored in a file of the data folder, one per line. Servers that share the folder read each other's lines within a
 * second. Other servers receive them through the store `shared`. If the file is not writable, sessions are stored in memory only.
 */
export class RevokedSessions implements Revocations {
  readonly table: RevocationTable;
  readonly #path: string;
  readonly #options: RevokedSessionsOptions;
  #inode = 0;
  #read = 0;
  /** An incomplete last line. */
  #begun = '';
  #look: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #hasFailed = false;
  #share: ((session: RevokedSession) => Promise<void>) | undefined;

  constructor(folder: string, options: RevokedSessionsOptions) {
    this.#path = join(folder, 'revoked-sessions');
    this.#options = options;
    this.table = new RevocationTable(options.now);
  }

  /** Reads the file, and checks it for new lines until `close` is called. */
  async open(): Promise<this> {
    await this.#catchUp();
    if (this.#read > LARGE) await this.#shorten();
    this.#share = this.#options.shared?.revocations({ all: () => this.table.all(), add: sessions => this.#receive(sessions) });
    this.#look = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#catchUp());
    }, LOOK).unref();
    return this;
  }
  async close(): Promise<void> {
    clearInterval(this.#look);
    await this.#looking;
  }

  has(session: Pick<RevokedSession, 'id' | 'holder' | 'begunAt'>): boolean {
    return this.table.has(session);
  }
  async end(session: RevokedSession): Promise<void> {
    this.table.end(session);
    await Promise.all([this.#append([session]), this.#share?.(session)]);
  }

  async #append(sessions: readonly RevokedSession[]): Promise<void> {
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await appendFile(this.#path, sessions.map(lineOf).join(''), { mode: 0o600 });
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Adds sessions from the store, also to the file, so that they stay revoked if this server restarts while the store is unreachable. */
  async #receive(received: readonly RevokedSession[]): Promise<void> {
    const sessions = this.#add(received);
    if (sessions.length > 0) await this.#append(sessions);
  }

  async #catchUp(): Promise<void> {
    try {
      const { ino, size } = await stat(this.#path);
      if (ino !== this.#inode || size < this.#read) [this.#inode, this.#read, this.#begun] = [ino, 0, ''];
      if (size > this.#read) await this.#readOn();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#failed(error);
    }
  }

  async #readOn(): Promise<void> {
    const file = await open(this.#path);
    try {
      for await (const chunk of file.createReadStream({
        start: this.#read,
        encoding: 'latin1',
        autoClose: false,
      }) as AsyncIterable<string>) {
        this.#read += chunk.length;
        const lines = (this.#begun + chunk).split('\n');
        this.#begun = (lines.pop() ?? '').slice(-LONGEST_LINE);
        this.#take(lines);
      }
    } finally {
      await file.close();
    }
  }

  #take(lines: readonly string[]): void {
    this.#add(lines.flatMap(line => readLine(line) ?? []));
  }

  /** Adds sessions that another server revoked. Returns the new ones. */
  #add(received: readonly RevokedSession[]): readonly RevokedSession[] {
    const sessions = received.filter(session => !this.table.has(session) && session.until > this.#options.now());
    for (const session of sessions) this.table.end(session);
    if (sessions.length > 0) this.#options.tell?.(sessions);
    return sessions;
  }

  /** Rewrites the file without expired sessions. Copies lines that other servers append meanwhile. */
  async #shorten(): Promise<void> {
    const before = await open(this.#path);
    try {
      const temporary = `${this.#path}.${process.pid}`;
      await writeFile(temporary, this.table.all().map(lineOf).join(''), { mode: 0o600 });
      await rename(temporary, this.#path);
      const { size } = await before.stat();
      const rest = Buffer.alloc(Math.max(0, size - this.#read));
      if (rest.length > 0) {
        await before.read(rest, 0, rest.length, this.#read);
        await appendFile(this.#path, rest);
      }
    } catch (error) {
      this.#failed(error);
    } finally {
      await before.close();
    }
  }

  #failed(error: unknown): void {
    if (!this.#hasFailed) log('warning', 'revoked-sessions', { path: this.#path, message: oneLine(error) });
    this.#hasFailed = true;
  }
}

const lineOf = ({ id, holder, begunAt, until }: RevokedSession): string => `${JSON.stringify([id, holder, begunAt, until])}\n`;

/** Parses a line. Returns undefined if it is invalid, such as the incomplete line of a killed server. */
function readLine(line: string): RevokedSession | undefined {
  try {
    const [id, holder, begunAt, until] = JSON.parse(line) as unknown[];
    const isWhole = typeof id === 'string' && typeof holder === 'string' && typeof begunAt === 'number' && typeof until === 'number';
    return isWhole ? { id, holder, begunAt, until } : undefined;
  } catch {
    return undefined;
  }
}
