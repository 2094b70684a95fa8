import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER } from '@wikiquery/launch/process';
import { type Account, openSessions } from './accounts.ts';
import { Client } from './client.ts';
import { inParallel } from './parallel.ts';
import { ask, type RecordedProbe } from './probe.ts';
import type { Recording, ServedSet } from './recording.ts';

/** A MediaWiki that runs, and where its data is. */
export interface LiveWiki {
  /** URL of its api.php. */
  readonly api: string;
  /** As `wikiquery --database` takes it. */
  readonly database: string;
  /** Its upload directory. */
  readonly images: string | undefined;
}

/** What it takes to serve the wiki, which is described as it describes itself. */
export function serveLive({ api, database, images }: LiveWiki): ServedSet {
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-live-'));
  const site = join(folder, 'site.json');
  const messages = join(folder, 'messages');
  const { status, stderr } = spawnSync(process.execPath, [...SERVER, 'adopt', api, '--out', site, '--messages', messages], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${api} cannot be adopted: ${stderr.trim()}`);
  return {
    folder,
    url: database,
    flags: ['--database', database, '--site', site, '--messages', messages, ...(images === undefined ? [] : ['--images', images])],
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface LiveOptions {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly concurrency: number;
  readonly timeout: number;
}

/** The probes with the answers that the MediaWiki gives now, in place of the recorded ones. */
export async function recordNow(rows: readonly RecordedProbe[], api: string, options: LiveOptions): Promise<Recording> {
  const { accounts, concurrency, timeout } = options;
  const sessions = new Set(rows.map(({ probe }) => probe.session));
  const { clients, problems } = await openSessions(api, accounts, sessions, timeout);
  for (const problem of problems.values()) console.log(`warning: ${problem}`);
  const known = rows.filter(({ probe }) => clients.has(probe.session));
  const probes = await inParallel(known, concurrency, async ({ id, probe }) => ({
    id,
    probe,
    steps: await ask(probe, clients.get(probe.session) as Client),
  }));
  const { query } = await new Client(api, { timeout, keepsCookies: false }).json({ action: 'query', meta: 'siteinfo' });
  const { generator = '', server = '' } = query?.general ?? {};
  return { server, generator, recorded: new Date().toISOString(), probes };
}

/** So many of the probes, from all over the list. */
export function sample<T>(rows: readonly T[], count: number): T[] {
  const step = Math.max(1, rows.length / count);
  return Array.from({ length: Math.min(count, rows.length) }, (_, at) => rows[Math.floor(at * step)] as T);
}
