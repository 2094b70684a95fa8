import { createRequire } from 'node:module';

/** Version that all packages of wikiquery share. */
export const { version: VERSION } = createRequire(import.meta.url)('../package.json') as { readonly version: string };
