import { readFile } from 'node:fs/promises';
import { isInvalid, type Title, type Titles } from '@wikiquery/core';
import { StartError } from '@wikiquery/server';

/** Reads a file with one title per line. Rejects with a `StartError` for invalid titles. */
export async function titlesIn(file: string, titles: Titles): Promise<readonly Title[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError([`Cannot read the list of pages: ${error.message}.`]);
  });
  const read = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => [line, titles.parse(line)] as const);
  const wrong = read.flatMap(([line, title]) => (isInvalid(title) || title.interwiki !== '' ? [line] : []));
  if (wrong.length > 0) throw new StartError(wrong.slice(0, 10).map(line => `"${line}" in ${file} is not a valid title of this wiki.`));
  return read.flatMap(([, title]) => (isInvalid(title) ? [] : [title]));
}
