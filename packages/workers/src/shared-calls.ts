import type {
  GrantedUnits,
  ProcessCalls,
  SharedState,
  SharedStatus,
  SharedStore,
  SharedValue,
  WantedUnits,
} from '@wikiquery/server/extend';
import type { BirpcFn } from 'birpc';

/** Functions of the supervisor for the state that it shares with other servers. */
export interface SharedCalls {
  /** Returns undefined if no store is configured. */
  sharedStatus(): SharedStatus | undefined;
  takeRequests(client: string, wanted: WantedUnits): Promise<GrantedUnits | undefined>;
  findShared(key: string): Promise<SharedValue | undefined>;
  keepShared(key: string, value: string, lifetime: number): void;
  forgetShared(key: string): void;
  publishShared(topic: string, message: unknown): void;
}

/** Functions of a worker that receive changes of the shared state. */
export interface SharedEvents extends Pick<ProcessCalls, 'receive'> {
  sharedStatusChanged(status: SharedStatus): void;
}

/** Creates the functions of the supervisor for the worker with this id. */
export const sharedCallsOf = (store: SharedStore | undefined, worker: number): SharedCalls => ({
  sharedStatus: () => store?.status,
  takeRequests: async (client, wanted) => store?.takeRequests(client, wanted),
  findShared: async key => store?.find(key),
  keepShared: (...given) => store?.keep(...given),
  forgetShared: key => store?.forget(key),
  publishShared: (topic, message) => store?.publish(topic, message, worker),
});

type Supervisor = { readonly [Name in keyof SharedCalls]: BirpcFn<SharedCalls[Name]> };

/** Creates the shared state of a worker, whose supervisor has the connection. */
export class SharedThroughSupervisor implements SharedState {
  status: SharedStatus;
  readonly #supervisor: Supervisor;

  constructor(supervisor: Supervisor, status: SharedStatus) {
    this.#supervisor = supervisor;
    this.status = status;
  }
  // If the supervisor has ended, local state applies.
  takeRequests(client: string, wanted: WantedUnits): Promise<GrantedUnits | undefined> {
    return this.#supervisor.takeRequests(client, wanted).catch(() => undefined);
  }
  async find(key: string): Promise<SharedValue | undefined> {
    if (this.status.problem !== undefined) return undefined;
    return this.#supervisor.findShared(key).catch(() => undefined);
  }
  keep(key: string, value: string, lifetime: number): void {
    if (this.status.problem === undefined) void this.#supervisor.keepShared.asEvent(key, value, lifetime);
  }
  forget(key: string): void {
    void this.#supervisor.forgetShared.asEvent(key);
  }
  publish(topic: string, message: unknown): void {
    void this.#supervisor.publishShared.asEvent(topic, message);
  }
}
