import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const CONFIGURATION = 'src/page/vite.config.ts';
/** Program that builds a page by itself, into the folder in its argument. */
const PROGRAM = 'src/page/build.ts';

/** Whether building a page takes so long that only releases and `pnpm docs` do it. */
export const isSlowPage = (folder: string): boolean => existsSync(join(folder, PROGRAM));

/** Builds the browser page of a package. Several processes may build it at the same time. Throws if the build fails. */
export function buildPage(folder: string): void {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const output = mkdtempSync(join(folder, 'dist/page-'));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    isSlowPage(folder) ? ['--conditions=@wikiquery/source', PROGRAM, output] : viteArguments(folder, output),
    {
      cwd: folder,
      // With NODE_ENV=test, the page would contain Vue's slower and larger development build.
      env: { ...process.env, NODE_ENV: 'production' },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`The page in ${folder} could not be built:\n${stdout}${stderr}`);
  rmSync(join(folder, 'dist/page'), { recursive: true, force: true });
  renameSync(output, join(folder, 'dist/page'));
}

function viteArguments(folder: string, output: string): string[] {
  const vite = join(dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  return [vite, 'build', '--config', CONFIGURATION, '--outDir', output, '--logLevel', 'warn'];
}

/** Builds the pages that take long to build. Returns their folders. */
export function buildSlowPages(root: string): string[] {
  const folders = globSync(`packages/*/${PROGRAM}`, { cwd: root }).map(program => join(root, program.slice(0, -PROGRAM.length)));
  for (const folder of folders) buildPage(folder);
  return folders;
}

/** Builds all pages that are missing or older than their sources, except those that take long. */
export function buildStalePages(root: string): void {
  for (const configuration of globSync(`packages/*/${CONFIGURATION}`, { cwd: root })) {
    const folder = join(root, configuration.slice(0, -CONFIGURATION.length));
    const built = statSync(join(folder, 'dist/page/index.html'), { throwIfNoEntry: false });
    const sources = ['package.json', ...globSync('src/**/*.*', { cwd: folder })];
    if (!built || sources.some(file => statSync(join(folder, file)).mtimeMs > built.mtimeMs)) buildPage(folder);
  }
}
