/** One line of JSON a thing that happened, on the error output: what a log collector reads. */
export function log(level: 'info' | 'warning' | 'error', event: string, details: Readonly<Record<string, unknown>> = {}): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...details })}\n`);
}

/** An error as the log shows it. */
export const describeError = (error: unknown): unknown =>
  error instanceof Error
    ? {
        class: error.constructor.name,
        message: error.message,
        stack: error.stack
          ?.split('\n')
          .slice(1, 12)
          .map(line => line.trim()),
      }
    : String(error);

/** Parameters whose values say what kind of request it was and nothing about anybody. */
const SHOWN = new Set(['action', 'format', 'formatversion', 'list', 'prop', 'meta', 'generator']);

/** Characters that are looked at. */
const MOST_READ = 4000;

/** A query string with the values of all other parameters taken out: they may be passwords, tokens or private names. */
export function redact(query: string): string {
  return query
    .slice(0, MOST_READ)
    .split('&')
    .map(pair => {
      const at = pair.indexOf('=');
      return at < 0 || SHOWN.has(pair.slice(0, at)) ? pair : `${pair.slice(0, at)}=…`;
    })
    .join('&')
    .slice(0, 1000);
}
