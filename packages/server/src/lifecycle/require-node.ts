import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

export { hasExternalPlugins } from '../plugins/external-plugins.ts';

/**
 * Starts a program where Node can run it; tells who has an older one, and ends with 2. Nothing newer than old versions of Node can read stands here,
 * nor where it is called.
 */
export async function requireNode(start: () => Promise<unknown>): Promise<void> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) {
    keepCompiled();
    await start();
    return;
  }
  console.error(
    `wikiquery needs Node 24.15 or later, and this is ${process.versions.node}. Get a newer one from your distribution or from nodejs.org.`,
  );
  process.exitCode = 2;
}

/**
 * Code is compiled once and kept for the next start, in a folder of the user's own: in one for temporary files others could put it. `NODE_COMPILE_CACHE` names
 * another folder, `NODE_DISABLE_COMPILE_CACHE` keeps nothing. Where nothing can be written, every start compiles.
 */
function keepCompiled(): void {
  const { NODE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env;
  if (NODE_COMPILE_CACHE === undefined) nodeModule.enableCompileCache(join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'wikiquery'));
}
