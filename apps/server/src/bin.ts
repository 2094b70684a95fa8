#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { hasExternalPlugins, requireNode } from '@wikiquery/server/require-node';

// All modules in one file start in half the time; code of others stands on the packages that they are made of.
const packed = new URL('./packed/main.js', import.meta.url);
await requireNode(() =>
  existsSync(packed) && !hasExternalPlugins(process.cwd(), 'wikiquery') ? import(packed.href) : import('./main.ts'),
);
