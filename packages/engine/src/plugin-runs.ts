import { tracingChannel } from 'node:diagnostics_channel';
import { isApiError, Yielder } from '@wikiquery/core/host';

/**
 * Channels of `node:diagnostics_channel` for plugin runs: `tracing:wikiquery:plugin:start`, `:error` and `:asyncEnd`.
 * A failed run publishes `error` before `asyncEnd`.
 */
export const PLUGIN_RUNS = tracingChannel<PluginRun>('wikiquery:plugin');

/** The kind of plugin in a run. A `generator` is a query module that runs as the generator. */
export type PluginKind = 'action' | 'module' | 'generator' | 'format' | 'route';

/** The plugin runs of one request, for observers. */
export interface Trace {
  /** The run in progress or, after a failure, the run that failed. */
  run: PluginRun | undefined;
}

/** One run of one plugin for one request. */
export class PluginRun {
  readonly kind: PluginKind;
  /** Path of the plugin as in paraminfo: `parse`, `query+allpages`, `json`. For a route, `rest+` and its name. */
  readonly name: string;
  readonly trace: Trace | undefined;
  /** The enclosing run: for a query module, the run of `action=query`. */
  readonly parent: PluginRun | undefined;
  /** Start time in milliseconds of `performance.now()`. */
  readonly startedAt = performance.now();
  /** Duration in milliseconds; 0 until the run has ended. */
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
   * Runs `work`, which reads the plugin's parameters and calls the plugin. Yields first if the request has blocked the event loop for long.
   * Sets the module of a client error to the plugin's path, unless the error already has a module.
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
