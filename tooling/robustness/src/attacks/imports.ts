import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ended } from '@wikiquery/launch/command';
import { Stand } from '@wikiquery/launch/stand';
import { writeXml, type XmlPage } from '@wikiquery/wiki-builder';
import { attackCommand, costOf } from './command-cost.ts';
import { type Shape, shapesOf, TEMPLATES } from './shapes/index.ts';
import type { Outcome } from './suite.ts';

/** As a place. */
export const IMPORT = 'an import';

/** Shapes that a page of a dump may hold: XML has no control characters. */
export const importableShapes = (): Shape[] =>
  shapesOf(['wikitext', 'difference', 'characters']).filter(({ make }) => make(100).isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(make(100)));

/** Imports dumps with a page of each size, each into a file of its own, in the way of `serve --import`. */
export const importShape = ({ name, make }: Shape, sizes: readonly number[]): Promise<Outcome> =>
  attackCommand({ shape: name, place: IMPORT, code: 0, run: size => importOf(make(size)), idle: () => importOf('Nothing') }, sizes);

async function importOf(text: string): Promise<Ended> {
  await using stand = new Stand();
  const folder = stand.folder();
  const dump = join(folder, 'dump.xml');
  await writeFile(dump, writeXml({ pages: pagesWith(text) }));
  return await costOf(['import', dump, '--database', `sqlite:${join(folder, 'wiki.sqlite')}`], folder);
}

function pagesWith(text: string): XmlPage[] {
  const all = [...Object.entries(TEMPLATES), ['Hostile', text]] as const;
  return all.map(([title, text], i) => ({
    id: i + 1,
    title,
    namespace: title.startsWith('Template:') ? 10 : 0,
    revisions: [{ id: i + 1, timestamp: '20240101000000', user: '192.0.2.1', comment: '', text }],
  }));
}
