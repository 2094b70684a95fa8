import { tracingChannel } from 'node:diagnostics_channel';
import { isApiError, Yielder } from '@wikiquery/core/host';

/**
 * Channels of `node:diagnostics_channel` for plugin runs: `tracing:wikiquery:plugin:start`, `:error` and `:asyncEnd`.
 * A failed run publishes `error` before `asyncEnd`.
 */
export const PLUGIN_RUNS = tracingChannel<PluginRun>('wikiquery:plugin');

export type PluginKind = 'action' | 'module' | 'generator' | 'format' | 'route';

/** Plugin runs of one request. */
export interface Trace {
  /** The run in progress; after a failure, the run that failed. */
  run: PluginRun | undefined;
}

/** One run of one plugin for one request. */
export class PluginRun {
  readonly kind: PluginKind;
  /** Path of the plugin as in paraminfo: `parse`, `query+allpages`, `json`. For a route, `rest+` and its name. */
  readonly name: string;
  readonly trace: Trace | undefined;
  /** The enclosing run: for a module, that of `action=query`. */
  readonly parent: PluginRun | undefined;
  /** Start time by `performance.now()`. */
  readonly startedAt = performance.now();
  /** Duration in milliseconds, once the run has ended. */
  duration = 0;
  error: unknown;

  constructor(kind: PluginKind, name: string, trace: Trace | undefined) {
    this.kind = kind;
    this.name = name;
    this.trace = trace;
    this.parent = trace?.run;
  }
}

/** Runs the plugins of one request. */
export class PluginRuns {
  readonly #trace: Trace | undefined;
  readonly #yielder = new Yielder();

  constructor(trace: Trace | undefined) {
    this.#trace = trace;
  }

  /**
   * Runs `work`, which reads the plugin's parameters and calls it. Yields first if the request has blocked the event loop for long.
   * Client errors get the plugin's path as their module, unless they name one.
   */
  async run<T>(kind: PluginKind, name: string, work: () => T | Promise<T>): Promise<T> {
    if (this.#yielder.isDue) await this.#yielder.yield();
    const trace = this.#trace;
    const run = new PluginRun(kind, name, trace);
    const { start, error: failed, asyncEnd } = PLUGIN_RUNS;
    if (start.hasSubscribers) start.publish(run);
    if (trace) trace.run = run;
    try {
      const result = await work();
      if (trace) trace.run = run.parent;
      return result;
    } catch (error) {
      if (isApiError(error)) error.module ??= name;
      run.error = error;
      if (failed.hasSubscribers) failed.publish(run);
      throw error;
    } finally {
      run.duration = performance.now() - run.startedAt;
      if (asyncEnd.hasSubscribers) asyncEnd.publish(run);
    }
  }
}
