import { createRequire } from 'node:module';

/** Of this server; all packages have the same. */
export const { version: VERSION } = createRequire(import.meta.url)('../package.json') as { readonly version: string };
