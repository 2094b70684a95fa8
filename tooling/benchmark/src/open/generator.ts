import { connect, type Socket } from 'node:net';

export interface OpenLoad {
  readonly host: string;
  readonly port: number;
  /** Paths with their queries, which take turns. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests that arrive in a second, evenly, whether the ones before are answered or not; undefined: each connection asks again when it is answered. */
  readonly rate?: number;
}

/** What became of a load. */
export interface OpenResult {
  /** Milliseconds from the moment at which each request was to be sent to the end of its answer, in order. */
  readonly latencies: readonly number[];
  readonly seconds: number;
  /** Connections that broke, and answers that are no 200. */
  readonly failures: number;
}

/** Milliseconds to wait for answers after the last request. */
const PATIENCE = 10_000;

/**
 * Puts a load to a server over HTTP/1.1 with as little work as it takes. With a rate, a request that finds every connection busy waits for one, and that it waits
 * is part of its latency: a server that stands still for a second is not asked less meanwhile.
 */
export async function putOpenLoad({ host, port, paths, connections, seconds, rate }: OpenLoad): Promise<OpenResult> {
  const requests = paths.map(path => `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`);
  const latencies: number[] = [];
  const idle: Connection[] = [];
  /** Moments of requests that wait for a connection, from `next` on. */
  const waiting: number[] = [];
  let [next, sent, failures, running] = [0, 0, 0, 0];
  let isOver = false;

  const ask = (connection: Connection, due: number): void => {
    running++;
    connection.ask(requests[sent++ % requests.length] as string, due);
  };
  const answered: Answered = (connection, due, isGood) => {
    running--;
    if (isGood) latencies.push(performance.now() - due);
    else failures++;
    if (next < waiting.length) ask(connection, waiting[next++] as number);
    else if (rate === undefined && !isOver) ask(connection, performance.now());
    else idle.push(connection);
  };
  const all = await Promise.all(Array.from({ length: connections }, () => Connection.open(host, port, answered)));
  idle.push(...all);

  const begun = performance.now();
  if (rate === undefined) while (idle.length > 0) ask(idle.pop() as Connection, performance.now());
  for (let arrived = 0; ; ) {
    const now = performance.now();
    if (now - begun >= seconds * 1000) break;
    if (rate !== undefined) {
      for (const due = Math.floor(((now - begun) / 1000) * rate); arrived < due; arrived++) {
        const moment = begun + (arrived / rate) * 1000;
        const free = idle.pop();
        if (free) ask(free, moment);
        else waiting.push(moment);
      }
    }
    await new Promise(resolve => setTimeout(resolve, 1));
  }
  isOver = true;
  const took = (performance.now() - begun) / 1000;
  while ((running > 0 || next < waiting.length) && performance.now() - begun < seconds * 1000 + PATIENCE)
    await new Promise(resolve => setTimeout(resolve, 5));
  // What is not answered even now.
  failures += running + waiting.length - next;
  for (const connection of all) connection.close();
  return { latencies: latencies.sort((a, b) => a - b), seconds: took, failures };
}

type Answered = (connection: Connection, due: number, isGood: boolean) => void;

/** Takes one request at a time, and tells of each answer when it has come as a whole. */
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

/** The value that this share of sorted values does not exceed. */
export const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
