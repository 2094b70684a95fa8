import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { Statement, StatementObserver } from '@wikiquery/database';
import type { ApiRequest, PluginRun, Trace } from '@wikiquery/engine';
import type { Usage } from '../limits/client-limits.ts';
import { plainPath, redact } from './log.ts';
import { givenId, newId } from './request-id.ts';

/** The parts of a request that logs and spans describe. */
export type DescribedRequest = Pick<ApiRequest, 'method' | 'path' | 'query' | 'body' | 'headers' | 'ip'>;

/** A statement that has ended. */
export interface StatementRun {
  readonly request: RequestTrace | undefined;
  /** The run of a plugin that it was made for. */
  readonly run: PluginRun | undefined;
  /** Without the bound values, which may be private. */
  readonly sql: string;
  readonly milliseconds: number;
}

/** Requests from `start` to `asyncEnd`, by the channels `tracing:wikiquery:request:*`, and ended statements, by `wikiquery:statement`. */
export const REQUESTS = tracingChannel<RequestTrace>('wikiquery:request');
export const STATEMENTS = channel('wikiquery:statement');

/** Records when requests take the event loop, and give it up. */
interface LoopObserver {
  step(request: RequestTrace, place: string): void;
}

/** The progress of one request, and its cost so far. */
export class RequestTrace implements Trace, StatementObserver {
  /** Of the process, or of the server among several in one process, that handles the request. */
  readonly observer: LoopObserver;
  readonly asked: DescribedRequest;
  run: PluginRun | undefined;
  /** The work that the request did last: a plugin's path, `statement` or `parameters`. */
  place = 'parameters';
  /** Statements that have ended, and the milliseconds that they took. */
  statements = 0;
  databaseTime = 0;
  /** The usage of its client, once the client is known. */
  client: Usage | undefined;
  /** HTTP status of the response, once there is one. */
  status: number | undefined;
  #id: string | undefined;

  constructor(observer: LoopObserver, asked: DescribedRequest) {
    this.observer = observer;
    this.asked = asked;
    if (REQUESTS.start.hasSubscribers) REQUESTS.start.publish(this);
  }

  /** The id that a neighbour gave the request, or a new one. */
  get id(): string {
    this.#id ??= givenId(this.asked.headers) ?? newId();
    return this.#id;
  }

  beforeStatement(): void {
    this.observer.step(this, this.run?.name ?? 'parameters');
  }
  afterStatement(): void {
    this.observer.step(this, 'statement');
  }
  statementEnded({ sql }: Statement, milliseconds: number): void {
    this.statements += 1;
    this.databaseTime += milliseconds;
    this.client?.charge(milliseconds);
    if (STATEMENTS.hasSubscribers) STATEMENTS.publish({ request: this, run: this.run, sql, milliseconds } satisfies StatementRun);
  }
  /** The request has its response. */
  end(status: number): void {
    this.status = status;
    if (REQUESTS.asyncEnd.hasSubscribers) REQUESTS.asyncEnd.publish(this);
  }
}

/** Characters of a request that are looked at. */
const MOST_SHOWN = 2000;

/** Describes a request without personal data. */
export function describeRequest({ method, path, query, body }: DescribedRequest) {
  const sent = body ?? '';
  const redacted = redact(
    [query, sent]
      .filter(part => part !== '')
      .map(part => part.slice(0, MOST_SHOWN))
      .join('&'),
  );
  const shown = new URLSearchParams(redacted);
  const modules = ['generator', 'prop', 'list', 'meta'].flatMap(name => (shown.has(name) ? [`${name}=${shown.get(name)}`] : []));
  return { method, action: path === undefined ? shown.get('action') : `rest${plainPath(path)}`, modules, query: redacted };
}
