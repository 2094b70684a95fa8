import { createHash } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { bind, type ListenAddress } from '../http/bind.ts';
import { createServer, request } from '../http/node-http.ts';
import { log } from '../observability/log.ts';
import { oneLine, StartError } from '../start-error.ts';

/** Result of a reload. */
export interface Reloaded {
  /** Problems of the new settings. If there are any, the old settings stay in effect. */
  readonly problems: readonly string[];
  /** Names of changed settings that require a restart. */
  readonly restart: readonly string[];
}

/** Reloads the settings. */
export type Reload = () => Promise<Reloaded>;

/** Returns the path of the socket in the data folder on which a server receives reload requests. `place`: the server's address. */
const socketOf = (data: string, place: ListenAddress): string =>
  join(data, `control-${'path' in place ? createHash('sha256').update(place.path).digest('hex').slice(0, 12) : place.port}`);

/** Reloads the settings on SIGHUP and on requests from `wikiquery reload`. Returns a function that closes the control socket. */
export async function takeReloads(reload: Reload, data: string, place: ListenAddress): Promise<() => void> {
  let last: Promise<Reloaded> = Promise.resolve({ problems: [], restart: [] });
  const next = (): Promise<Reloaded> => {
    last = last.then(reload).then(logReload, (error: unknown) => logReload({ problems: [oneLine(error)], restart: [] }));
    return last;
  };
  process.on('SIGHUP', () => void next());
  const server = createServer((_request, response) => {
    void next().then(reloaded => response.end(JSON.stringify(reloaded)));
  });
  const path = socketOf(data, place);
  try {
    await mkdir(data, { recursive: true });
    await bind(server, { path });
    await chmod(path, 0o600);
  } catch (error) {
    log('warning', 'control-socket-failed', { problem: `"wikiquery reload" does not work, only SIGHUP: ${oneLine(error)}` });
  }
  return () => server.close();
}

function logReload(reloaded: Reloaded): Reloaded {
  const { problems } = reloaded;
  if (problems.length === 0) log('info', 'reloaded');
  else log('error', 'not-reloaded', { problems });
  return reloaded;
}

/**
 * Makes a server reload its settings. Returns the names of changed settings that require a restart. Rejects with a StartError if the server
 * does not respond or the settings have problems.
 */
export async function askToReload(data: string, place: ListenAddress): Promise<readonly string[]> {
  const path = socketOf(data, place);
  const { promise, resolve, reject } = Promise.withResolvers<Reloaded>();
  request({ socketPath: path, method: 'POST' }, response => resolve(json(response) as ReturnType<typeof Object>))
    .once('error', reject)
    .end();
  const { problems, restart } = await promise.catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
    const why = isMissing ? `No server listens at ${path}.` : `The server at ${path} does not respond: ${oneLine(error)}.`;
    throw new StartError([`${why} Use the same --data, --host and --port as the server, or send it SIGHUP.`]);
  });
  if (problems.length > 0) throw new StartError(problems);
  return restart;
}
