import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { open } from '@wikiquery/database';
import { importSources, type Progress } from '@wikiquery/dumps';
import { buildIndex } from '@wikiquery/search-index';
import { readSite, searchIndexOf } from '@wikiquery/site';
import { addPrivateParts } from './private-parts.ts';

/** Location of the sample wiki: database URL, path of the site configuration, and folder of uploaded files. */
export interface SampleWiki {
  readonly database: string;
  readonly site: string;
  readonly images: string;
}

/** Files of the wiki in MediaWiki's export formats: pages with histories, log, and interwiki table. */
const EXPORT = ['pages.xml', 'log.xml', 'interwiki.sql'].map(name => fileURLToPath(new URL(`./export/${name}`, import.meta.url)));
const IMAGES = fileURLToPath(new URL('./images', import.meta.url));

/** Version of the code that builds the wiki. Increase it when that code changes. */
const EDITION = 4;

/** Returns the sample wiki in a folder. Imports it if needed. An existing version is never rebuilt, because a server may use it. */
export async function prepareSample(folder: string): Promise<SampleWiki> {
  const directory = join(folder, `sample-${await editionOf()}`);
  if (!existsSync(directory)) {
    await mkdir(folder, { recursive: true });
    // Renaming makes the creation atomic, even if two servers start at once or the power fails.
    const draft = await mkdtemp(join(folder, 'sample-draft-'));
    try {
      await build(draft, DESCRIPTION);
      await rename(draft, directory).catch((error: unknown) => {
        if (!existsSync(directory)) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  return { database: `sqlite:${join(directory, 'wiki.sqlite')}`, site: join(directory, 'site.json'), images: IMAGES };
}

/** Returns a version token that changes with the export and with the code that imports it. */
async function editionOf(): Promise<string> {
  const hash = createHash('sha256').update(String(EDITION));
  for (const file of EXPORT) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

async function build(directory: string, description: object): Promise<void> {
  const file = join(directory, 'wiki.sqlite');
  const warnings: string[] = [];
  const progress: Progress = { begin() {}, update() {}, end() {}, warn: message => warnings.push(message) };
  const { failures } = await importSources(`sqlite:${file}`, EXPORT, { site: description, searchIndex: false, progress });
  const problems = [...failures, ...warnings];
  if (problems.length > 0) throw new Error(`The import of the sample wiki failed:\n${problems.join('\n')}`);
  const { db, close } = await open(`sqlite:${file}`, { writable: true, connections: 1 });
  try {
    await addPrivateParts(db);
    await buildIndex(db, { location: searchIndexOf(file), site: readSite(description) });
  } finally {
    await close();
  }
  await writeFile(join(directory, 'site.json'), JSON.stringify(description, undefined, 1));
}

/** Site configuration of the sample wiki; other settings have MediaWiki's defaults. The server replaces the origin with its own. */
const DESCRIPTION = {
  query: {
    general: {
      sitename: 'Manual of wikiquery',
      mainpage: 'Main Page',
      base: 'http://localhost:8080/wiki/Main_Page',
      articlepath: '/wiki/$1',
      scriptpath: '/w',
      script: '/w/index.php',
      server: 'http://localhost:8080',
      servername: 'localhost',
      lang: 'en',
      wikiid: 'wikiquery_sample',
    },
  },
};
