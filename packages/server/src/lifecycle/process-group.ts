import type { Socket } from 'node:net';
import type { Revocations, Throttle } from '@wikiquery/accounts';
import type { ListenAddress } from '../http/bind.ts';
import type { HealthReport } from '../observability/health.ts';
import type { MetricsJson } from '../observability/metrics.ts';

/** The processes that serve the same wikis together, as one of them sees them. */
export interface ProcessGroup {
  /** Number of processes, this one included. */
  readonly count: number;
  /** Only the first one prints the greeting. */
  readonly isFirst: boolean;
  /** The key that signs sessions and tokens. */
  readonly secretKey: string | undefined;
  readonly throttle: Throttle;
  readonly revocations: Revocations;
  /** The metrics of all processes together. */
  metrics(): Promise<string>;
  /** Sends a message to all other processes. */
  publish(topic: string, message: unknown): void;
  /** Sets what this process responds to the others. */
  answer(own: Partial<ProcessCalls>): void;
  /** Accepts connections from now on. Returns the place at which clients reach all processes. */
  takeConnections(take: (socket: Socket) => void): Promise<ListenAddress>;
  /** Resolves when this process is to end. */
  readonly stopped: Promise<void>;
  /** Lets the process end. */
  leave(): void;
}

/** Requests to the processes of a group. */
export interface ProcessCalls {
  /** The metrics of this process. */
  metrics(): Promise<MetricsJson>;
  /** The health of this process. */
  report(): Promise<HealthReport>;
  /** Still serves, but reports that it wants no more requests. */
  drain(): void;
  /** Reads the settings again. Returns what is wrong with them. */
  reload(): Promise<readonly string[]>;
  /** Receives a message that another process has published; `from` is the id of that process. */
  receive(topic: string, message: unknown, from: number): void | Promise<void>;
}

/** Topics of the messages of every server. */
export const CLIENTS_SPENT = 'clients-spent';
/** A statement that met an unreadable page of the database: all processes check it. */
export const SUSPECT = 'suspect';
