import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeXml } from '@wikiquery/wiki-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examineDump } from './examine.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const DUMP = writeXml({
  pages: [
    {
      id: 1,
      title: 'Heron',
      revisions: [
        { id: 1, text: 'A [[bird]].' },
        { id: 2, text: 'A [[bird]] [[elsewhere:that is known]]. [[Category:Birds]]' },
      ],
    },
    { id: 2, title: 'Category:Birds', namespace: 14, revisions: [{ id: 3, text: 'All of them.' }] },
  ],
});

describe.skipIf(!hasPython)('a dump', { meta: { needs: 'Python 3' } }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wikiquery-examined-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is imported whole and asked everything', { timeout: 120_000 }, async () => {
    const path = join(folder, 'whole.xml.gz');
    await writeFile(path, gzipSync(DUMP));
    const { pages, revisions, counted, modules, problems, warnings } = await examineDump(path);
    expect(problems).toEqual([]);
    expect({ pages, revisions }).toEqual({ pages: 2, revisions: 3 });
    expect(counted).toEqual({ pages: 2, revisions: 3 });
    expect(modules).toBeGreaterThan(60);
    expect(warnings).toContainEqual(expect.stringContaining('elsewhere: (1)'));
  });

  it('of which less is imported than it holds is told', { timeout: 120_000 }, async () => {
    const path = join(folder, 'twice.xml');
    await writeFile(path, DUMP.replace('<title>Category:Birds</title>', '<title>Heron</title>').replace('<ns>14</ns>', '<ns>0</ns>'));
    const { problems } = await examineDump(path);
    expect(problems).toContainEqual(expect.stringMatching(/^1 pages and \d revisions were imported, 2 and 3 are in the dump$/));
  });
});
