/** Thrown if the server or a command cannot start. Each problem is one line that states what failed and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Returns the first line of an error's message. */
export const oneLine = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? '').trim() || 'no reason given';
};
