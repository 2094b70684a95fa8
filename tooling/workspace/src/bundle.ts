import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import type { Manifest, Package } from './packages.ts';

/**
 * Bundles the JavaScript in a package's `dist`: Node takes longer to find and link a thousand small files than to compile them. Entry
 * points, programs of threads and processes, and JSON files keep their paths, because they are loaded by path.
 */
export async function bundle({ folder, manifest }: Package): Promise<void> {
  const { bundled: included = [], leftOut = [] } = manifest;
  const dist = join(folder, 'dist');
  const files = globSync('**/*.js', { cwd: dist }).map(file => file.split(sep).join('/'));
  const entries = new Set([...entryPoints(manifest), ...files.flatMap(file => loadedByPath(dist, file))]);
  if (entries.size === 0 || files.length <= entries.size) return;
  const bundled = await rolldown({
    cwd: dist,
    input: Object.fromEntries(Array.from(entries, entry => [entry.replace(/\.js$/, ''), join(dist, entry)])),
    platform: 'node',
    // The dependencies of a bundled package are bundled too.
    external: (id, importer) =>
      (!importer || importer.startsWith(dist)) && (id.endsWith('.json') || (!/^[./]/.test(id) && !included.includes(id))),
    plugins: [placed(dist), without(leftOut)],
    // Only the package's own modules are kept for their side effects.
    treeshake: { moduleSideEffects: id => id.startsWith(dist) },
  });
  const { output } = await bundled.write({ dir: dist, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
  await bundled.close();
  const made = new Set(output.map(({ fileName }) => fileName));
  for (const file of files) if (!made.has(file)) rmSync(join(dist, file));
  const ofOthers = output.flatMap(piece => (piece.type === 'chunk' ? piece.moduleIds : [])).filter(id => !id.startsWith(dist));
  for (const id of ofOthers) keepLicense(id, dist);
}

function keepLicense(file: string, dist: string): void {
  const [, path, name] = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(file) ?? [];
  if (path === undefined || name === undefined || existsSync(join(dist, 'licenses', name))) return;
  for (const license of globSync('{LICEN[SC]E,licen[sc]e}*', { cwd: path })) cpSync(join(path, license), join(dist, 'licenses', name));
}

function entryPoints({ exports = {}, bin = {} }: Manifest): string[] {
  const named = [
    ...Object.values(exports).map(each => (typeof each === 'object' ? (each as { default?: string } | null)?.default : each)),
    ...Object.values(bin),
  ];
  return named.flatMap(path => (typeof path === 'string' && path.endsWith('.js') ? [path.replace('./dist/', '')] : []));
}

/** Returns the JavaScript files that a file loads relative to its own URL. */
function loadedByPath(dist: string, file: string): string[] {
  const text = readFileSync(join(dist, file), 'utf8');
  if (!text.includes(OWN_ADDRESS)) return [];
  const names = [...text.matchAll(/["'`](\.\/[\w-]+)(?:\.\$\{extension\})?["'`]/g)].map(([, name]) => `${name}.js`);
  return names.map(name => posix.join(dirname(file), name)).filter(path => existsSync(join(dist, path)));
}

const OWN_ADDRESS = 'import.meta.url';

/** Replaces `import.meta.url` in files from subfolders with the URL of the original file, because bundles are directly in `dist`. */
const placed = (dist: string): Plugin => ({
  name: 'placed',
  transform(code, id) {
    const path = relative(dist, id).split(sep).join('/');
    if (!path.includes('/') || path.startsWith('.') || !code.includes(OWN_ADDRESS)) return null;
    return code.replaceAll(OWN_ADDRESS, `new URL(${JSON.stringify(`./${path}`)}, ${OWN_ADDRESS}).href`);
  },
});

/** Replaces files with an empty module. Throws if the bundle does not load one of them. */
const without = (files: readonly string[]): Plugin => {
  const found = new Set<string>();
  return {
    name: 'without',
    load(id) {
      const file = files.find(each => id.split(sep).join('/').endsWith(`/node_modules/${each}`));
      if (file === undefined) return null;
      found.add(file);
      return 'module.exports = {};';
    },
    buildEnd(error) {
      const missing = files.filter(file => !found.has(file));
      if (!error && missing.length > 0) throw new Error(`${missing.join(', ')} are excluded from the bundle, but do not exist.`);
    },
  };
};
