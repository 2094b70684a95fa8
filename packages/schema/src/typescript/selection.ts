import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The types that select from the tables of modules, as `@wikiquery/types` has them, for a file of its own. */
export const selectionTypes = (): string =>
  readFileSync(createRequire(import.meta.url).resolve('@wikiquery/types/selection.d.ts'), 'utf8').replace(/^import type [\s\S]*?;\n/, '');
