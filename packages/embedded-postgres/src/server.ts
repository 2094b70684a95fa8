import { existsSync, openAsBlob } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { endsInTransaction, firstValue, query, WishReader, welcome } from './wire.ts';

export interface EmbeddedPostgres {
  /** Where the driver connects. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * PGlite, PostgreSQL compiled to WebAssembly, in memory and behind a port of the loopback interface.
 *
 * It has one session, which the connections take turns in: each finds its own settings, those that it began with and those that it made with
 * `set_config`, and a transaction keeps the others waiting. Nothing interrupts a statement, neither a cancel request nor `statement_timeout`.
 */
export async function startPostgres(): Promise<EmbeddedPostgres> {
  const postgres = await openEmpty();
  const session = new Session(postgres);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new Connection(session, socket);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
      await postgres.close();
    },
  };
}

/** The files of an empty database take seconds to make: they are kept beside the installed package, whose version they belong to. */
async function openEmpty(): Promise<PGlite> {
  const kept = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'empty.tar.gz');
  if (existsSync(kept)) return PGlite.create({ loadDataDir: await openAsBlob(kept, { type: 'application/x-gzip' }) });
  const postgres = await PGlite.create();
  const own = `${kept}.${process.pid}`;
  const files = await postgres.dumpDataDir('gzip');
  // Where nothing may be written they are made each time.
  await writeFile(own, files.stream()).then(
    () => rename(own, kept),
    () => {},
  );
  return postgres;
}

class Connection {
  /** What the session is told before a statement of this connection, when another one was there before. */
  settings = query('');
  /** Makes the session that of its account. */
  role = '';
  /** Whether it has made other settings since. */
  hasSet = false;
  readonly #session: Session;
  readonly #socket: Socket;
  readonly #reader = new WishReader();

  constructor(session: Session, socket: Socket) {
    this.#session = session;
    this.#socket = socket;
    socket
      .on('data', data => this.#receive(data))
      .on('error', () => socket.destroy())
      .on('close', () => session.leave(this));
  }

  send(answer: Uint8Array): void {
    if (this.#socket.writable) this.#socket.write(answer);
  }

  #receive(data: Buffer): void {
    for (const wish of this.#reader.read(data)) {
      switch (wish.kind) {
        case 'encryption':
          this.send(Buffer.from('N'));
          break;
        case 'begin':
          this.role = setConfig(['role', wish.user === SUPERUSER ? 'none' : wish.user]);
          this.settings = query(`reset all; select ${[...Array.from(wish.settings, setConfig), this.role].join(', ')}`);
          this.send(welcome());
          break;
        case 'ask':
          this.#session.ask(this, wish.messages);
          break;
        case 'end':
          this.#socket.end();
          return;
      }
    }
  }
}

/** Any other user has the rights of the role of this name. */
const SUPERUSER = 'postgres';

const setConfig = ([name, value]: readonly [string, string]): string => `set_config(${quoted(name)}, ${quoted(value)}, false)`;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The statements that make the settings of the session, by itself. */
const SETTINGS = `select 'reset all; select ' || string_agg(format('set_config(%L, %L, false)', name, current_setting(name)), ', ')
  from pg_settings where source = 'session'`;

/** The one session that PGlite has. */
class Session {
  readonly #postgres: PGlite;
  /** Whose settings are in force. */
  #current: Connection | undefined;
  #isInTransaction = false;
  #waiting: { readonly connection: Connection; readonly messages: Buffer }[] = [];

  constructor(postgres: PGlite) {
    this.#postgres = postgres;
  }

  ask(connection: Connection, messages: Buffer): void {
    this.#waiting.push({ connection, messages });
    this.#work();
  }

  leave(connection: Connection): void {
    this.#waiting = this.#waiting.filter(each => each.connection !== connection);
    if (this.#current !== connection) return;
    if (this.#isInTransaction) this.#run(query('rollback'));
    this.#current = undefined;
    this.#work();
  }

  #work(): void {
    for (;;) {
      const next = this.#isInTransaction ? this.#waiting.findIndex(({ connection }) => connection === this.#current) : 0;
      const [turn] = next < 0 ? [] : this.#waiting.splice(next, 1);
      if (!turn) return;
      if (turn.connection !== this.#current) this.#change(turn.connection);
      turn.connection.hasSet ||= turn.messages.includes('set_config(');
      turn.connection.send(this.#run(turn.messages));
    }
  }

  #change(next: Connection): void {
    const before = this.#current;
    if (before?.hasSet) {
      before.settings = query(`${firstValue(this.#run(query(SETTINGS)))}, ${before.role}`);
      before.hasSet = false;
    }
    this.#run(next.settings);
    this.#current = next;
  }

  #run(messages: Uint8Array): Uint8Array {
    const answer = this.#postgres.execProtocolRawSync(messages);
    this.#isInTransaction = endsInTransaction(answer);
    return answer;
  }
}
