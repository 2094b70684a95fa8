import { existsSync } from 'node:fs';
import type { Site } from '@wikiquery/core';
import type { RenderCache, SharedResults } from '@wikiquery/render-cache';
import { renderingsOf, sqliteFileOf } from '@wikiquery/site';
import type { Settings } from '../config/settings.ts';
import type { SharedState } from '../sharing/shared-state.ts';
import { oneLine, StartError } from '../start-error.ts';
import { VERSION } from '../version.ts';

type CacheSettings = Pick<Settings, 'renderCache' | 'renderCacheSize' | 'database'>;

/** Value of the setting `renderCache` for no file. */
const NONE = 'none';

/** Returns the path of the render cache: that of the settings, or the one next to the database file. */
export function renderCachePlace({ renderCache, database = '' }: CacheSettings): string | undefined {
  if (renderCache !== undefined) return renderCache === NONE ? undefined : renderCache;
  const file = sqliteFileOf(database);
  return file && renderingsOf(file);
}

/** Time for which servers share a result, in milliseconds. */
const SHARED_LIFETIME = 24 * 3_600_000;

/** Opens the render cache; returns undefined if none is configured or found. Rejects with a StartError if the file cannot be used. */
export async function openRenderCache(
  settings: CacheSettings,
  site: Site,
  { ahead, shared }: { readonly ahead?: boolean | undefined; readonly shared?: SharedState | undefined },
): Promise<RenderCache | undefined> {
  const path = renderCachePlace(settings);
  if (path === undefined || (settings.renderCache === undefined && !existsSync(path))) return undefined;
  const { RenderCache, scopeOf } = await import('@wikiquery/render-cache');
  try {
    return new RenderCache(path, {
      scope: scopeOf(site, VERSION),
      most: settings.renderCacheSize * 1024 * 1024,
      ahead,
      shared: shared && resultsIn(shared),
    });
  } catch (error) {
    throw new StartError([`The render cache ${path} cannot be used: ${oneLine(error)}. Choose another file with --render-cache.`]);
  }
}

function resultsIn(shared: SharedState): SharedResults {
  const of = (key: string): string => `rendered ${key}`;
  return {
    find: async key => (await shared.find(of(key)))?.value,
    keep: (key, value) => shared.keep(of(key), value, SHARED_LIFETIME),
    forget: key => shared.forget(of(key)),
  };
}
