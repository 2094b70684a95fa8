import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type RunningServer, SERVER, startServer } from '@wikiquery/launch/process';
import { readOffer } from '../modules.ts';
import { startServerProcess } from '../server-process.ts';
import { Visitor } from '../visitor.ts';
import { Target } from './attack.ts';
import { openAttackedWiki } from './attacked-wiki.ts';
import { findPlaces } from './places.ts';
import { storedPlaces } from './stored.ts';
import { type Attack, attacksOn, SIZES } from './suite.ts';

const APP = fileURLToPath(new URL('../../../../apps/server/src/main.ts', import.meta.url));

/** Milliseconds that a request may take the server: less than usual, so that what never ends is soon known. Long tasks have as much. */
const DEADLINE = 10_000;

/** A server of one process that is measured, and everything that it can be attacked with. */
export interface Attacked {
  readonly target: Target;
  readonly attacks: readonly Attack[];
  close(): Promise<void>;
}

export async function openAttacked(sizes: readonly number[] = SIZES): Promise<Attacked> {
  const { wiki, flags, folder, close } = await openAttackedWiki(sizes);
  const target = await Target.of(() => startServerProcess(APP, [...flags, '--deadline', String(DEADLINE)], folder), DEADLINE);
  const offer = await readOffer(params => target.visitor.json(params));
  return {
    target,
    attacks: attacksOn([...storedPlaces(wiki), ...(await findPlaces(offer, target.visitor))], sizes),
    async close() {
      await target.stop();
      await close();
    },
  };
}

/** A server of two workers with default settings, and attacks of each shape. */
export interface Crowded {
  readonly server: RunningServer;
  readonly attacks: readonly Attack[];
  close(): Promise<void>;
}

/** `places`: how many of those that take a shape are attacked with it. */
export async function openCrowded({ upstream, places }: { readonly upstream: boolean; readonly places: number }): Promise<Crowded> {
  const { wiki, flags, folder, close } = await openAttackedWiki(SIZES);
  const behind = upstream ? await startUpstream() : undefined;
  const all = [
    ...flags,
    '--workers',
    '2',
    '--trust-proxy',
    'loopback',
    ...(behind ? ['--upstream', behind.api, '--answers', 'paraminfo'] : []),
  ];
  const server = await startServer(SERVER, all, folder, { onLog: () => {} });
  const visitor = new Visitor(server.api);
  const offer = await readOffer(params => visitor.json(params));
  const attacks = attacksOn([...(await findPlaces(offer, visitor)), ...storedPlaces(wiki)]);
  visitor.close();
  return {
    server,
    // Of each shape the places that do most with it, which come first.
    attacks: [...Map.groupBy(attacks, ({ shape }) => shape).values()].flatMap(group => group.slice(0, places)),
    async close() {
      await server.stop();
      behind?.close();
      await close();
    },
  };
}

/** A wiki that knows nobody and answers everything with the same. */
async function startUpstream(): Promise<{ readonly api: string; close(): void }> {
  const wiki = createServer((request, response) => {
    request.resume();
    response
      .setHeader('content-type', 'application/json')
      .end('{"batchcomplete":true,"query":{"userinfo":{"id":0,"name":"127.0.0.1","anon":true}}}');
  });
  wiki.listen(0, '127.0.0.1');
  await once(wiki, 'listening');
  const { port } = wiki.address() as AddressInfo;
  return { api: `http://127.0.0.1:${port}/w/api.php`, close: () => wiki.close() };
}
