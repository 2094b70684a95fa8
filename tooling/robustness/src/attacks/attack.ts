import { setTimeout as sleep } from 'node:timers/promises';
import type { Watched } from '../inside-server.ts';
import type { ServerProcess } from '../server-process.ts';
import { type Answer, type Sending, Visitor } from '../visitor.ts';
import { ownTime } from './own-time.ts';

/** The cost of one request. */
export interface Effect extends Watched {
  /** Status and error code, or the reason for a missing response. */
  readonly outcome: string;
  /** Milliseconds until the last byte of the response. */
  readonly milliseconds: number;
  /** Milliseconds in which processes waited for a processor. */
  readonly waited: number;
  /** Description of a fault of the server. */
  readonly problem?: string;
}

/** Milliseconds beyond the deadline in which a response may arrive. */
const GRACE = 3000;
/** Milliseconds in which the server must report its measurements. */
const REPORT_TIMEOUT = 5000;
const CHECK_INTERVAL = 100;

/** An attacked server, which is replaced when it hangs. */
export class Target {
  readonly #start: () => Promise<ServerProcess>;
  readonly #deadline: number;
  #server: ServerProcess;
  #visitor: Visitor;

  /** `deadline`: the server's deadline in milliseconds. */
  static async of(start: () => Promise<ServerProcess>, deadline: number): Promise<Target> {
    return new Target(start, deadline, await start());
  }

  private constructor(start: () => Promise<ServerProcess>, deadline: number, server: ServerProcess) {
    this.#start = start;
    this.#deadline = deadline;
    this.#server = server;
    this.#visitor = new Visitor(server.api);
  }

  get server(): ServerProcess {
    return this.#server;
  }
  get visitor(): Visitor {
    return this.#visitor;
  }

  /** Sends a request, without concurrent ones, and measures its effect. */
  async hit(request: Sending): Promise<Effect> {
    const longest = this.#deadline + GRACE;
    const begun = performance.now();
    const elapsed = ownTime(this.#server.pid);
    const watched = await this.#server.watch();
    const late = new AbortController();
    const timer = setInterval(() => elapsed() > longest && late.abort(), CHECK_INTERVAL);
    const answer = await this.#visitor.send({ ...request, signal: late.signal }).catch((error: Error) => error);
    clearInterval(timer);
    const milliseconds = performance.now() - begun;
    const waited = milliseconds - elapsed();
    const waiting = new AbortController();
    const seen = await Promise.race([watched().catch(() => undefined), this.#reportTimeout(waiting.signal)]);
    waiting.abort();
    if (!seen) {
      const processorTime = performance.now() - begun;
      await this.#replace();
      return { processorTime, block: processorTime, growth: 0, milliseconds, waited, outcome: 'no response', problem: 'the server hangs' };
    }
    return { ...seen, milliseconds, waited, ...judge(answer, late.signal.aborted) };
  }

  /** Resolves after the timeout or an abort. The timer keeps this process alive. */
  async #reportTimeout(signal: AbortSignal): Promise<undefined> {
    const elapsed = ownTime(this.#server.pid);
    do await sleep(REPORT_TIMEOUT, undefined, { signal }).catch(() => undefined);
    while (!signal.aborted && elapsed() < REPORT_TIMEOUT);
  }

  async #replace(): Promise<void> {
    this.#visitor.close();
    await this.#server.kill();
    this.#server = await this.#start();
    this.#visitor = new Visitor(this.#server.api);
  }

  async stop(): Promise<void> {
    this.#visitor.close();
    await this.#server.kill();
  }
}

/** Error codes of requests that a limit has ended. They are not faults. */
const LIMITS = /^internal_api_error_DBQueryTimeoutError$/;

function judge(answer: Answer | Error, isLate: boolean): Pick<Effect, 'outcome' | 'problem'> {
  if (isLate) return { outcome: 'no response', problem: 'exceeds its deadline' };
  if (answer instanceof Error) {
    const { code = answer.message } = answer as NodeJS.ErrnoException;
    // The server may reject a body before it has received all of it.
    return code === 'EPIPE' || code === 'ECONNRESET' ? { outcome: code } : { outcome: code, problem: `no response: ${code}` };
  }
  const { status, headers } = answer;
  const error = String(headers['mediawiki-api-error'] ?? '');
  const outcome = `${status} ${error}`.trimEnd();
  const isFailure = (status >= 500 || error.startsWith('internal_api_error')) && !LIMITS.test(error);
  return isFailure ? { outcome, problem: outcome } : { outcome };
}
