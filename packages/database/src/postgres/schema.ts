import { sql } from 'kysely';
import { DatabaseUnusableError } from '../errors.ts';
import type { PlainDatabase } from '../plain.ts';

/** Creates the schema that the address of a writable connection specifies, unless it exists. */
export async function createSchema(database: PlainDatabase): Promise<void> {
  const db = database.forRequest({});
  const { rows } = await sql<{ path: string; here: string | null }>`
    select current_setting('search_path') as path, current_schema() as here`.execute(db);
  const [found] = rows;
  if (!found || found.here !== null) return;
  // The search path of a writable connection contains only this schema, in quotes.
  const { path } = found;
  try {
    await sql.raw(`create schema if not exists ${path}`).execute(db);
  } catch (error) {
    // Two processes that create the schema at the same time conflict.
    const { code, message } = error as { readonly code?: unknown; readonly message?: string };
    if (code === '23505' || code === '42P06') return;
    throw new DatabaseUnusableError(
      `The database has no schema ${path}, and it cannot be created (${message}). Create it, or choose another schema with ?schema=NAME.`,
    );
  }
}
