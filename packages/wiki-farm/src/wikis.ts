import { stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { type DatabaseLoad, serverEngineOf } from '@wikiquery/database';
import {
  type App,
  CLIENTS_SPENT,
  discoverPlugins,
  type HealthReport,
  log,
  nextPause,
  type ProcessCalls,
  type ProcessContext,
  prepareProcess,
  problemsOf,
  type Readiness,
  type ServerHooks,
  type Spending,
  StartError,
  secretKeyOf,
  settingTable,
} from '@wikiquery/server/extend';
import { wikis as wikiList } from '@wikiquery/wiki-list';
import { Directory } from './directory.ts';
import { processMemory, watchHeap, wikisWithin } from './memory.ts';
import { WikiMetrics } from './metrics.ts';
import { type OpenWiki, openWiki } from './open-wiki.ts';
import { type FoundPlaces, findWikis, type WikiPlace } from './places.ts';
import type { FarmSettings, WikisSetting } from './setting.ts';
import { settingsOfWiki } from './settings-of-wiki.ts';

/** Milliseconds between two checks of the folder, and between two scans of its subfolders and of the database server. */
const LOOK = 1000;
const WHOLE = 10_000;
/** Delay before a wiki that failed is opened again, in milliseconds. */
const BACK_OFF = { first: 1000, longest: 30_000 };
/** Maximum number of wikis that are being opened, and of wikis that wait to be opened. */
const MOST_OPENING = 2;
const MOST_WAITING = 1000;
/** Maximum number of problems in a health report. */
const MOST_REPORTED = 20;

/** Thrown if a wiki is temporarily unavailable. */
export class WikiUnavailable extends Error {
  /** Time after which the client may try again, in seconds. */
  readonly retryAfter: number;
  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** A wiki of the farm, which may be open or closed. */
export class Wiki {
  place: WikiPlace;
  /** Number of running requests. */
  running = 0;
  open: OpenWiki | undefined;
  opening: Promise<OpenWiki> | undefined;
  failure: { readonly problem: string; readonly pause: number; readonly until: number } | undefined;
  isGone = false;

  constructor(place: WikiPlace) {
    this.place = place;
  }
}

/**
 * The wikis of a farm. A wiki is opened at its first request, and the least recently used wikis are closed if too many are open. The list
 * is updated every second.
 */
export class Wikis {
  #context: ProcessContext;
  #settings: FarmSettings;
  readonly #secretKey: string;
  readonly directory: Directory;
  readonly metrics: WikiMetrics;
  readonly readiness: Readiness = {};
  #byName = new Map<string, Wiki>();
  #byHost = new Map<string, Wiki>();
  /** Open wikis, least recently used first. */
  readonly #open = new Set<Wiki>();
  #latest: Wiki | undefined;
  #opening = 0;
  readonly #waiting: (() => void)[] = [];
  #problems: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  /** Modification time of the folder at the last scan, and time of the last scan. */
  #changed: number | undefined;
  #read = Number.NEGATIVE_INFINITY;
  #isStopped = false;
  /** Number of wikis that fit into the memory of this process. */
  #fitting = 1;
  readonly #unwatch: () => void;

  /** Creates the wikis of a farm. Rejects with a StartError for problems of the settings and the modules. */
  static async prepare(app: App, given: FarmSettings, hooks: ServerHooks, warn: (text: string) => void): Promise<Wikis> {
    const directory = new Directory(given.private);
    const settings = withDirectory(given, directory);
    const problems = onlyForOne(settings);
    if (problems.length > 0) throw new StartError(problems);
    const context = await prepareProcess(app, settings, hooks);
    try {
      if (!settings.lenient && context.discovered.problems.length > 0) throw new StartError(context.discovered.problems);
      const wikis = new Wikis(context, settings, await secretKeyOf(settings, warn), directory);
      await wikis.#look();
      wikis.#lookLater();
      return wikis;
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  private constructor(context: ProcessContext, settings: FarmSettings, secretKey: string, directory: Directory) {
    [this.#context, this.#settings, this.#secretKey, this.directory] = [context, settings, secretKey, directory];
    this.metrics = new WikiMetrics(context.metrics, () => this.#report());
    context.metrics.measure({ engine: '', release: '', load: () => this.#load(), lags: async () => [] });
    const receive: ProcessCalls['receive'] = (topic, message, from) => {
      if (topic === CLIENTS_SPENT) context.limits.spentElsewhere(from, message as readonly Spending[]);
      else for (const { open } of this.#open) void open?.calls.receive?.(topic, message, from);
    };
    context.group?.answer({ metrics: () => context.metrics.json(), report: async () => this.report(), receive });
    context.listenToServers(receive);
    this.#unwatch = watchHeap(() => this.#closeForMemory());
  }

  /** Maximum number of open wikis. */
  get #most(): number {
    return this.#settings.openWikis ?? this.#fitting;
  }

  get settings(): FarmSettings {
    return this.#settings;
  }
  get context(): ProcessContext {
    return this.#context;
  }
  get names(): string[] {
    return [...this.#byName.keys()].sort();
  }
  get hosts(): string[] {
    return [...this.#byHost.keys()];
  }

  byName(name: string): Wiki | undefined {
    return this.#byName.get(name);
  }
  /** Returns the wiki of a host name. `host`: in lower case, without a port. */
  byHost(host: string): Wiki | undefined {
    return this.#byHost.get(host);
  }

  /** Passes a request to a wiki. Rejects with WikiUnavailable. */
  answer(wiki: Wiki, ...[request, response]: Parameters<RequestListener>): Promise<void> | undefined {
    wiki.running++;
    response.once('close', () => {
      wiki.running--;
      this.metrics.answered(wiki.place.name, response.statusCode);
      if (this.#open.size > this.#most || wiki.isGone) this.#closeSome();
    });
    if (wiki !== this.#latest) this.#touch(wiki);
    if (wiki.open) {
      wiki.open.listener(request, response);
      return undefined;
    }
    return this.#opened(wiki).then(({ listener }) => {
      if (!response.destroyed) listener(request, response);
    });
  }

  report(): HealthReport {
    const { isStopping } = this.readiness;
    const wikis = this.#report();
    const { discovered, shared } = this.#context;
    const problems = [...problemsOf(shared), ...discovered.problems, ...this.#problems, ...this.#failures()].slice(0, MOST_REPORTED);
    return { status: isStopping ? 'stopping' : problems.length > 0 ? 'degraded' : 'ok', modules: [], problems, wikis };
  }

  /** Applies new settings and reopens the wikis. If the settings have problems, rejects with a StartError and keeps the previous ones. */
  async reload(given: FarmSettings): Promise<void> {
    const settings = withDirectory(given, this.directory);
    const problems = onlyForOne(settings);
    if (problems.length > 0) throw new StartError(problems);
    const context = { ...this.#context, discovered: await discoverPlugins(this.#context.app, settings) };
    if (!settings.lenient && context.discovered.problems.length > 0) throw new StartError(context.discovered.problems);
    const rejected = this.#rejected(await findWikis(settings), settings);
    if (rejected.size > 0) throw new StartError([...rejected.values()]);
    [this.#context, this.#settings] = [context, settings];
    context.limits.configure(settings);
    for (const wiki of this.#byName.values()) void this.#close(wiki);
    this.#read = Number.NEGATIVE_INFINITY;
    await this.#look();
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    this.#unwatch();
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all([...this.#byName.values()].map(wiki => this.#close(wiki)));
    await this.#context.close();
  }

  #report() {
    return { known: this.#byName.size, open: this.#open.size, failed: [...this.#byName.values()].filter(({ failure }) => failure).length };
  }
  /** Sums the load of all open databases. */
  #load(): DatabaseLoad {
    const sum = { busy: 0, idle: 0, waiting: 0, compiled: { hits: 0, misses: 0 } };
    for (const { open } of this.#open) {
      const load = open?.measured?.load();
      if (!load) continue;
      for (const name of ['busy', 'idle', 'waiting'] as const) sum[name] += load[name];
      for (const name of ['hits', 'misses'] as const) sum.compiled[name] += load.compiled[name];
    }
    return sum;
  }
  #failures(): string[] {
    return [...this.#byName.values()].flatMap(({ place, failure }) => (failure ? [`${place.name}: ${failure.problem}`] : []));
  }

  #touch(wiki: Wiki): void {
    this.#latest = wiki;
    if (this.#open.delete(wiki)) this.#open.add(wiki);
  }

  #opened(wiki: Wiki): Promise<OpenWiki> {
    if (wiki.open) return Promise.resolve(wiki.open);
    wiki.opening ??= this.#begin(wiki).finally(() => {
      wiki.opening = undefined;
    });
    return wiki.opening;
  }

  async #begin(wiki: Wiki): Promise<OpenWiki> {
    const { failure } = wiki;
    if (failure && performance.now() < failure.until) throw unavailable(failure.problem, failure.until);
    await this.#slot();
    try {
      if (wiki.isGone || this.#isStopped) throw new WikiUnavailable('The wiki is no longer served.', 1);
      const { place } = wiki;
      const open = await openWiki(this.#context, this.#settings, place, this.#secretKey, this.#most);
      // The settings or the wiki changed while it was being opened.
      if (wiki.place !== place || wiki.isGone || this.#isStopped) {
        void open.close();
        throw new WikiUnavailable('The wiki has just changed.', 1);
      }
      wiki.failure = undefined;
      wiki.open = open;
      this.#open.add(wiki);
      this.metrics.opened();
      this.#closeSome();
      return open;
    } catch (error) {
      if (error instanceof WikiUnavailable) throw error;
      throw this.#failed(wiki, error);
    } finally {
      this.#opening--;
      this.#waiting.shift()?.();
    }
  }

  #failed(wiki: Wiki, error: unknown): WikiUnavailable {
    const problem = error instanceof StartError ? error.problems.join(' ') : String(error instanceof Error ? error.message : error);
    if (wiki.failure?.problem !== problem) log('error', 'wiki-failed', { wiki: wiki.place.name, problem });
    const pause = nextPause(wiki.failure?.pause ?? 0, BACK_OFF);
    wiki.failure = { problem, pause, until: performance.now() + pause };
    return unavailable(problem, wiki.failure.until);
  }

  /** Waits until another wiki may be opened. */
  async #slot(): Promise<void> {
    if (this.#opening >= MOST_OPENING) {
      if (this.#waiting.length >= MOST_WAITING) throw new WikiUnavailable('Too many wikis are being opened.', 1);
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
    this.#opening++;
  }

  /** Closes the least recently used wikis over the limit, and removed wikis, unless they have running requests. */
  #closeSome(most = this.#most): void {
    let extra = this.#open.size - most;
    for (const wiki of this.#open) {
      if (wiki.running > 0) continue;
      if (!wiki.isGone && extra <= 0) continue;
      extra--;
      void this.#close(wiki);
    }
  }

  /** Closes a quarter of the wikis, unless the settings specify their number. */
  #closeForMemory(): void {
    if (this.#settings.openWikis === undefined) this.#closeSome(Math.floor(this.#open.size * 0.75));
  }

  async #close(wiki: Wiki): Promise<void> {
    const { open } = wiki;
    this.#open.delete(wiki);
    wiki.open = undefined;
    wiki.failure = undefined;
    if (!open) return;
    this.metrics.closed();
    await open.close();
  }

  /** Returns the problems of known wikis whose new settings are invalid, by name. Such a wiki keeps its previous settings. */
  #rejected({ places, unreadable }: FoundPlaces, settings: FarmSettings): Map<string, string> {
    const table = settingTable(this.#context.discovered.extensions);
    const rejected = new Map([...unreadable].filter(([name]) => this.#byName.has(name) && !places.has(name)));
    for (const [name, { given }] of places) {
      const known = this.#byName.get(name);
      if (!known || isDeepStrictEqual(known.place.given, given)) continue;
      try {
        settingsOfWiki(settings, table, name, given);
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        rejected.set(name, error.problems.join(' '));
      }
    }
    return rejected;
  }

  #lookLater(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.#lookLater());
    }, LOOK).unref();
  }

  async #look(): Promise<void> {
    const { folder } = this.#settings.wikis as WikisSetting;
    const changed =
      folder === undefined
        ? undefined
        : await stat(folder).then(
            found => found.mtimeMs,
            () => undefined,
          );
    const now = performance.now();
    if (changed === this.#changed && now - this.#read < WHOLE) return;
    [this.#changed, this.#read] = [changed, now];
    const found = await findWikis(this.#settings);
    const { places, isWhole } = found;
    const rejected = this.#rejected(found, this.#settings);
    const problems = [...new Set([...found.problems, ...rejected.values()])];
    if (!isDeepStrictEqual(problems, this.#problems)) for (const problem of problems) log('warning', 'wikis', { problem });
    this.#problems = problems;
    let hasChanged = false;
    for (const [name, place] of places) {
      const known = this.#byName.get(name);
      if (!known) this.#byName.set(name, new Wiki(place));
      else if (rejected.has(name) || isDeepStrictEqual(known.place, place)) continue;
      else {
        known.place = place;
        void this.#close(known);
      }
      hasChanged = true;
    }
    if (isWhole) {
      for (const [name, wiki] of this.#byName) {
        if (places.has(name) || rejected.has(name)) continue;
        this.#byName.delete(name);
        wiki.isGone = true;
        if (wiki.running === 0) void this.#close(wiki);
        hasChanged = true;
      }
    }
    if (!hasChanged) return;
    const all = [...this.#byName.values()];
    this.#byHost = new Map(all.flatMap(wiki => wiki.place.hosts.map(host => [host, wiki] as const)));
    this.directory.places = all.map(({ place }) => place);
    const hasFiles = all.some(({ place }) => !serverEngineOf(String(place.given.values.database)));
    this.#fitting = wikisWithin(processMemory(this.#context.group?.count ?? 1), hasFiles);
  }
}

const unavailable = (problem: string, until: number): WikiUnavailable =>
  new WikiUnavailable(problem, Math.max(1, Math.ceil((until - performance.now()) / 1000)));

const withDirectory = (settings: FarmSettings, directory: Directory): FarmSettings => ({
  ...settings,
  services: [...settings.services, wikiList.provide(() => directory)],
});

/** Returns errors about settings that work only for a single wiki. */
function onlyForOne(settings: FarmSettings): string[] {
  const { database, site, images, publicUrl, upstream } = settings as FarmSettings & { readonly upstream?: unknown };
  const given = Object.entries({ database, site, images, publicUrl, upstream }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (settings.import.length > 0)
    return ['"import" does not work with "wikis". Import the dump with "wikiquery import", and remove the setting.'];
  return given.map(name => `"${name}" does not work with "wikis". Remove it, and set it for each wiki.`);
}
