import type { RevokedSession, Throttle, ThrottleRule } from '@wikiquery/accounts';
import type { MetricSet } from '../observability/metric-set.ts';

/** Units that a process takes from the bucket of a client, which refills within a minute. */
export interface WantedUnits {
  readonly units: number;
  /** Units of one request. The bucket grants units for whole requests. */
  readonly cost: number;
  /** Capacity of the bucket. */
  readonly capacity: number;
}

/** Units that the bucket of a client has granted. */
export interface GrantedUnits {
  readonly units: number;
  /** Milliseconds until the bucket has units for another request. */
  readonly wait: number;
}

/** A cached value. */
export interface SharedValue {
  readonly value: string;
  /** Remaining lifetime in milliseconds. */
  readonly remaining: number;
}

/** State of the store. */
export interface SharedStatus {
  /** Reason why the store cannot be used, so that local state applies; undefined while it can be used. */
  readonly problem: string | undefined;
  /** Number of processes of all servers that use the store. */
  readonly processes: number;
}

/** Receives a message of another server. `from`: identifies the process that sent it. */
export type ReceiveShared = (topic: string, message: unknown, from: string) => void | Promise<void>;

/** State that several servers share, for the processes that serve requests. No method throws or rejects, and each wait is bounded. */
export interface SharedState {
  readonly status: SharedStatus;
  /** Takes units for requests from the bucket of a client. Resolves to undefined if the store cannot be used. */
  takeRequests(client: string, wanted: WantedUnits): Promise<GrantedUnits | undefined>;
  /** Returns a cached value, or undefined if it is missing or the store cannot be used. */
  find(key: string): Promise<SharedValue | undefined>;
  /** Caches a value for a time in milliseconds. */
  keep(key: string, value: string, lifetime: number): void;
  /** Deletes a cached value. */
  forget(key: string): void;
  /** Sends a message to the processes of all other servers. */
  publish(topic: string, message: unknown): void;
}

/** Revoked sessions of this server, which the store merges with those of other servers. */
export interface OwnRevocations {
  all(): readonly RevokedSession[];
  /** Adds sessions that other servers have revoked. */
  add(sessions: readonly RevokedSession[]): void | Promise<void>;
}

/** Receiver of what happens in the store. */
export interface SharedListener {
  readonly receive: ReceiveShared;
  statusChanged?(status: SharedStatus): void;
}

/** Store of the shared state, in the process that has the connection: the supervisor, or the process of a server with only one. */
export interface SharedStore extends SharedState {
  /** Sends a message in the name of one of the processes of this server. */
  publish(topic: string, message: unknown, process?: number): void;
  /** Creates a throttle whose counts all servers share. `own` applies while the store cannot be used. */
  throttle(own: Throttle, rules: readonly ThrottleRule[]): Throttle;
  /** Shares revoked sessions. Returns a function that sends a session to the other servers. */
  revocations(own: OwnRevocations): (session: RevokedSession) => Promise<void>;
  /** Sets the receiver of messages and of changes of the status. */
  listen(listener: SharedListener): void;
  close(): Promise<void>;
}

/** The server that shares its state. */
export interface SharingServer {
  /** Returns the secret key of the server. The keys that protect the shared state are derived from it. Rejects with a StartError. */
  secretKey(): Promise<string>;
  /** Number of processes that serve requests. */
  readonly processes: number;
  readonly metrics: MetricSet;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
