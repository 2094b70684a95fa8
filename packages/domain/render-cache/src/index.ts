import { defineService } from '@wikiquery/core';
import type { RenderCache } from './render-cache.ts';

export { RenderCache, type RenderCacheOptions, type SharedResults, scopeOf } from './render-cache.ts';

/** Service with the cache of rendered results. Undefined if the server has no cache file. */
export const renderCache = defineService<RenderCache | undefined>('renderCache');
