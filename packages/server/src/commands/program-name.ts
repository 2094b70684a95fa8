import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Returns the command that starts this program, for hints: `wikiquery`, `npx wikiquery` or, in a clone, `npm run wikiquery --`. */
export function program(started = process.argv[1] ?? '', folder = process.cwd()): string {
  if (started.endsWith('.ts')) return 'npm run wikiquery --';
  const isOfFolder =
    started.startsWith(join(realpathSync(folder), 'node_modules') + sep) || started.startsWith(join(folder, 'node_modules') + sep);
  return isOfFolder || started.includes(`${sep}_npx${sep}`) ? 'npx wikiquery' : 'wikiquery';
}
