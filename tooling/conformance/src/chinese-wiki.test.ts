// A small Chinese wiki and what MediaWiki 1.45 answered for it: titles, users and templates in both scripts, variants, conversion tables of its own.

import { join } from 'node:path';
import { SERVER, startServer } from '@wikiquery/launch/process';
import { expect, it } from 'vitest';
import { readAccounts } from './accounts.ts';
import { compare } from './comparison.ts';
import { readRecording, unpackSet } from './recording.ts';
import { describeFailure, isFailed } from './report.ts';
import { explain, versionOf } from './versions.ts';

const folder = join(import.meta.dirname, '..');
const set = join(folder, 'sets/zh-1.45-sqlite');

it('is answered as MediaWiki answers, in every variant', { timeout: 120_000 }, async () => {
  const recording = readRecording(set);
  const version = versionOf(recording.generator, join(folder, 'versions.json'));
  const wiki = unpackSet(set, version?.wiki);
  try {
    const server = await startServer(SERVER, [...wiki.flags, '--clock', recording.recorded, '--workers', '1'], wiki.folder, { onLog() {} });
    try {
      const { results, problems } = await compare(recording.probes, recording, {
        base: server.api,
        timeout: 30_000,
        accounts: readAccounts(join(set, 'accounts.json')),
        concurrency: 2,
        unmask: new Set(),
        complete: version !== undefined,
      });
      expect(problems).toEqual([]);
      expect(results).toHaveLength(recording.probes.length);
      const differing = results.filter(isFailed);
      const known = version ? differing.filter(({ row, differences }) => explain(version, row.probe, differences)) : [];
      expect(differing.filter(result => !known.includes(result)).map(describeFailure)).toEqual([]);
      // Hits of a search come in another order; nothing else is known to differ.
      expect(new Set(known.map(({ row }) => row.probe.module))).toEqual(new Set(['search']));
      expect(known.length).toBeLessThan(results.length / 50);
    } finally {
      await server.stop();
    }
  } finally {
    wiki.close();
  }
});
