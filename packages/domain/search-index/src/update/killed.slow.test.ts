import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEngineOf } from '@wikiquery/database';
import { quickEngines } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { fileIndex } from '../file/open-file.ts';
import { buildIndex } from '../index.ts';
import { serverIndex } from '../server/open-server.ts';
import { ageIndex, contentsOf, type IndexedWiki, RandomChanges, useIndexedWiki } from './update.test-kit.ts';

const KILLS = 8;

describe.each(quickEngines)('an update that is killed, on %s', engine => {
  const opened = useIndexedWiki(engine);

  it('leaves an index that is searched, and that the next update completes', { timeout: 300_000 }, async () => {
    const { wiki, updated, rebuilt } = opened;
    const changes = new RandomChanges(wiki, 11);
    for (let at = 0; at < 30; at++) await changes.change();
    await buildIndex(wiki.db, { location: updated, site: wiki.site });
    const reader = serverEngineOf(updated) ? serverIndex(updated) : fileIndex(updated);
    const documents = async () => (await reader.open({ db: wiki.db, request: {} } as never))?.meta.documents ?? 0;
    expect(await documents()).toBeGreaterThan(0);
    const program = await writeProgram(opened);
    for (let kill = 0; kill < KILLS; kill++) {
      for (let at = 0; at < 5; at++) await changes.change();
      await ageIndex(updated);
      const child = spawn(process.execPath, ['--conditions=@wikiquery/source', program], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      await sleep(kill * 40);
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(await documents()).toBeGreaterThan(0);
    }
    await buildIndex(wiki.db, { location: rebuilt, site: wiki.site });
    await updateWhenFree(opened);
    expect(await contentsOf(updated)).toEqual(await contentsOf(rebuilt));
    await reader.close();
  });

  /** Updates once the lock of the process that was killed has expired. */
  const updateWhenFree = ({ wiki, updated }: IndexedWiki) =>
    expect.poll(() => buildIndex(wiki.db, { location: updated, site: wiki.site }).then(() => true, String), { timeout: 60_000 }).toBe(true);

  async function writeProgram({ wiki, folder, updated }: IndexedWiki): Promise<string> {
    const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
    const script = `
      import { open } from ${module('../../../../database/src/index.ts')};
      import { defaultSite } from ${module('../../../site/src/index.ts')};
      import { buildIndex } from ${module('../build.ts')};
      const wiki = await open(${JSON.stringify(wiki.url)});
      console.log('now');
      for (;;) await buildIndex(wiki.db, { location: ${JSON.stringify(updated)}, site: defaultSite() }).catch(() => undefined);`;
    const program = join(folder, 'program.mjs');
    await writeFile(program, script);
    return program;
  }
});
