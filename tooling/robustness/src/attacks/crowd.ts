import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningServer, SERVER, startServer } from '@wikiquery/launch/process';
import { readOffer } from '../requests/modules.ts';
import { Visitor } from '../visitor.ts';
import { openAttackedWiki } from './attacked-wiki.ts';
import { nameOf } from './outcomes.ts';
import { findPlaces } from './places.ts';
import { storedPlaces } from './stored.ts';
import { type Attack, attacksOn, SIZES } from './suite.ts';

const SIZE = 100_000;
const ATTACKERS = 4;
const LIGHT_CLIENTS = 8;
/** Milliseconds that an attacker waits for a response. */
const PATIENCE = 60_000;
/** Milliseconds within which a worker must release memory after an attack. */
const REST = 5000;
/** Maximum memory of a worker in bytes, during and after an attack. */
const MOST_MEMORY = 600 * 2 ** 20;
const LIGHT = ['titles=Main_Page', 'list=allpages&aplimit=10', 'meta=siteinfo'].map(query => `action=query&format=json&${query}`);

/**
 * Sends each attack for some seconds to a server with two workers, while other clients send light requests. Returns the attacks that
 * made light requests fail or took too much memory. Linux only.
 */
export async function attackBesideClients(isSelected: (attack: Attack) => boolean, seconds: number): Promise<string[]> {
  const { wiki, flags, folder, close } = await openAttackedWiki(SIZES);
  const server = await startServer(SERVER, [...flags, '--workers', '2', '--trust-proxy', 'loopback'], folder, { onLog() {} });
  const visitor = new Visitor(server.api);
  const wrong: string[] = [];
  try {
    const offer = await readOffer(question => visitor.json(question));
    const all = attacksOn([...(await findPlaces(offer, visitor)), ...storedPlaces(wiki)]).filter(isSelected);
    // The first place of each shape is the one that processes it most.
    for (const [attack] of Map.groupBy(all, ({ shape }) => shape).values()) {
      const { failures, requests, memory } = await crowd(server, attack as Attack, seconds);
      const line = `${nameOf(attack as Attack)}: ${failures} of ${requests} light requests failed, ${Math.round(memory / 2 ** 20)} MB`;
      console.log(line);
      if (failures > 0 || memory > MOST_MEMORY) wrong.push(line);
    }
  } finally {
    visitor.close();
    await server.stop();
    await close();
  }
  return wrong;
}

async function crowd(server: RunningServer, attack: Attack, seconds: number) {
  const request = await attack.request(SIZE);
  const ending = AbortSignal.timeout(seconds * 1000);
  let [requests, failures, memory] = [0, 0, 0];
  const look = setInterval(() => (memory = Math.max(memory, largestWorker(server))), 100);
  const repeat = async (address: string, send: (visitor: Visitor, turn: number) => Promise<unknown>): Promise<void> => {
    const visitor = new Visitor(server.api, address);
    for (let turn = 0; !ending.aborted; turn++) await send(visitor, turn);
    visitor.close();
  };
  const hit = (visitor: Visitor) =>
    visitor.send({ ...request, signal: AbortSignal.any([ending, AbortSignal.timeout(PATIENCE)]) }).catch(() => sleep(10));
  const ask = async (visitor: Visitor, turn: number): Promise<void> => {
    const response = await visitor.send({ query: LIGHT[turn % LIGHT.length] as string }).catch(() => undefined);
    requests++;
    if (response?.status !== 200 || response.headers['mediawiki-api-error'] !== undefined) failures++;
    await sleep(20);
  };
  await Promise.all([
    ...Array.from({ length: ATTACKERS }, (_, i) => repeat(`192.0.2.${i}`, hit)),
    ...Array.from({ length: LIGHT_CLIENTS }, (_, i) => repeat(`198.51.100.${i}`, ask)),
  ]);
  clearInterval(look);
  for (let rest = 0; rest < REST && largestWorker(server) > MOST_MEMORY; rest += 1000) await sleep(1000);
  return { requests, failures, memory: Math.max(memory, largestWorker(server)) };
}

/** Returns the resident memory of the largest child process in bytes. */
function largestWorker({ process: { pid } }: RunningServer): number {
  const sizes = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .match(/\d+/g)
    ?.map(child => {
      try {
        return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1] ?? 0) * 1024;
      } catch {
        return 0; // The process has just ended.
      }
    });
  return Math.max(0, ...(sizes ?? []));
}
