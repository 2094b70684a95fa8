/** What keeps the server from starting, all of it: one line each, and each says what to change. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** What a thrown value says, on one line. */
export const oneLine = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? '').trim() || 'no reason given';
};
