#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { hasOthers, onNewNode } from '@wikiquery/server/new-node';

// All in one file start in less time; code of others stands on the packages that they are made of.
const packed = new URL('./packed/main.js', import.meta.url);
await onNewNode(() =>
  existsSync(packed) && !hasOthers(process.cwd(), '@wikiquery/app-minimal') ? import(packed.href) : import('./main.ts'),
);
