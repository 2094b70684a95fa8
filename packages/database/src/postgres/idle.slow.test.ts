import { setTimeout as delay } from 'node:timers/promises';
import { engines, openWiki } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { open } from '../open.ts';

/** Milliseconds after which the pool closes connections that it does not need. */
const IDLE = 10_000;

it.runIf(engines.includes('postgres'))('one connection stays open during a pause', { timeout: 60_000 }, async () => {
  const wiki = await openWiki('postgres');
  onTestFinished(() => wiki.close());
  const database = await open(wiki.url);
  onTestFinished(() => database.close());
  const backend = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)).rows[0]?.pid;
  const opened = await Promise.all([backend(), backend(), backend()]);
  await delay(IDLE + 1000);
  expect(opened).toContain(await backend());
});
