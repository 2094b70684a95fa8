import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RevokedSession } from '@wikiquery/accounts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RevokedSessions } from './revoked-sessions.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-ended-'));
});
afterAll(() => rm(folder, { recursive: true }));

const now = () => Date.now();
const session = (id: string, until = now() + 86_400_000): RevokedSession => ({ id, holder: '1 ', begunAt: now(), until });

it('shares revoked sessions with servers that use the same data folder, also after a restart', async () => {
  const data = join(folder, 'shared', 'data');
  const received: string[] = [];
  const tell = (sessions: readonly RevokedSession[]) => void received.push(...sessions.map(({ id }) => id));
  const [one, two] = await Promise.all([new RevokedSessions(data, { now, tell }).open(), new RevokedSessions(data, { now }).open()]);
  await one.end(session('first'));
  await two.end(session('second'));
  expect([one.has(session('first')), two.has(session('second'))]).toEqual([true, true]);
  await vi.waitFor(() => expect([one.has(session('second')), two.has(session('first'))]).toEqual([true, true]), { timeout: 10_000 });
  expect(received).toEqual(['second']);
  await Promise.all([one.close(), two.close()]);
  const next = await new RevokedSessions(data, { now }).open();
  expect(next.table.all().map(({ id }) => id)).toEqual(['first', 'second']);
  expect((await stat(join(data, 'revoked-sessions'))).mode & 0o777).toBe(0o600);
  await next.close();
});

it('ignores invalid, incomplete and expired lines of the file, and rewrites a large file without them', async () => {
  const path = join(folder, 'revoked-sessions');
  const line = ({ id, holder, begunAt, until }: RevokedSession) => `${JSON.stringify([id, holder, begunAt, until])}\n`;
  const old = line(session('x'.repeat(100), now() - 1000));
  await writeFile(path, `\n{}\n["half",\n[1,2,3,4]\n${old.repeat(10_000)}${line(session('good'))}${line(session('later')).slice(0, 20)}`);
  const sessions = await new RevokedSessions(folder, { now }).open();
  expect(sessions.table.all().map(({ id }) => id)).toEqual(['good']);
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(2);
  await appendFile(path, line(session('of another server')));
  await vi.waitFor(() => expect(sessions.has(session('of another server'))).toBe(true), { timeout: 10_000 });
  await sessions.close();
});

it('stores revoked sessions in memory if the file is not writable', async () => {
  await writeFile(join(folder, 'file'), '');
  const sessions = await new RevokedSessions(join(folder, 'file'), { now }).open();
  await sessions.end(session('kept'));
  expect(sessions.has(session('kept'))).toBe(true);
  await sessions.close();
});
