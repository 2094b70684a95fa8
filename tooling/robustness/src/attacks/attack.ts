import { setTimeout as sleep } from 'node:timers/promises';
import type { Watched } from '../inside-server.ts';
import type { ServerProcess } from '../server-process.ts';
import type { Answer, Sending } from '../visitor.ts';
import { Visitor } from '../visitor.ts';
import { ownTime } from './own-time.ts';

/** What one request did to a server. */
export interface Effect extends Watched {
  /** Status and, after a blank, the code of the error; what went wrong when there was no answer. */
  readonly outcome: string;
  /** From sending to the last byte, milliseconds. */
  readonly milliseconds: number;
  /** How much of that others had the processors. */
  readonly waited: number;
  /** What the server did wrong, whatever the request was. */
  readonly problem?: string;
}

/** Milliseconds that a request may outlast its deadline, and those that the server has then to say what it did. */
const GRACE = 3000;
const LAST_WORDS = 5000;
/** Milliseconds between two looks at how long it takes. */
const LOOKS = 100;

/** A server that is attacked: one that does not come back is replaced by another. */
export class Target {
  readonly #start: () => Promise<ServerProcess>;
  readonly #deadline: number;
  #server: ServerProcess;
  #visitor: Visitor;

  /** `deadline`: milliseconds that the server gives a request. */
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

  /** Sends a request, alone, and watches. */
  async hit(request: Sending): Promise<Effect> {
    const longest = this.#deadline + GRACE;
    const begun = performance.now();
    const elapsed = ownTime(this.#server.pid);
    const watched = await this.#server.watch();
    const patience = new AbortController();
    const impatience = setInterval(() => elapsed() > longest && patience.abort(), LOOKS);
    const answer = await this.#visitor.send({ ...request, signal: patience.signal }).catch((error: Error) => error);
    clearInterval(impatience);
    const milliseconds = performance.now() - begun;
    const waited = milliseconds - elapsed();
    const waiting = new AbortController();
    const seen = await Promise.race([watched().catch(() => undefined), this.#lastWords(waiting.signal)]);
    waiting.abort();
    if (!seen) {
      const processorTime = performance.now() - begun;
      await this.#replace();
      return { processorTime, block: processorTime, growth: 0, milliseconds, waited, outcome: 'no answer', problem: 'the server hangs' };
    }
    return { ...seen, milliseconds, waited, ...judge(answer, patience.signal.aborted) };
  }

  /** Resolves when the server should have reported, or when nobody waits any longer. The timer keeps this process alive meanwhile. */
  async #lastWords(signal: AbortSignal): Promise<undefined> {
    const elapsed = ownTime(this.#server.pid);
    do await sleep(LAST_WORDS, undefined, { signal }).catch(() => undefined);
    while (!signal.aborted && elapsed() < LAST_WORDS);
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

/** Codes of errors that say what a limit is there for. */
const LIMITS = /^internal_api_error_DBQueryTimeoutError$/;

function judge(answer: Answer | Error, isLate: boolean): Pick<Effect, 'outcome' | 'problem'> {
  if (isLate) return { outcome: 'no answer', problem: 'outlasts its deadline' };
  if (answer instanceof Error) {
    const { code = answer.message } = answer as NodeJS.ErrnoException;
    // A body that is refused while it is being sent.
    return code === 'EPIPE' || code === 'ECONNRESET' ? { outcome: code } : { outcome: code, problem: `no answer: ${code}` };
  }
  const { status, headers } = answer;
  const error = String(headers['mediawiki-api-error'] ?? '');
  const outcome = `${status} ${error}`.trimEnd();
  const isFailure = (status >= 500 || error.startsWith('internal_api_error')) && !LIMITS.test(error);
  return isFailure ? { outcome, problem: outcome } : { outcome };
}
