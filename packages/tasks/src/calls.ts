/** What the server asks of the child. */
export interface ChildCalls {
  run(module: string, name: string, input: unknown): Promise<unknown>;
}

/** What a task asks of the server. */
export interface HostCalls {
  call(name: string, args: readonly unknown[]): Promise<unknown>;
}
