import { withoutPassword } from '@wikiquery/database';
import { escapeControls, printError } from '@wikiquery/hardening';
import { destination, pino, stdTimeFunctions } from 'pino';

type Level = 'info' | 'warning' | 'error';

const file = destination({ fd: 2, sync: false });
/** Destination of the log, standard error. Escapes control characters beyond ASCII, which JSON may contain and terminals interpret. */
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

/** Logs an event as one line of JSON on standard error. */
export function log(level: Level, event: string, details: Readonly<Record<string, unknown>> = {}): void {
  logger[level](details, event);
}

/** Reports a problem without passwords: as text if standard error is a terminal, otherwise as a log event. */
export function say(level: Level, event: string, problem: string): void {
  const shown = withoutPassword(problem);
  if (process.stderr.isTTY) printError(`wikiquery: ${shown}`);
  else log(level, event, { problem: shown });
}

/** Logs Node's warnings instead of printing them. */
export function logWarningsOfNode(): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log('warning', 'node', { name, message }));
}

/** Returns the class, the message without passwords and the start of the stack of an error, for the log. */
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

/** Parameters whose values contain no personal data. */
const SHOWN = new Set(['action', 'format', 'formatversion', 'list', 'prop', 'meta', 'generator']);

const MOST_READ = 4000;

/** Replaces the values of all parameters except those in `SHOWN`, because they may be passwords, tokens or names. */
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

/** Removes titles and other names from a path of the REST API: `/v1/page/…`. */
export const plainPath = (path: string): string => path.replace(/^((?:\/[^/]*){2}\/).+/, '$1…');
