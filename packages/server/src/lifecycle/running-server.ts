import type { Settings } from '../config/settings.ts';
import type { ListenAddress } from '../http/bind.ts';

/** A server that listens for requests. */
export interface RunningServer {
  /** Scheme, host and port: `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly place: ListenAddress;
  /** Applies new settings. If they have problems, rejects with a StartError and serves as before. */
  reload(settings: Settings): Promise<void>;
  /** Marks the server as not ready for traffic, and closes each connection after its next response. It continues to serve. */
  drain(): void;
  /** Stops listening, waits for running requests (at most for the setting `grace`), and closes the database. */
  stop(): Promise<void>;
}
