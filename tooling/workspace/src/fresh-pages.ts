// node --import ./tooling/workspace/src/fresh-pages.ts PROGRAM
//
// Builds missing and outdated pages before a server starts from a clone.
import { join } from 'node:path';
import { buildStalePages } from './pages.ts';

buildStalePages(join(import.meta.dirname, '../../..'));
