import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

/** How this program was started, for hints that are to be typed in: in a clone it is a script of the workspace, and what a folder has installed `npx` finds. */
export function program(started = process.argv[1] ?? '', folder = process.cwd()): string {
  if (started.endsWith('.ts')) return 'npm run wikiquery --';
  const isOfFolder =
    started.startsWith(join(realpathSync(folder), 'node_modules') + sep) || started.startsWith(join(folder, 'node_modules') + sep);
  return isOfFolder || started.includes(`${sep}_npx${sep}`) ? 'npx wikiquery' : 'wikiquery';
}
