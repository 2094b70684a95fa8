import type { Settings } from '../config/settings.ts';
import type { ListenAddress } from '../http/bind.ts';

export interface RunningServer {
  /** `http://127.0.0.1:8080` */
  readonly origin: string;
  readonly place: ListenAddress;
  /** Takes other settings, as far as a server that runs can. Rejects with a StartError, and serves as before. */
  reload(settings: Settings): Promise<void>;
  /** Still serves, but reports that it wants no more requests. */
  drain(): void;
  /** Takes no more requests, lets those that run finish within the setting `grace`, and closes the database. */
  stop(): Promise<void>;
}
