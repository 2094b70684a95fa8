#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { hasExternalPlugins, requireNode } from '@wikiquery/server/require-node';

// The packed file starts faster. Third-party modules import the workspace packages, so they need the unpacked code.
const packed = new URL('./packed/main.js', import.meta.url);
await requireNode(() =>
  existsSync(packed) && !hasExternalPlugins(process.cwd(), '@wikiquery/app-minimal') ? import(packed.href) : import('./main.ts'),
);
