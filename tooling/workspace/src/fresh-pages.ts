// node --import ./tooling/workspace/src/fresh-pages.ts PROGRAM
//
// The pages that a server started from a clone serves: made when they are first needed, and after their sources changed.
import { join } from 'node:path';
import { buildStalePages } from './pages.ts';

buildStalePages(join(import.meta.dirname, '../../..'));
