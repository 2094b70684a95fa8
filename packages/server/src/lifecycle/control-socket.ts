import { createHash } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { bind, type ListenAddress } from '../http/bind.ts';
import { createServer, request } from '../http/node-http.ts';
import { log } from '../observability/log.ts';
import { oneLine, StartError } from '../start-error.ts';

/** Takes new settings. Gives what is wrong with them, in which case the old ones hold. */
export type Reload = () => Promise<readonly string[]>;

/** The socket, in the data folder, by which the server at a place is told to take new settings. */
const socketOf = (data: string, place: ListenAddress): string =>
  join(data, `control-${'path' in place ? createHash('sha256').update(place.path).digest('hex').slice(0, 12) : place.port}`);

/** Takes new settings on SIGHUP, and when `wikiquery reload` asks for it. The returned function ends that. */
export async function takeReloads(reload: Reload, data: string, place: ListenAddress): Promise<() => void> {
  let last: Promise<readonly string[]> = Promise.resolve([]);
  // One after the other.
  const next = (): Promise<readonly string[]> => {
    last = last.then(reload).then(told, (error: unknown) => told([oneLine(error)]));
    return last;
  };
  process.on('SIGHUP', () => void next());
  const server = createServer((_request, response) => {
    void next().then(problems => response.end(JSON.stringify({ problems })));
  });
  const path = socketOf(data, place);
  try {
    await mkdir(data, { recursive: true });
    await bind(server, { path });
    await chmod(path, 0o600);
  } catch (error) {
    log('warning', 'no-control', { problem: `Settings are taken anew on SIGHUP only: ${oneLine(error)}` });
  }
  return () => server.close();
}

function told(problems: readonly string[]): readonly string[] {
  if (problems.length === 0) log('info', 'reloaded');
  else log('error', 'not-reloaded', { problems });
  return problems;
}

/** Has the server at a place take new settings. Rejects with a StartError that says why it did not. */
export async function askToReload(data: string, place: ListenAddress): Promise<void> {
  const path = socketOf(data, place);
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly problems: readonly string[] }>();
  request({ socketPath: path, method: 'POST' }, response => resolve(json(response) as ReturnType<typeof Object>))
    .once('error', reject)
    .end();
  const { problems } = await promise.catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? 'No server' : `The server does not answer (${oneLine(error)})`;
    throw new StartError([`${why} listens at ${path}. Give the settings "data", "host" and "port" of the server, or send it SIGHUP.`]);
  });
  if (problems.length > 0) throw new StartError(problems);
}
