import type { Socket } from 'node:net';
import type { Revocations, Throttle } from '@wikiquery/accounts';
import type { ListenAddress } from '../http/bind.ts';
import type { HealthReport } from '../observability/health.ts';
import type { MetricsJson } from '../observability/metric-set.ts';
import type { SharedState } from '../sharing/shared-state.ts';
import type { Reload } from './control-socket.ts';

/** A group of processes that serve the same wikis, from the view of one of them. */
export interface ProcessGroup {
  /** Number of processes, this one included. */
  readonly count: number;
  /** Whether this process is the first one, which prints the greeting. */
  readonly isFirst: boolean;
  readonly secretKey: string | undefined;
  readonly throttle: Throttle;
  readonly revocations: Revocations;
  /** State that this server shares with others. Their messages arrive like those of the group. */
  readonly shared: SharedState | undefined;
  /** Returns the metrics of all processes together. */
  metrics(): Promise<string>;
  /** Sends a message to all other processes. */
  publish(topic: string, message: unknown): void;
  /** Sets functions of this process that the other processes can call. */
  answer(own: Partial<ProcessCalls>): void;
  /** Receives connections from now on. Returns the address on which the group listens. */
  takeConnections(take: (socket: Socket) => void): Promise<ListenAddress>;
  /** Resolves when this process must stop. */
  readonly stopped: Promise<void>;
  /** Leaves the group, so that the process can exit. */
  leave(): void;
}

/** Functions of a process that the other processes of its group can call. */
export interface ProcessCalls {
  metrics(): Promise<MetricsJson>;
  report(): Promise<HealthReport>;
  /** Marks the process as not ready for traffic. It continues to serve. */
  drain(): void;
  readonly reload: Reload;
  /** Receives a message. `from`: identifies the process of this or another server that sent it. */
  receive(topic: string, message: unknown, from: string | number): void | Promise<void>;
}

/** Topic of messages about the usage of clients in a process. */
export const CLIENTS_SPENT = 'clients-spent';
/** Topic of messages with a statement that read a damaged page of the database file. All processes check it. */
export const SUSPECT = 'suspect';
