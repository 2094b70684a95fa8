import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAccounts } from './accounts.ts';
import { readRecording } from './recording.ts';

const set = join(import.meta.dirname, '../sets/a-1.43-sqlite');

it('readAccounts returns an account for every recorded session', () => {
  const accounts = readAccounts(join(set, 'accounts.json'));
  const sessions = new Set(readRecording(set).probes.map(({ probe }) => probe.session));
  expect([...sessions].filter(session => !accounts.has(session))).toEqual([]);
});
