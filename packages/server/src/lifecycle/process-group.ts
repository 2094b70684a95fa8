import type { Socket } from 'node:net';
import type { Revocations, Throttle } from '@wikiquery/accounts';
import type { ListenAddress } from '../http/bind.ts';
import type { HealthReport } from '../observability/health.ts';
import type { MetricsJson } from '../observability/metrics.ts';

/** The processes that serve the same wikis, from the view of one of them. */
export interface ProcessGroup {
  /** Number of processes, this one included. */
  readonly count: number;
  /** Only the first one prints the greeting. */
  readonly isFirst: boolean;
  readonly secretKey: string | undefined;
  readonly throttle: Throttle;
  readonly revocations: Revocations;
  /** Returns the metrics of all processes together. */
  metrics(): Promise<string>;
  /** Sends a message to all other processes. */
  publish(topic: string, message: unknown): void;
  /** Sets what this process responds to the others. */
  answer(own: Partial<ProcessCalls>): void;
  /** Accepts connections from now on. Returns the address of all processes. */
  takeConnections(take: (socket: Socket) => void): Promise<ListenAddress>;
  /** Resolves when this process must stop. */
  readonly stopped: Promise<void>;
  /** Lets the process end. */
  leave(): void;
}

/** Requests to the processes of a group. */
export interface ProcessCalls {
  metrics(): Promise<MetricsJson>;
  report(): Promise<HealthReport>;
  /** Still serves, but is no longer ready for traffic. */
  drain(): void;
  /** Reloads the settings. Returns their problems. */
  reload(): Promise<readonly string[]>;
  /** Receives a message from the process with the id `from`. */
  receive(topic: string, message: unknown, from: number): void | Promise<void>;
}

/** Topic: the usage of clients in a process. */
export const CLIENTS_SPENT = 'clients-spent';
/** Topic: a statement that hit an unreadable database page, for all processes to check. */
export const SUSPECT = 'suspect';
