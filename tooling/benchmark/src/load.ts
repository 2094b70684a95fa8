import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as delay, setImmediate as nextTick } from 'node:timers/promises';

export interface Load {
  /** Of one server; the requests take turns. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests that arrive in a second, evenly, whether the ones before are answered or not; undefined: each connection asks again when it is answered. */
  readonly rate?: number;
  /** Each connection writes a request in its own way, so that the server computes a response for each. */
  readonly isDistinct?: boolean;
}

/** The result of a load. */
export interface LoadResult {
  /** Sorted milliseconds from the moment at which each request was due to the end of its response. */
  readonly latencies: readonly number[];
  readonly seconds: number;
  /** Connections that broke, and responses with another status than 200. */
  readonly failures: number;
}

/** A process that sends loads, one after the other: the load of others holds up no measurement. */
export class LoadProcess implements Disposable {
  readonly #process = fork(import.meta.filename, { serialization: 'advanced' });

  async put(load: Load): Promise<LoadResult> {
    this.#process.send(load);
    const [result] = (await once(this.#process, 'message')) as [LoadResult];
    return result;
  }

  [Symbol.dispose](): void {
    this.#process.kill();
  }
}

/** Milliseconds to wait for responses after the last request. */
const PATIENCE = 10_000;

/** With a rate, a request that finds every connection busy waits for one, and that it waits is part of its latency: a server that stands still for a second is not asked less. */
async function put({ urls, connections, seconds, rate, isDistinct = false }: Load): Promise<LoadResult> {
  const { hostname: host, port } = new URL(urls[0] as string);
  const requests = urls.map(url => new URL(url)).map(({ pathname, search }) => pathname + search);
  const latencies: number[] = [];
  const idle: Connection[] = [];
  /** Moments of requests that wait for a connection, from `next` on. */
  const waiting: number[] = [];
  let [next, sent, failures, running] = [0, 0, 0, 0];
  let isOver = false;

  const ask = (connection: Connection, due: number): void => {
    running++;
    const own = isDistinct ? '&'.repeat(all.indexOf(connection)) : '';
    connection.ask(`GET ${requests[sent++ % requests.length]}${own} HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`, due);
  };
  const answered: Answered = (connection, due, isGood) => {
    running--;
    if (isGood) latencies.push(performance.now() - due);
    else failures++;
    if (next < waiting.length) ask(connection, waiting[next++] as number);
    else if (rate === undefined && !isOver) ask(connection, performance.now());
    else idle.push(connection);
  };
  const all = await Promise.all(Array.from({ length: connections }, () => Connection.open(host, Number(port), answered)));
  idle.push(...all);

  const usual = getPriority();
  try {
    // Clients are on other machines: what arrives at a rate waits for no server.
    if (rate !== undefined) setPriority(-15);
  } catch {
    // Only root may.
  }
  const begun = performance.now();
  if (rate === undefined) while (idle.length > 0) ask(idle.pop() as Connection, performance.now());
  for (let arrived = 0; performance.now() - begun < seconds * 1000; ) {
    for (const due = ((performance.now() - begun) / 1000) * (rate ?? 0); arrived + 1 <= due; arrived++) {
      const moment = begun + (arrived / (rate as number)) * 1000;
      const free = idle.pop();
      if (free) ask(free, moment);
      else waiting.push(moment);
    }
    // To wake a processor takes a virtual machine as long as a small request: who answers so fast that there is always something to do would not pay for it.
    await (isDistinct ? nextTick() : delay(1));
  }
  setPriority(usual);
  isOver = true;
  const took = (performance.now() - begun) / 1000;
  while ((running > 0 || next < waiting.length) && performance.now() - begun < seconds * 1000 + PATIENCE) await delay(5);
  // Requests that have no response even now.
  failures += running + waiting.length - next;
  for (const connection of all) connection.close();
  return { latencies: latencies.sort((a, b) => a - b), seconds: took, failures };
}

type Answered = (connection: Connection, due: number, isGood: boolean) => void;

/** Sends one request at a time, and reports each complete response. */
class Connection {
  readonly #socket: Socket;
  readonly #answered: Answered;
  #due = 0;
  #isBusy = false;
  /** Bytes of the body that are to come; undefined while the head is, -1 where the body has pieces and an end. */
  #rest: number | undefined;
  #head = '';
  #isGood = false;

  private constructor(socket: Socket, answered: Answered) {
    this.#socket = socket;
    this.#answered = answered;
    socket.setNoDelay(true);
    socket.on('data', bytes => this.#read(bytes));
    for (const event of ['close', 'error']) socket.on(event, () => this.#end(false));
  }

  static open(host: string, port: number, answered: Answered): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host);
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Connection(socket, answered)));
    });
  }

  ask(request: string, due: number): void {
    this.#due = due;
    this.#isBusy = true;
    this.#rest = undefined;
    this.#head = '';
    this.#socket.write(request, 'latin1');
    if (this.#socket.destroyed) this.#end(false);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    if (this.#rest === undefined) {
      this.#head += bytes.toString('latin1');
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /^content-length: (\d+)/im.exec(this.#head.slice(0, end))?.[1];
      this.#isGood = this.#head.startsWith('HTTP/1.1 200');
      this.#rest = length === undefined ? -1 : Number(length) - (this.#head.length - end - 4);
    } else if (this.#rest > 0) this.#rest -= bytes.length;
    if (this.#rest === 0 || (this.#rest === -1 && bytes.subarray(-5).toString('latin1') === '0\r\n\r\n')) this.#end(this.#isGood);
  }

  #end(isGood: boolean): void {
    if (!this.#isBusy) return;
    this.#isBusy = false;
    this.#answered(this, this.#due, isGood);
  }
}

if (import.meta.main) process.on('message', async (load: Load) => process.send?.(await put(load)));
