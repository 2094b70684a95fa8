#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runIn } from '@wikiquery/server';
import { load } from './modules.ts';

// The query modules are the dependencies in the package.json of the working folder, or in the package.json of this package.
const distribution = { root: fileURLToPath(new URL('..', import.meta.url)), load };
await runIn(process.cwd(), distribution, {
  get: () => import('@wikiquery/export'),
  export: async () => ({ run: (await import('@wikiquery/export')).runExport }),
});
