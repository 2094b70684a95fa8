import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Client } from './client.ts';

/** Arguments of Node that run apps/server from its source. */
export const SERVER: readonly string[] = [
  '--conditions=@wikiquery/source',
  fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url)),
];

export interface RunningServer {
  /** Its scheme, host and port. */
  readonly origin: string;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

/**
 * Runs `node` with these arguments and `serve` on a free port of the loopback interface, in a folder that holds no
 * configuration, and waits for the line of its output that names its address.
 */
export async function startServer(args: readonly string[], flags: readonly string[], folder: string): Promise<RunningServer> {
  const serve = [...args, 'serve', ...flags, '--host', '127.0.0.1', '--port', '0'];
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WIKIQUERY_'));
  const env = { ...Object.fromEntries(inherited), WIKIQUERY_SECRET_KEY: randomBytes(32).toString('hex') };
  const server = spawn(process.execPath, serve, { stdio: ['ignore', 'pipe', 'inherit'], cwd: folder, env });
  const ended = once(server, 'exit');
  // Whoever asks may fail; the server must not outlive it.
  const end = (): boolean => server.kill('SIGKILL');
  process.once('exit', end);
  void ended.then(() => process.off('exit', end));
  const origin = await Promise.race([
    firstOrigin(server.stdout),
    ended.then(([code]) => Promise.reject(new Error(`The server ended with exit code ${code} before it listened.`))),
  ]);
  return {
    origin,
    async stop() {
      server.kill();
      await ended;
    },
  };
}

/** Names of the installed query modules, as `action=paraminfo` of the server tells. */
export async function installedModules(client: Client): Promise<Set<string>> {
  const { paraminfo } = await client.json({ action: 'paraminfo', modules: 'query' });
  const parameters = paraminfo?.modules?.[0]?.parameters;
  if (!parameters) throw new Error('The server does not answer action=paraminfo&modules=query.');
  return new Set(
    parameters.flatMap(({ name, type }) => (MODULE_PARAMETERS.includes(name) && Array.isArray(type) ? (type as string[]) : [])),
  );
}

/** The parameters of action=query that name modules. */
export const MODULE_PARAMETERS: readonly string[] = ['list', 'prop', 'meta', 'generator'];

/** The server goes on writing lines; they are read so that its pipe never fills. */
async function firstOrigin(output: NodeJS.ReadableStream): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface(output).on('line', line => {
    const origin = /https?:\/\/[^\s/"]+:\d+/.exec(line)?.[0];
    if (origin) resolve(origin);
  });
  return promise;
}
