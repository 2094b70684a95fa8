/** Functions of the child process. */
export interface ChildCalls {
  load(module: string): Promise<void>;
  run(module: string, name: string, input: unknown): Promise<unknown>;
}

/** Functions of the server. */
export interface HostCalls {
  call(name: string, args: readonly unknown[]): Promise<unknown>;
}
