interface Entry<Pool> {
  readonly pool: Pool;
  users: number;
}

/** Connection pools that the open databases of a process share. The last user closes the pool. */
export class SharedPools<Pool extends { close(): Promise<void> }> {
  readonly #entries = new Map<string, Entry<Pool>>();

  /** Returns the pool with this key. `key`: everything that the connections depend on. Undefined: create a pool for this user only. */
  acquire(key: string | undefined, create: () => Pool): { readonly pool: Pool; readonly release: () => Promise<void> } {
    if (key === undefined) {
      const pool = create();
      return { pool, release: () => pool.close() };
    }
    const entry = this.#entries.get(key) ?? { pool: create(), users: 0 };
    this.#entries.set(key, entry);
    entry.users++;
    let isReleased = false;
    const release = async (): Promise<void> => {
      if (isReleased) return;
      isReleased = true;
      if (--entry.users > 0) return;
      this.#entries.delete(key);
      await entry.pool.close();
    };
    return { pool: entry.pool, release };
  }
}
