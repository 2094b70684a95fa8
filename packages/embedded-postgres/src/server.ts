import { existsSync, openAsBlob } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { endsInTransaction, firstValue, query, RequestReader, welcome } from './wire.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts PGlite, PostgreSQL compiled to WebAssembly, in memory and on a loopback port.
 *
 * Connections take turns in its single session. Their settings are restored on each switch, and a transaction blocks other connections.
 * Neither cancel requests nor `statement_timeout` interrupt a statement.
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

/** Opens an empty database. Caches its files next to the installed package, because creating them takes seconds. */
async function openEmpty(): Promise<PGlite> {
  const cached = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'empty.tar.gz');
  if (existsSync(cached)) return PGlite.create({ loadDataDir: await openAsBlob(cached, { type: 'application/x-gzip' }) });
  const postgres = await PGlite.create();
  const own = `${cached}.${process.pid}`;
  const files = await postgres.dumpDataDir('gzip');
  // Without write access, the files are created each time.
  await writeFile(own, files.stream()).then(
    () => rename(own, cached),
    () => {},
  );
  return postgres;
}

class Connection {
  /** Statement that restores the settings of this connection. */
  settings = query('');
  role = '';
  /** Whether the connection has changed settings since the last switch. */
  hasSet = false;
  readonly #session: Session;
  readonly #socket: Socket;
  readonly #reader = new RequestReader();

  constructor(session: Session, socket: Socket) {
    this.#session = session;
    this.#socket = socket;
    socket
      .on('data', data => this.#receive(data))
      .on('error', () => socket.destroy())
      .on('close', () => session.leave(this));
  }

  send(response: Uint8Array): void {
    if (this.#socket.writable) this.#socket.write(response);
  }

  #receive(data: Buffer): void {
    for (const request of this.#reader.read(data)) {
      switch (request.kind) {
        case 'encryption':
          this.send(Buffer.from('N'));
          break;
        case 'begin':
          this.role = setConfig(['role', request.user === SUPERUSER ? 'none' : request.user]);
          this.settings = query(`reset all; select ${[...Array.from(request.settings, setConfig), this.role].join(', ')}`);
          this.send(welcome());
          break;
        case 'query':
          this.#session.submit(this, request.messages);
          break;
        case 'end':
          this.#socket.end();
          return;
      }
    }
  }
}

/** Name of the superuser. A connection with any other user name gets the role of that name. */
const SUPERUSER = 'postgres';

const setConfig = ([name, value]: readonly [string, string]): string => `set_config(${quoted(name)}, ${quoted(value)}, false)`;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Query that returns the statement which restores the session's settings. */
const SETTINGS = `select 'reset all; select ' || string_agg(format('set_config(%L, %L, false)', name, current_setting(name)), ', ')
  from pg_settings where source = 'session'`;

class Session {
  readonly #postgres: PGlite;
  #current: Connection | undefined;
  #isInTransaction = false;
  #waiting: { readonly connection: Connection; readonly messages: Buffer }[] = [];

  constructor(postgres: PGlite) {
    this.#postgres = postgres;
  }

  submit(connection: Connection, messages: Buffer): void {
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
    const response = this.#postgres.execProtocolRawSync(messages);
    this.#isInTransaction = endsInTransaction(response);
    return response;
  }
}
