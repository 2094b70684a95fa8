import type { IncomingMessage, ServerResponse } from 'node:http';
import { log, plainPath, redact } from './log.ts';
import { givenId, newId, traceOf } from './request-id.ts';
import { describeRequest, type RequestTrace } from './request-trace.ts';

/** Logs a sample of the requests when they end. */
export class RequestLog {
  readonly #share: number;
  readonly #traces = new WeakMap<IncomingMessage, RequestTrace>();
  #due = 0;

  constructor(share: number) {
    this.#share = share;
  }

  get isOn(): boolean {
    return this.#share > 0;
  }

  /**
   * Logs a request that has arrived at its end, if it is in the sample. The response gets its id if the log is on or the client sent one.
   */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const given = givenId(request.headers);
    if (this.#share === 0) {
      if (given !== undefined) response.setHeader('X-Request-Id', given);
      return;
    }
    const id = given ?? newId();
    request.headers['x-request-id'] = id;
    response.setHeader('X-Request-Id', id);
    this.#due += this.#share;
    if (this.#due < 1) return;
    this.#due -= 1;
    const begun = performance.now();
    response.once('close', () => this.#write(id, request, response, performance.now() - begun));
  }

  note(request: IncomingMessage, trace: RequestTrace): void {
    if (this.#share > 0) this.#traces.set(request, trace);
  }

  #write(id: string, request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
    const { method, url = '', headers } = request;
    const [path = '', query = ''] = url.split('?', 2);
    const traced = this.#traces.get(request);
    log('info', 'request', {
      id,
      trace: traceOf(headers),
      path: path.replace(/(?<=\/rest\.php)\/.*/, plainPath),
      ...(traced
        ? {
            ...describeRequest(traced.asked),
            ip: traced.asked.ip,
            statements: traced.statements,
            database: round(traced.databaseTime),
          }
        : { method, query: redact(query) }),
      // Undefined if the client disconnected before it got a response.
      status: response.headersSent ? response.statusCode : undefined,
      complete: response.writableFinished,
      milliseconds: round(milliseconds),
    });
  }
}

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
