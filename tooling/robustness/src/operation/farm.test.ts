// Tests a farm of 200 wikis on one MariaDB server. All processes together must not exceed 120 connections.
import { writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openPlain, sql, tables } from '@wikiquery/database';
import type { RunningServer } from '@wikiquery/launch/process';
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useStand } from '../stand.test-kit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const WIKIS = 200;
const [SERVERS, WORKERS] = [3, 4];
/** Maximum number of connections, which MariaDB enforces: a further connection would fail. */
const MOST = 120;
/** Clients of each server, and how often each requests its wikis. */
const [CROWD, ROUNDS] = [40, 5];

const stand = useStand();

describe.runIf(engines.includes('mariadb'))('a farm on one MariaDB server', () => {
  const name = `farm${Math.random().toString(36).slice(2, 10)}`;
  /** Wikis of two farms with hosts of their own. */
  const wikis = Array.from({ length: WIKIS }, (_, at) => ({ part: `w${at}`, farm: at % 2 === 0 ? 'even' : 'odd' }));
  const databaseOf = ({ part, farm }: (typeof wikis)[number]): string => `${name}_${farm}_${part}`;
  const servers: RunningServer[] = [];
  let template: TestWiki;

  beforeAll(async () => {
    template = await openWiki('mariadb');
    await template.page('Heron', { id: 1 });
    const address = new URL(template.url);
    const shared = address.pathname.slice(1);
    const run = (statement: string) => sql.raw(statement).execute(template.db);
    // The wikis share all tables except `page`, because 200 complete wikis would take minutes.
    for (const wiki of wikis) {
      const database = databaseOf(wiki);
      await run(`create database ${database}`);
      await run(`create table ${database}.page as select * from ${shared}.page`);
      await run(`update ${database}.page set page_title = '${wiki.part.toUpperCase()}'`);
    }
    await run(`create user ${name}@'%' identified by 'x' with max_user_connections ${MOST}`);
    await run(`grant select on \`${name}\\_%\`.* to ${name}@'%'`);
    await run(`grant select on ${shared}.* to ${name}@'%'`);
    const folder = stand.folder();
    const account = Object.assign(new URL(address), { username: name, password: 'x' });
    const farm = ['even', 'odd'].map(each => ({
      name: `${each}-{wiki}`,
      host: `{wiki}.${each}.example`,
      database: account.href.replace(shared, `${name}_${each}_{wiki}`),
      sharedDatabase: shared,
      sharedTables: Object.keys(tables).filter(table => table !== 'page'),
    }));
    await writeFile(join(folder, 'wikiquery.config.json'), JSON.stringify({ wikis: { farm } }));
    const flags = ['--workers', String(WORKERS), '--client-rate', '0', '--client-requests', '0', '--deadline', '120s'];
    for (let number = 0; number < SERVERS; number++) servers.push(await stand.serve(flags, folder, { onLog: () => {} }));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await sql.raw(`drop user if exists ${name}@'%'`).execute(template.db);
    for (const wiki of wikis) await sql.raw(`drop database if exists ${databaseOf(wiki)}`).execute(template.db);
    await template.close();
  });

  /** Samples the number of connections until stopped. Returns the highest number. */
  function sampleConnections(): () => Promise<number> {
    let [isOver, most] = [false, 0];
    const sampling = (async () => {
      const { forRequest, close } = await openPlain(template.url, { single: true });
      const count = sql<{ n: number }>`select count(*) as n from information_schema.processlist where user = ${name}`;
      while (!isOver) most = Math.max(most, Number((await count.execute(forRequest({}))).rows[0]?.n));
      await close();
    })();
    return async () => {
      isOver = true;
      await sampling;
      return most;
    };
  }

  it('serves 200 wikis from several servers and stays within the maximum number of connections', async () => {
    const connections = sampleConnections();
    const problems: string[] = [];
    let requests = 0;
    const ask = async (agent: Agent, { origin }: RunningServer, { part, farm }: (typeof wikis)[number]): Promise<void> => {
      requests++;
      const query = 'action=query&format=json&formatversion=2&pageids=1&prop=info|revisions|categories&meta=siteinfo&siprop=statistics';
      const body = await read(agent, `${origin}/${farm}-${part}/w/api.php?${query}`);
      if (!body.includes(`"title":"${part.toUpperCase()}"`)) problems.push(`${farm}-${part}: ${body.slice(0, 200)}`);
    };
    const begun = performance.now();
    await Promise.all(
      servers.flatMap((server, number) =>
        Array.from({ length: CROWD }, async (_, client) => {
          // The connection, and with it the worker, stays the same, so that each worker opens only the wikis of its clients.
          const agent = new Agent({ keepAlive: true, maxSockets: 1 });
          const own = wikis.filter((_, at) => at % (SERVERS * CROWD) === number * CROWD + client);
          for (let round = 0; round < ROUNDS; round++) for (const wiki of own) await ask(agent, server, wiki);
          agent.destroy();
        }),
      ),
    );
    const most = await connections();
    console.log(`${requests} requests in ${Math.round(performance.now() - begun)} ms, at most ${most} connections.`);
    expect(problems).toEqual([]);
    expect(most).toBeGreaterThan(SERVERS * WORKERS);
    expect(most).toBeLessThanOrEqual(MOST);
  });
});

async function read(agent: Agent, url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { agent }, resolve).once('error', reject);
  return text(await promise);
}
