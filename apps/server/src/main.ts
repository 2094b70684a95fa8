#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runIn } from '@wikiquery/server';

// The query modules are the dependencies of the package.json in the working folder, or in that of this package.
await runIn(process.cwd(), fileURLToPath(new URL('..', import.meta.url)), {
  get: () => import('@wikiquery/export'),
  export: async () => ({ run: (await import('@wikiquery/export')).runExport }),
});
