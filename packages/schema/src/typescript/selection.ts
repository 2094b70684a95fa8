import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Returns the declarations of `@wikiquery/types` that select from the module tables, for use in a separate file. */
export const selectionTypes = (): string =>
  readFileSync(createRequire(import.meta.url).resolve('@wikiquery/types/selection.d.ts'), 'utf8').replace(/^import type [\s\S]*?;\n/, '');
