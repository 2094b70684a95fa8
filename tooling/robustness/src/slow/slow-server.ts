import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackSet } from '@wikiquery/conformance/recording';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { type Answer, Visitor } from '../visitor.ts';

export interface SlowServer {
  readonly process: ServerProcess;
  readonly visitor: Visitor;
  /** Asks for what takes minutes. */
  askSlow(signal?: AbortSignal): Promise<Answer>;
  /** Asks for what takes no time: one page by its title. */
  askLight(): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a server with a slow module, two threads and this deadline (milliseconds) on the wiki of the conformance set. */
export async function startSlowServer(deadline: number): Promise<SlowServer> {
  const wiki = unpackSet(join(import.meta.dirname, '../../../conformance/sets/a-1.43-sqlite'));
  const app = fileURLToPath(new URL('./app.ts', import.meta.url));
  const server = await startServerProcess(
    app,
    [...wiki.flags, '--deadline', String(deadline), '--connections', '2', '--grace', '0'],
    wiki.folder,
  );
  const visitor = new Visitor(server.api);
  return {
    process: server,
    visitor,
    askSlow: signal => visitor.send({ query: 'action=query&list=slow&format=json', ...(signal && { signal }) }),
    askLight: () => visitor.send({ query: 'action=query&titles=Main_Page&format=json' }),
    async stop() {
      visitor.close();
      await server.stop();
      wiki.close();
    },
  };
}
