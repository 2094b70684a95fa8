import { basename } from 'node:path';
import { copyDatabase, DatabaseUnusableError, open, openPlain, sql } from '@wikiquery/database';
import { type ImportContext, messageOf, SourceError } from './context.ts';
import type { ImportTarget } from './import-target.ts';
import { type DumpLocation, nameOf } from './input/location.ts';
import type { Progress } from './progress.ts';

/** Copies MediaWiki's SQLite file, even during writes. Rejects databases of further wikis. Resolves to true if it copied a file. */
export async function copyDatabases(
  databases: readonly DumpLocation[],
  target: ImportTarget,
  progress: Progress,
  attempt: ImportContext['attempt'],
): Promise<boolean> {
  const wikis: string[] = [];
  const others: (readonly [DumpLocation, string])[] = [];
  for (const database of databases) {
    const problem = await problemOf(database.path);
    if (problem === undefined) wikis.push(database.path);
    else others.push([database, problem]);
  }
  const [wiki, ...more] = wikis;
  for (const [database, problem] of wiki === undefined ? others : [])
    await attempt(nameOf(database), () => Promise.reject(new SourceError(problem)));
  for (const path of more) {
    await attempt(basename(path), () =>
      Promise.reject(new SourceError('This is the database of another wiki. Import it into another file.')),
    );
  }
  if (wiki === undefined) return false;
  return (await attempt(basename(wiki), () => copy(wiki, target, progress))) ?? false;
}

async function copy(path: string, { file, isNew }: ImportTarget, progress: Progress): Promise<true> {
  if (file === undefined)
    throw new SourceError('An SQLite database can only be imported into an SQLite file. Choose one with --database sqlite:PATH.');
  if (!isNew) {
    throw new SourceError(
      `This is a whole database, but ${file} already exists. Import it into a new file, or serve it with --database sqlite:${path}.`,
    );
  }
  progress.begin(basename(path), 0);
  await copyDatabase(path, file, pages => progress.update(pages, { pages }));
  progress.end();
  return true;
}

/** Returns the reason why a database cannot be imported, or undefined. */
async function problemOf(path: string): Promise<string | undefined> {
  try {
    const code = await codeIn(path);
    if (code !== undefined)
      return `This SQLite database contains ${code}, which MediaWiki does not create and which runs code. Delete it if the database is yours.`;
    const database = await open(`sqlite:${path}`, { tables: REQUIRED });
    await database.close();
    return undefined;
  } catch (error) {
    if (!(error instanceof DatabaseUnusableError)) throw error;
    return `This SQLite database does not hold a supported wiki: ${error.message}`;
  }
}

/** Returns the first view, trigger or generated column. Its code could run forever or undo the import. */
async function codeIn(path: string): Promise<string | undefined> {
  const database = await openPlain(`sqlite:${path}`, { single: true });
  try {
    const { rows } = await sql<{ kind: string; name: string }>`
      select type as kind, name from sqlite_schema where type in ('view', 'trigger')
      union all select 'generated column', tables.name || '.' || columns.name
        from sqlite_schema as tables join pragma_table_xinfo(tables.name) as columns where tables.type = 'table' and columns.hidden in (2, 3)
      limit 1`.execute(database.forRequest({}));
    const [found] = rows;
    return found && `the ${found.kind} ${found.name}`;
  } catch (error) {
    throw new DatabaseUnusableError(`Cannot read ${basename(path)}: ${messageOf(error)}.`);
  } finally {
    await database.close();
  }
}

const REQUIRED: ReadonlySet<string> = new Set(['page', 'revision', 'text', 'content', 'slots', 'actor', 'comment', 'user']);
