import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  /** URLs on one server, requested in turn. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Milliseconds from each request to the end of its response, in ascending order. */
  readonly latencies: readonly number[];
  readonly seconds: number;
  /** Number of broken connections, and of responses with a status other than 200. */
  readonly failures: number;
}

/** A child process that generates load, so that load and measurement do not block each other. */
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

/** Generates load. Each connection sends its next request when the previous response is complete. */
async function put({ urls, connections, seconds }: Load): Promise<LoadResult> {
  const { hostname, port, host } = new URL(urls[0] as string);
  const requests = urls.map(url => new URL(url)).map(({ pathname, search }) => pathname + search);
  const latencies: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let [sent, failures] = [0, 0];
  await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      const socket = connect(Number(port), hostname).setNoDelay(true);
      // A `close` event follows, which counts as a failure.
      socket.on('error', () => {});
      try {
        await once(socket, 'connect');
        for (let from = performance.now(); from < end; from = performance.now()) {
          // Each connection sends a different query string, so that the server does not coalesce equal requests.
          socket.write(`GET ${requests[sent++ % requests.length]}${'&'.repeat(i)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 'latin1');
          if (await isSuccess(socket)) latencies.push(performance.now() - from);
          else failures++;
        }
      } catch {
        failures++;
      } finally {
        socket.destroy();
      }
    }),
  );
  return { latencies: latencies.sort((a, b) => a - b), seconds: (performance.now() - begun) / 1000, failures };
}

/** Reads one response. Returns whether its status is 200. Rejects if the connection closes before the end of the response. */
function isSuccess(socket: Socket): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  let head = '';
  /** Remaining bytes of the body; undefined before the end of the headers, infinite for a chunked body. */
  let rest: number | undefined;
  const read = (bytes: Buffer): void => {
    if (rest === undefined) {
      head += bytes.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /^content-length: (\d+)/im.exec(head.slice(0, end))?.[1];
      rest = length === undefined ? Number.POSITIVE_INFINITY : Number(length) - (head.length - end - 4);
    } else rest -= bytes.length;
    if (rest === 0 || (rest === Number.POSITIVE_INFINITY && bytes.subarray(-5).toString('latin1') === '0\r\n\r\n'))
      resolve(head.startsWith('HTTP/1.1 200'));
  };
  const fail = (): void => reject(new Error('The connection was closed.'));
  socket.on('data', read).once('close', fail);
  return promise.finally(() => socket.off('data', read).off('close', fail));
}

if (import.meta.main) process.on('message', async (load: Load) => process.send?.(await put(load)));
