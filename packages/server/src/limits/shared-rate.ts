import type { SharedState, WantedUnits } from '../sharing/shared-state.ts';

/** Share of a client's limit that all processes together take from the bucket in advance. */
const ADVANCE = 0.05;
/** Requests per batch from which a process accepts requests before the bucket has granted them. */
const GENEROUS = 10;
/** Time after which units that were granted but not used are dropped, in milliseconds. The bucket has then refilled. */
const UNUSED = 60_000;
/** Relative difference of sums of fractions from the exact amount. */
const TOLERANCE = 1e-6;

/** A request that waits for the bucket. Resolves to false if the bucket is empty, and to undefined if the store cannot be used. */
interface Waiting {
  readonly cost: number;
  readonly resolve: (isGranted: boolean | undefined) => void;
}

/** Units of a client that the shared bucket has granted to this process. */
export class Grant {
  /** Units that were not used yet. Negative: units of requests that were accepted in advance. */
  left = 0;
  at = 0;
  /** Time until which the bucket has no units for a request. */
  emptyUntil = 0;
  readonly waiting: Waiting[] = [];
  isAsking = false;
}

type Price = Pick<WantedUnits, 'cost' | 'capacity'>;

/**
 * Takes units from the buckets that all servers share, in batches. A request waits for the bucket only if its client has used up the batch
 * of this process. Processes therefore exceed a limit by at most a twentieth.
 */
export class SharedRate {
  readonly #shared: SharedState;
  readonly #now: () => number;

  /** `now`: monotonic clock in milliseconds. */
  constructor(shared: SharedState, now: () => number) {
    this.#shared = shared;
    this.#now = now;
  }

  /** Whether the store can be used. If not, the limit of this process applies. */
  get applies(): boolean {
    return this.#shared.status.problem === undefined;
  }
  /** Number of processes of all servers. */
  get processes(): number {
    return this.#shared.status.processes;
  }
  /** Returns the milliseconds until the client may try again; undefined if the bucket may have units for a request. */
  wait({ left, emptyUntil }: Grant, cost: number): number | undefined {
    const wait = emptyUntil - this.#now();
    return wait > 0 && !isEnough(left, cost) ? wait : undefined;
  }

  /** Takes the units of a request. Resolves to false if the bucket is empty, and to undefined if the store cannot be used. */
  take(client: string, grant: Grant, price: Price): boolean | undefined | Promise<boolean | undefined> {
    const { cost } = price;
    const now = this.#now();
    if (now - grant.at > UNUSED) grant.left = Math.min(grant.left, 0);
    if (this.wait(grant, cost) !== undefined) return false;
    const batch = this.#batch(price);
    const credit = batch >= GENEROUS * cost ? batch : 0;
    if (grant.waiting.length === 0 && isEnough(grant.left + credit, cost)) {
      grant.left -= cost;
      if (credit > 0 && grant.left < batch / 2) void this.#ask(client, grant, price);
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
    grant.waiting.push({ cost, resolve });
    void this.#ask(client, grant, price);
    return promise;
  }

  #batch({ cost, capacity }: Price): number {
    return Math.max(cost, (ADVANCE * capacity) / Math.max(1, this.processes));
  }

  async #ask(client: string, grant: Grant, { cost: usual, capacity }: Price): Promise<void> {
    if (grant.isAsking) return;
    grant.isAsking = true;
    const { waiting } = grant;
    do {
      const cost = waiting[0]?.cost ?? usual;
      const batch = this.#batch({ cost, capacity });
      const all = waiting.reduce((sum, each) => sum + each.cost, 0);
      const units = Math.ceil((Math.max(all, batch) - grant.left) / cost - TOLERANCE) * cost;
      const granted = await this.#shared.takeRequests(client, { units, cost, capacity });
      if (!granted) {
        for (const { resolve } of waiting.splice(0)) resolve(undefined);
        break;
      }
      grant.left += granted.units;
      grant.at = this.#now();
      for (let next = waiting[0]; next && isEnough(grant.left, next.cost); next = waiting[0]) {
        grant.left -= next.cost;
        next.resolve(true);
        waiting.shift();
      }
      if (!isEnough(granted.units, units)) {
        grant.emptyUntil = grant.at + granted.wait;
        for (const { resolve } of waiting.splice(0)) resolve(false);
      }
    } while (waiting.length > 0);
    grant.isAsking = false;
  }
}

const isEnough = (units: number, cost: number): boolean => units >= cost * (1 - TOLERANCE);
