#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { run } from '@wikiquery/server';
import { load } from './modules.ts';

// The query modules are the dependencies in package.json.
await run({ root: fileURLToPath(new URL('..', import.meta.url)), load });
