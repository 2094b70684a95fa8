import { defineService } from '@wikiquery/core';
import type { RenderCache } from './render-cache.ts';

export { RenderCache, type RenderCacheOptions, scopeOf } from './render-cache.ts';

/** What was rendered before, where the server keeps it in a file. */
export const renderCache = defineService<RenderCache | undefined>('renderCache');
