import { basename } from 'node:path';
import { copyDatabase, DatabaseUnusableError, open, openPlain, sql } from '@wikiquery/database';
import { type ImportContext, SourceError } from './context.ts';
import { type DumpLocation, nameOf } from './input/place.ts';
import type { Progress } from './progress.ts';
import type { TargetPlace } from './target-place.ts';

/**
 * Takes MediaWiki's own SQLite file as it is: it is copied, also while a wiki writes to it. Of several, as they lie in MediaWiki's folder for them, one
 * has the wiki. Returns whether one was taken.
 */
export async function takeDatabases(
  databases: readonly DumpLocation[],
  place: TargetPlace,
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
      Promise.reject(new SourceError('This is one more database of a wiki: import it into a file of its own.')),
    );
  }
  if (wiki === undefined) return false;
  return (await attempt(basename(wiki), () => take(wiki, place, progress))) ?? false;
}

async function take(path: string, { file, isNew }: TargetPlace, progress: Progress): Promise<true> {
  if (file === undefined)
    throw new SourceError('This is an SQLite database: it becomes an SQLite file. Give one with --database sqlite:PATH.');
  if (!isNew) {
    throw new SourceError(
      `This is a whole database, and ${file} is there already. Import it into a new one, or serve it with --database sqlite:${path}.`,
    );
  }
  progress.begin(basename(path), 0);
  await copyDatabase(path, file, pages => progress.update(pages, { pages }));
  progress.end();
  return true;
}

/** Why this is no database of a wiki that can be served. */
async function problemOf(path: string): Promise<string | undefined> {
  try {
    const code = await codeIn(path);
    if (code !== undefined)
      return `This SQLite database has ${code}, which runs code when it is read or written. MediaWiki does not create any: delete it if the database is yours.`;
    const database = await open(`sqlite:${path}`, { tables: NEEDED });
    await database.close();
    return undefined;
  } catch (error) {
    if (!(error instanceof DatabaseUnusableError)) throw error;
    return `This is an SQLite database, but of no wiki that is known: ${error.message}`;
  }
}

/** The first view, trigger or generated column of a foreign database: its code could run without end, or undo the import. */
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
    throw new DatabaseUnusableError(`${basename(path)} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  } finally {
    await database.close();
  }
}

/** What every wiki has that can be served. */
const NEEDED: ReadonlySet<string> = new Set(['page', 'revision', 'text', 'content', 'slots', 'actor', 'comment', 'user']);
