/** How the statements of one request read: what the request needs, and what its statements found. Belongs to exactly one request. */
export class RequestReads {
  /** Identifies the client, which keeps to one replica. Undefined if the request may use any replica. */
  readonly client: string | undefined;
  /** Whether the request must see all changes that were committed before it. */
  readonly isRecent: boolean;
  /** Replication lag in seconds of the replica that the statements used; 0 for a primary. */
  lag = 0;
  /** Whether external storage lacked a text or was unreachable. */
  missesTexts = false;

  constructor({ client, isRecent = false }: { readonly client?: string | undefined; readonly isRecent?: boolean } = {}) {
    this.client = client;
    this.isRecent = isRecent;
  }
}
