import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { Statement } from '@wikiquery/database';
import type { ApiRequest } from '@wikiquery/engine';
import type { Usage } from '../limits/client-limits.ts';
import { plainPath, redact } from './log.ts';
import { givenId, newId } from './request-id.ts';

/** What was asked, as far as it is told of. */
export type Asked = Pick<ApiRequest, 'method' | 'path' | 'query' | 'body' | 'headers' | 'ip'>;

/** A module that runs, or has run, for a request. */
export interface ModuleRun {
  readonly request: Progress;
  /** `query+allpages` */
  readonly name: string;
}

/** A statement that has ended. */
export interface StatementRun {
  readonly request: Progress | undefined;
  readonly module: ModuleRun | undefined;
  /** Values are bound, not in the text: it tells nothing about anybody. */
  readonly sql: string;
  readonly milliseconds: number;
}

/** Requests and modules from `start` to `asyncEnd`, and statements that have ended, for whoever wants to know of each: `diagnostics_channel`. */
export const REQUESTS = tracingChannel<Progress>('wikiquery:request');
export const MODULES = tracingChannel<ModuleRun>('wikiquery:module');
export const STATEMENTS = channel('wikiquery:statement');

/** Is told what a request has just done. */
interface Steps {
  step(progress: Progress): void;
}

/** How far a request is, and what it has cost. */
export class Progress {
  readonly #steps: Steps;
  readonly asked: Asked;
  /** What was told last. */
  place = 'parameters';
  /** The module that runs. */
  module: string | undefined;
  /** Statements that have ended, and the milliseconds that they took. */
  statements = 0;
  databaseTime = 0;
  /** What its client has used, once it is known who that is. */
  client: Usage | undefined;
  /** The status of the answer, when there is one. */
  status: number | undefined;
  #id: string | undefined;
  #run: ModuleRun | undefined;

  constructor(steps: Steps, asked: Asked) {
    this.#steps = steps;
    this.asked = asked;
    if (REQUESTS.start.hasSubscribers) REQUESTS.start.publish(this);
  }

  /** What neighbours call it, or what it is called here. */
  get id(): string {
    this.#id ??= givenId(this.asked.headers) ?? newId();
    return this.#id;
  }

  /** Something ended or is about to wait: what `place` names, one of few names. */
  step(place: string): void {
    if (place === this.module) this.#leave();
    this.place = place;
    this.#steps.step(this);
  }
  /** A module begins. */
  enter(module: string): void {
    this.module = module;
    if (!MODULES.start.hasSubscribers) return;
    this.#run = { request: this, name: module };
    MODULES.start.publish(this.#run);
  }
  /** A statement of it has ended. */
  ran({ sql }: Statement, milliseconds: number): void {
    this.statements += 1;
    this.databaseTime += milliseconds;
    this.client?.charge(milliseconds);
    if (STATEMENTS.hasSubscribers) STATEMENTS.publish({ request: this, module: this.#run, sql, milliseconds } satisfies StatementRun);
  }
  /** It was answered. */
  end(status: number): void {
    this.status = status;
    if (this.module !== undefined) this.#leave();
    if (REQUESTS.asyncEnd.hasSubscribers) REQUESTS.asyncEnd.publish(this);
  }

  #leave(): void {
    this.module = undefined;
    if (!this.#run) return;
    MODULES.asyncEnd.publish(this.#run);
    this.#run = undefined;
  }
}

/** Characters of a request that are looked at. */
const MOST_SHOWN = 2000;

/** What kind of request it was, and nothing about anybody. */
export function describeRequest({ method, path, query, body }: Asked) {
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
