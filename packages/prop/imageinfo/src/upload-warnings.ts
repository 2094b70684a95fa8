import { startsWith } from '@wikiquery/database';
import { extensionOf, type FileQuery, type StoredFile, titleOf } from '@wikiquery/files';
import { escapeSpecialChars } from '@wikiquery/html';
import { loadInterfaceTexts } from '@wikiquery/messages';
import { compareBinary } from '@wikiquery/pages';

/** Returns a function that returns the upload warning for a file in HTML; an empty string if nothing prevents an upload. */
export async function uploadWarnings(q: FileQuery, files: readonly StoredFile[]): Promise<(file: StoredFile) => string> {
  const free = files.filter(({ exists, pageId }) => !exists && pageId === undefined);
  const [similar, prefixes] = free.length === 0 ? [[], []] : await Promise.all([similarNames(q, free), generatedPrefixes(q)]);
  const title = (name: string) => q.titles.text(titleOf({ name }));

  return ({ name, exists, pageId }) => {
    if (exists) return warning(`A file with the name ${title(name)} already exists.`);
    if (pageId !== undefined) return warning(`The page ${title(name)} already exists, but no file has this name.`);
    const stem = stemOf(name);
    const usual = `${stem}.${extensionOf(name)}`;
    const twin = similar.find(other => other === usual && other !== name) ?? similar.find(other => other.startsWith(`${stem}.`));
    if (twin !== undefined) return warning(`The name ${title(name)} is similar to the existing file ${title(twin)}.`);
    if (isThumbName(stem)) return warning(`The name begins with ${name.slice(0, name.indexOf('-') + 1)}, like the names of thumbnails.`);
    const prefix = prefixes.find(begin => stem.startsWith(begin));
    return prefix === undefined ? '' : warning(`The name begins with ${prefix}, like the names of files from cameras.`);
  };
}

const warning = (text: string): string => `<p>${escapeSpecialChars(text)}\n</p>`;

const stemOf = (name: string): string => (name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name);

/** Returns the names of existing files that differ from the given names only in the extension. */
async function similarNames({ db }: FileQuery, files: readonly StoredFile[]): Promise<string[]> {
  const rows = await db
    .selectFrom('image')
    .select('img_name')
    .where(is => is.or(files.map(({ name }) => startsWith('img_name', `${stemOf(name)}.`))))
    .execute();
  // The names are sorted here: sorting them in SQL would make databases scan all names.
  return rows.map(row => row.img_name).sort(compareBinary);
}

/** Whether a name begins like MediaWiki's thumbnail names, such as `120px-`. */
const isThumbName = (stem: string): boolean => /^\d\d(?:px-|.px-)/s.test(stem);

/** Returns the prefixes of camera file names, which are the lines of the message `filename-prefix-blacklist`. */
async function generatedPrefixes(q: FileQuery): Promise<string[]> {
  const { messages } = q.services;
  const texts = await loadInterfaceTexts(q, ['filename-prefix-blacklist'], { messages, language: q.site.lang });
  const text = texts.text('filename-prefix-blacklist') ?? '';
  if (text === '' || text === '-') return [];
  return text
    .split('\n')
    .filter(line => line.trim() !== '' && !line.trim().startsWith('#'))
    .map(line => (line.indexOf('#') > 0 ? line.slice(0, line.indexOf('#') - 1) : line).trim());
}
