import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

export { hasExternalPlugins } from '../plugins/external-plugins.ts';

/** Starts a program, or exits with code 2 if Node is too old. Old versions of Node must be able to parse this file and its callers. */
export async function requireNode(start: () => Promise<unknown>): Promise<void> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) {
    cacheCompiledCode();
    await start();
    return;
  }
  console.error(
    `wikiquery needs Node 24.15 or later, but this is Node ${process.versions.node}. Install a newer version from your distribution or from nodejs.org.`,
  );
  process.exitCode = 2;
}

/**
 * Caches compiled code in a folder of the user, because other users could write to a temporary folder. `NODE_COMPILE_CACHE` specifies
 * another folder, `NODE_DISABLE_COMPILE_CACHE` disables the cache.
 */
function cacheCompiledCode(): void {
  const { NODE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env;
  if (NODE_COMPILE_CACHE === undefined) nodeModule.enableCompileCache(join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'wikiquery'));
}
