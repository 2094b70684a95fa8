import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { printError } from '@wikiquery/hardening';
import { type App, assemble, noteContact, pauseReporter, readArguments, type Settings, StartError, userAgentOf } from '@wikiquery/server';
import { routedWiki, VERSION, withImport } from '@wikiquery/server/extend';
import { localSource } from './http/local-source.ts';
import { createServer } from './server.ts';
import { remoteSource } from './wiki/remote-source.ts';
import type { WikiSource } from './wiki/source.ts';

const FLAGS = { api: { type: 'string' } } as const;

/** Runs `wikiquery mcp` until the client closes standard input. Returns the exit code. Rejects with a StartError for wrong arguments. */
export async function run(app: App, args: readonly string[]): Promise<number> {
  const { settings, own, positionals } = await readArguments(app, args, FLAGS);
  if (positionals.length > 0)
    throw new StartError([
      `This command has no arguments besides flags, but got "${positionals[0]}". Name a wiki with --database, --import or --api.`,
    ]);
  try {
    await (typeof own.api === 'string' ? serveRemote(own.api, settings) : serveLocal(app, settings));
    return 0;
  } finally {
    // An open input would keep the process alive.
    process.stdin.destroy();
  }
}

/**
 * Serves the wiki of the settings, and imports its dumps first. The server responds meanwhile, because clients wait only a minute for a
 * server to start. The client is an anonymous user of this machine.
 */
async function serveLocal(app: App, settings: Settings): Promise<void> {
  const opened = withImport(app, settings).then(imported => assemble(app, imported));
  const client = { ip: '127.0.0.1', secure: false };
  const local = opened.then(routedWiki);
  // The race below reports the failure.
  local.catch(() => undefined);
  const source = localSource(local, { client, headers: {}, descriptions: new Map() });
  // Rejects if the wiki cannot be opened.
  await Promise.race([serve(source), opened.then(() => new Promise<never>(() => {}))]);
  await (await opened).close();
}

/** Serves a wiki on another server. It gets no request until a tool needs one. */
async function serveRemote(address: string, settings: Settings): Promise<void> {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) throw new StartError([`--api must be the URL of an api.php, not "${address}".`]);
  noteContact(settings, url);
  await serve(remoteSource(url, { userAgent: userAgentOf(settings, 'mcp'), onPause: pauseReporter() }), url.host);
}

/** Serves a client over standard input and output. Resolves when the client closes them, or at a signal. */
async function serve(source: WikiSource, wikiName?: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const failed = (error: unknown): void => {
    printError(`wikiquery: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  const factory = () => createServer(source, { version: VERSION, wikiName, failed });
  const connection = serveStdio(factory, { maxSubscriptions: 0, onerror: failed });
  process.stdin.once('end', end).once('close', end);
  process.once('SIGINT', end).once('SIGTERM', end);
  await promise;
  await connection.close();
}
