import { basename } from 'node:path';
import { countText, terminalProgress } from '@wikiquery/dumps';
import { bodyText } from '@wikiquery/engine';
import { printError } from '@wikiquery/hardening';
import {
  type App,
  type Assembled,
  assemble,
  noteContact,
  offerOf,
  pauseReporter,
  readArguments,
  StartError,
  userAgentOf,
} from '@wikiquery/server';
import { defaultSite } from '@wikiquery/site';
import { exportRows } from './export-rows.ts';
import { type ExportFormat, FORMATS } from './formats.ts';
import { withSmallHeap } from './small-heap.ts';

const FLAGS = {
  format: { type: 'string' },
  all: { type: 'boolean' },
  each: { type: 'string' },
  out: { type: 'string' },
  from: { type: 'string' },
} as const;

/** Runs `wikiquery get`. Returns the exit code. Rejects with a `StartError` for invalid arguments or a failed query. */
export async function run(app: App, args: readonly string[]): Promise<number> {
  const { settings, own, positionals } = await readArguments(app, args, FLAGS);
  const { format: given = 'ndjson', all = false, each, out, from } = own as Record<string, string | boolean>;
  const format = given === 'jsonl' ? 'ndjson' : given;
  const [query, ...others] = positionals;
  if (query === undefined || others.length > 0) throw new StartError([`Name exactly one query: wikiquery get 'list=allpages&aplimit=5'`]);
  if (!FORMATS.includes(format as ExportFormat))
    throw new StartError([`Unknown format "${format}". Choose one of ${FORMATS.join(', ')} with --format.`]);
  const options = {
    query,
    format: format as ExportFormat,
    all: all === true,
    each: each as string | undefined,
    out: out as string | undefined,
    progress: terminalProgress(),
  };
  return withSmallHeap(async () => {
    if (from !== undefined) {
      const offer = await offerOf(app, settings, defaultSite());
      noteContact(settings, String(from));
      const requests = { userAgent: userAgentOf(settings, 'get'), onPause: pauseReporter(text => options.progress.warn(text)) };
      return write({ ...options, offer, url: String(from), requests });
    }
    const assembled = await assemble(app, settings);
    try {
      return await write({ ...options, offer: await assembled.offer(), url: 'http://localhost/api.php', fetch: fetchFrom(assembled) });
    } finally {
      await assembled.close();
    }
  });
}

async function write(options: Parameters<typeof exportRows>[0]): Promise<number> {
  try {
    const rows = await exportRows(options);
    if (options.out !== undefined) printError(`Wrote ${countText(rows, 'rows')} to ${basename(options.out)}.`);
    return 0;
  } catch (error) {
    throw new StartError([error instanceof Error ? error.message : String(error)]);
  }
}

/** Returns a `fetch` that sends requests to the API in this process, as an anonymous user. */
function fetchFrom({ answer }: Assembled): typeof fetch {
  return async (url, { method = 'GET', body, signal } = {}) => {
    const { status, headers, ...content } = await answer({
      method: method as 'GET' | 'POST',
      query: (url as URL).search.slice(1),
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      headers: {},
      ip: '127.0.0.1',
      secure: false,
      signal: signal ?? new AbortController().signal,
    });
    // A real Response would encode and decode the text without need.
    const text = async (): Promise<string> => bodyText(content);
    return { ok: status < 400, status, statusText: '', headers: new Headers(headers as Record<string, string>), text } as Response;
  };
}
