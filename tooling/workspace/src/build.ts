import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readWorkspace } from './packages.ts';

/**
 * Writes JavaScript and declarations of every package into its `dist`. All packages are compiled in one go, which takes a
 * tenth of the time of one compiler run each, then handed out. Gives the number of packages.
 */
export function build(root: string): number {
  const output = join(root, 'node_modules/.cache/build');
  rmSync(output, { recursive: true, force: true });
  const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', output], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The compiler found errors.');
  const built = readWorkspace(root).packages.filter(({ path }) => existsSync(join(output, path, 'src')));
  for (const { path, folder } of built) {
    const dist = join(folder, 'dist');
    rmSync(dist, { recursive: true, force: true });
    cpSync(join(folder, 'src'), dist, { recursive: true, filter: file => !file.endsWith('.ts') });
    cpSync(join(output, path, 'src'), dist, { recursive: true });
  }
  return built.length;
}
