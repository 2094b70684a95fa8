/** Functions that the child process exposes to the server. */
export interface ChildCalls {
  load(module: string): Promise<void>;
  run(module: string, name: string, input: unknown): Promise<unknown>;
}

/** Functions that the server exposes to the child process. */
export interface HostCalls {
  call(name: string, args: readonly unknown[]): Promise<unknown>;
}
