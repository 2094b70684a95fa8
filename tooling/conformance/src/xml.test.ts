import { join } from 'node:path';
import { type RunningServer, SERVER, startServer } from '@wikiquery/launch/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccounts } from './accounts.ts';
import { compare } from './comparison.ts';
import { excuse, readExcuses, USUAL_SET } from './excuses.ts';
import { print } from './json.ts';
import { type Recording, readRecording, type ServedSet, unpackSet } from './recording.ts';
import { describeFailure, isFailed } from './report.ts';
import { inFormat } from './selection.ts';
import { readUnrepeatable } from './unrepeatable.ts';
import { continuationOf, readXml } from './xml.ts';

const FOLDER = join(import.meta.dirname, '..');
const SET = join(FOLDER, 'sets', USUAL_SET);

describe('documents', () => {
  const read = (text: string): string | undefined => {
    const node = readXml(text);
    return node && print(node);
  };

  it('are the same whatever the order of attributes, and not if that of elements differs', () => {
    expect(read('<?xml version="1.0"?><api b="1" a="2"><x/><y c=""> d </y></api>')).toBe('{"a":"2","b":"1","x":{},"y":{"c":"","*":" d "}}');
    expect(read('<api a="2" b="1"><x/><y c=""> d </y></api>')).toBe(read('<api b="1" a="2"><x/><y c=""> d </y></api>'));
    expect(read('<api><x/><y/></api>')).not.toBe(read('<api><y/><x/></api>'));
    expect(read('<api><x>')).toBeUndefined();
  });
  it('tell how to go on', () => {
    expect(continuationOf('<api><continue apcontinue="A &amp; B" continue="-||"/></api>')).toEqual({
      apcontinue: 'A & B',
      continue: '-||',
    });
    expect(continuationOf('<api/>')).toBeUndefined();
  });
  it('are asked for in place of JSON', () => {
    const probe = {
      id: 'a',
      group: 'list',
      module: 'a',
      kind: 'b',
      session: 'anon',
      method: 'GET',
      follow: false,
      compare: 'body',
    } as const;
    const rows = ['json', 'xml', 'php'].map(format => ({ id: format, probe: { ...probe, params: { format } }, steps: [] }));
    expect(inFormat(rows, 'xml').map(row => [row.id, row.probe.params])).toEqual([
      ['json', { format: 'xml' }],
      ['xml', { format: 'xml' }],
    ]);
  });
});

describe('answers in XML', { timeout: 120_000 }, () => {
  let wiki: ServedSet;
  let server: RunningServer;
  let recording: Recording;
  beforeAll(async () => {
    recording = readRecording(SET, 'xml');
    wiki = unpackSet(SET);
    server = await startServer(SERVER, [...wiki.flags, '--clock', recording.recorded], wiki.folder, { onLog: () => {} });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    wiki?.close();
  });

  it('are those of MediaWiki', async () => {
    const { results, problems } = await compare(recording.probes, recording, {
      base: server.api,
      accounts: readAccounts(join(SET, 'accounts.json')),
      concurrency: 4,
      timeout: 60_000,
      unmask: new Set(),
      complete: false,
    });
    const unrepeatable = readUnrepeatable(join(FOLDER, 'unrepeatable.json'), USUAL_SET);
    const outcomes = results.map(result => ({ id: result.row.id, failed: isFailed(result) }));
    const { ids } = excuse(readExcuses(join(FOLDER, 'expected-differences.json')), outcomes, '', USUAL_SET);
    const failed = results.filter(result => isFailed(result) && !ids.has(result.row.id) && !unrepeatable.has(result.row.id));
    expect(problems).toEqual([]);
    expect(failed.map(describeFailure).join('\n')).toBe('');
    expect(new Set(results.map(({ row }) => row.probe.module)).size).toBeGreaterThan(60);
    expect(ids.size).toBeLessThan(results.length / 50);
  });
});
