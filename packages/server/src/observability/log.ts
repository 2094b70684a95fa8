import { withoutPassword } from '@wikiquery/database';
import { escapeControls, printError } from '@wikiquery/hardening';
import { destination, pino, stdTimeFunctions } from 'pino';

type Level = 'info' | 'warning' | 'error';

const file = destination({ fd: 2, sync: false });
/**
 * Writes synchronously, or in another thread if the reader of the log is slow. JSON may contain control characters beyond ASCII, which terminals interpret: escaped,
 * they parse to the same value.
 */
export const output = { write: (line: string): unknown => file.write(`${escapeControls(line.trimEnd())}\n`) };
process.on('exit', () => file.flushSync());
const logger = pino(
  {
    base: null,
    messageKey: 'event',
    timestamp: stdTimeFunctions.isoTime,
    customLevels: { info: 30, warning: 40, error: 50 },
    useOnlyCustomLevels: true,
    formatters: { level: level => ({ level }) },
  },
  output,
);

/** One line of JSON a thing that happened, on the error output: what a log collector reads. */
export function log(level: Level, event: string, details: Readonly<Record<string, unknown>> = {}): void {
  logger[level](details, event);
}

/** Tells whoever starts the server: a line of text where a person reads it, of the log otherwise. */
export function say(level: Level, event: string, problem: string): void {
  const shown = withoutPassword(problem);
  if (process.stderr.isTTY) printError(`wikiquery: ${shown}`);
  else log(level, event, { problem: shown });
}

/** What Node itself would print, as lines of the log. */
export function logWarningsOfNode(): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log('warning', 'node', { name, message }));
}

/** An error as the log shows it. */
export const describeError = (error: unknown): unknown =>
  error instanceof Error
    ? {
        class: error.constructor.name,
        message: withoutPassword(error.message),
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

/** A path of the REST API without what is named in it: `/v1/page/…`. */
export const plainPath = (path: string): string => path.replace(/^((?:\/[^/]*){2}\/).+/, '$1…');
