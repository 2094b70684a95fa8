import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { EngineName, Statement, StatementObserver } from '@wikiquery/database';
import type { ApiRequest, PluginRun, Trace } from '@wikiquery/engine';
import type { Usage } from '../limits/client-limits.ts';
import { plainPath, redact } from './log.ts';
import { givenId, newId } from './request-id.ts';

/** The parts of a request that logs and spans describe. */
export type DescribedRequest = Pick<ApiRequest, 'method' | 'path' | 'query' | 'body' | 'headers' | 'ip'>;

/** A database statement that has ended. */
export interface StatementRun {
  readonly request: RequestTrace | undefined;
  /** The plugin run that executed the statement. */
  readonly run: PluginRun | undefined;
  /** SQL without the bound values, which may be private. */
  readonly sql: string;
  readonly milliseconds: number;
}

/** Channels `tracing:wikiquery:request:*`, which publish each request at `start` and `asyncEnd`. */
export const REQUESTS = tracingChannel<RequestTrace>('wikiquery:request');
/** Channel `wikiquery:statement`, which publishes each ended statement as a `StatementRun`. */
export const STATEMENTS = channel('wikiquery:statement');

/** Receives the steps of requests on the event loop. */
interface LoopObserver {
  step(request: RequestTrace, place: string): void;
}

/** Trace of a request: its current plugin run, and its cost so far. */
export class RequestTrace implements Trace, StatementObserver {
  /** Observer of the server that handles the request. A process may contain several servers. */
  readonly observer: LoopObserver;
  readonly asked: DescribedRequest;
  run: PluginRun | undefined;
  /** Kind of the request's last work: the path of a plugin (`query+allpages`), `statement` or `parameters`. */
  place = 'parameters';
  /** Whether the last statement ran in this process, where it may have waited for the disk. */
  mayReadDisk = false;
  /** Number of ended statements, and their total time in milliseconds. */
  statements = 0;
  databaseTime = 0;
  /** Usage of the client, once it is identified. */
  client: Usage | undefined;
  /** Units of the client's database time per millisecond, which depend on its class. */
  databaseCost = 1;
  /** HTTP status of the response, once sent. */
  status: number | undefined;
  #id: string | undefined;

  constructor(observer: LoopObserver, asked: DescribedRequest) {
    this.observer = observer;
    this.asked = asked;
    if (REQUESTS.start.hasSubscribers) REQUESTS.start.publish(this);
  }

  /** Request id from a proxy, or a new one. */
  get id(): string {
    this.#id ??= givenId(this.asked.headers) ?? newId();
    return this.#id;
  }

  beforeStatement(): void {
    this.observer.step(this, this.run?.name ?? 'parameters');
  }
  afterStatement(engine: EngineName): void {
    this.mayReadDisk = engine === 'sqlite';
    this.observer.step(this, 'statement');
  }
  statementEnded({ sql }: Statement, milliseconds: number): void {
    this.statements += 1;
    this.databaseTime += milliseconds;
    this.client?.charge(milliseconds * this.databaseCost);
    if (STATEMENTS.hasSubscribers) STATEMENTS.publish({ request: this, run: this.run, sql, milliseconds } satisfies StatementRun);
  }
  /** Records and publishes the end of the request. */
  end(status: number): void {
    this.status = status;
    if (REQUESTS.asyncEnd.hasSubscribers) REQUESTS.asyncEnd.publish(this);
  }
}

/** Maximum characters of the query, and of the body, that are logged. */
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
