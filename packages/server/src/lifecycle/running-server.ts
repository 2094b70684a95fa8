import type { Settings } from '../config/settings.ts';
import type { ListenAddress } from '../http/bind.ts';

export interface RunningServer {
  /** `http://127.0.0.1:8080` */
  readonly origin: string;
  readonly place: ListenAddress;
  /** Applies new settings. Rejects with a StartError, and serves as before. */
  reload(settings: Settings): Promise<void>;
  /** Still serves, but is no longer ready for traffic. */
  drain(): void;
  /** Stops listening, waits for running requests within the setting `grace`, and closes the database. */
  stop(): Promise<void>;
}
