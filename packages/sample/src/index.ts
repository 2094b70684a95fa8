import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyModule } from '@wikiquery/core';
import { readSite } from '@wikiquery/site';
import { createWikiFile } from '@wikiquery/wiki-builder';
import { describeSample, interwikis } from './description.ts';
import { fill } from './fill.ts';
import { type ManualPage, modulePages } from './module-pages.ts';

/** Where the sample wiki lies: what a server takes as database, site and images. */
export interface SampleWiki {
  readonly database: string;
  readonly site: string;
  readonly images: string;
}

/** Raised when the hand-written part changes. */
const EDITION = 1;

/**
 * The sample wiki in a folder, about these modules and with URLs of this origin. It is made when it is not there, and anew when the
 * modules or the origin are others: nobody can have changed it.
 */
export async function prepareSample(folder: string, modules: readonly AnyModule[], origin = 'http://localhost:8080'): Promise<SampleWiki> {
  const place = join(folder, 'sample');
  const pages = modulePages(modules);
  const description = describeSample(origin);
  const mark = createHash('sha256')
    .update(JSON.stringify([EDITION, description, pages]))
    .digest('hex');
  if ((await readFile(join(place, 'mark'), 'utf8').catch(() => '')) !== mark) {
    await mkdir(folder, { recursive: true });
    // Complete or not there at all, also when two servers start at once or the power fails.
    const draft = await mkdtemp(join(folder, 'sample-'));
    try {
      await build(draft, pages, description);
      await writeFile(join(draft, 'mark'), mark);
      await rm(place, { recursive: true, force: true });
      await rename(draft, place).catch((error: unknown) => {
        if (!existsSync(join(place, 'mark'))) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  return { database: `sqlite:${join(place, 'wiki.sqlite')}`, site: join(place, 'site.json'), images: join(place, 'images') };
}

async function build(place: string, pages: readonly ManualPage[], description: ReturnType<typeof describeSample>): Promise<void> {
  await writeFile(join(place, 'site.json'), JSON.stringify({ query: description }, undefined, 1));
  const wiki = await createWikiFile(join(place, 'wiki.sqlite'), readSite(description, {}, interwikis));
  try {
    await wiki.db
      .insertInto('interwiki')
      .values([...interwikis])
      .execute();
    await fill(wiki, pages, join(place, 'images'));
  } finally {
    await wiki.close();
  }
}
