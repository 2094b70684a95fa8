import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import { defaultSettings, type Settings } from '../config/settings.ts';
import type { Assembled } from './assemble.ts';

const root = fileURLToPath(new URL('../../../../apps/server', import.meta.url));

/** The app with all modules. */
export const app = { root, load: (name: string) => import(import.meta.resolve(name, `file://${root}/src/main.ts`)) };

/** Returns the settings of a server that caches only rendered results, in the file `renderCache`. */
export const settingsWith = (folder: string, database: string, renderCache: string, more: Partial<Settings> = {}): Settings => ({
  ...defaultSettings(folder),
  ...{ database, secretKey: 'k'.repeat(64), renderCache, cachedResponses: 0 },
  ...more,
});

// biome-ignore lint/suspicious/noExplicitAny: the JSON of any module
export async function answerOf(server: Assembled, params: Readonly<Record<string, string>>): Promise<any> {
  const query = new URLSearchParams({ format: 'json', formatversion: '2', ...params }).toString();
  const { body } = await server.answer({
    ...{ method: 'GET', query, headers: {}, ip: '127.0.0.1', secure: false, signal: new AbortController().signal },
  });
  return JSON.parse(typeof body === 'string' ? body : [...body].join(''));
}

/** Returns the rendered results in a render cache file. */
export function keptIn(path: string): string[] {
  const sqlite = new SQLite(path, { readonly: true });
  const values = sqlite.prepare<[], string>('select value from result').pluck().all();
  sqlite.close();
  return values;
}

/** Replaces a text in a render cache file, so that responses reveal whether they come from the cache. */
export function markIn(path: string, text: string, by: string): void {
  const sqlite = new SQLite(path);
  sqlite.prepare('update result set value = replace(value, ?, ?)').run(text, by);
  sqlite.close();
}
