import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, join, relative, sep } from 'node:path';
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown';
import type { Package, Workspace } from './packages.ts';

/**
 * Bundles a distribution and its workspace dependencies into `dist/packed/main.js` and a file for each lazily loaded part: Node takes
 * longer to find a few hundred files than to run them. External packages and files that are loaded by path stay outside. They are resolved
 * from the package that needs them.
 */
export async function packDistribution(distribution: Package, workspace: Workspace): Promise<void> {
  const dist = join(distribution.folder, 'dist');
  const packed = await rolldown({
    cwd: distribution.folder,
    input: { main: join(dist, 'main.js') },
    platform: 'node',
    external: isBuiltin,
    checks: { pluginTimings: false },
    plugins: [modules(distribution, workspace), builtins, places(distribution, workspace)],
    treeshake: { moduleSideEffects: id => id.startsWith(dist), propertyReadSideEffects: false },
  });
  const { output } = await packed.write({
    dir: join(dist, 'packed'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    assetFileNames: '[name]-[hash][extname]',
    comments: false,
    plugins: [inLatin],
  });
  await packed.close();
  keepLicenses(output, workspace, distribution);
}

const PLUGINS = '\0plugins';

/** Replaces `dist/modules.js`, which imports plugins by name: one file has all plugins. Processes that serve no requests do not load it. */
const modules = ({ folder, manifest }: Package, { byName }: Workspace): Plugin => ({
  name: 'modules',
  resolveId: id => (id === PLUGINS ? id : null),
  load(id) {
    if (id === join(folder, 'dist/modules.js'))
      return [
        'const extensions = new Map([',
        ...extensions(manifest, byName).map(name => `  [${JSON.stringify(name)}, () => import(${JSON.stringify(name)})],`),
        ']);',
        'export const load = async name =>',
        `  extensions.get(name)?.() ?? (await import(${JSON.stringify(PLUGINS)})).plugins.get(name) ?? import(name);`,
      ].join('\n');
    if (id !== PLUGINS) return null;
    const names = Object.keys(manifest.dependencies ?? {}).filter(name => byName.get(name)?.manifest.wikiquery?.contract !== undefined);
    const imports = names.map((name, i) => `import * as plugin${i} from ${JSON.stringify(name)};`);
    const entries = names.map((name, i) => `[${JSON.stringify(name)}, plugin${i}]`);
    return [...imports, `export const plugins = new Map([${entries.join()}]);`].join('\n');
  },
});

/** Server extensions stay separate files, because reading the settings needs them before any plugin loads. */
const extensions = ({ dependencies = {} }: Package['manifest'], byName: Workspace['byName']): string[] =>
  Object.keys(dependencies).filter(name => byName.get(name)?.manifest.wikiquery?.extends === 'server');

const BUILTIN = '\0builtin:';

/** Loads Node's modules without import statements, which evaluate all exports and take a twentieth of the startup time. */
const builtins: Plugin = {
  name: 'builtins',
  resolveId: (id, _, { kind }) => (isBuiltin(id) && kind === 'import-statement' ? BUILTIN + id : null),
  load(id) {
    if (!id.startsWith(BUILTIN)) return null;
    const name = id.slice(BUILTIN.length);
    return [
      `const found = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(name)});`,
      'export default found;',
      ...exportsOf(process.getBuiltinModule(name) ?? {}),
    ].join('\n');
  },
};

const PLACES = '\0places';
const OUTSIDE = '\0outside:';
const OWN_ADDRESS = 'import.meta.url';
/** Identifier that no source file uses. */
const ADDRESS_OF = '$addressOf';

/** Resolves packages and files outside the bundle. */
function places(distribution: Package, workspace: Workspace): Plugin {
  const ways = waysFrom(distribution, workspace);
  const packageOf = (file: string): Package | undefined =>
    [...ways.keys()].map(name => workspace.byName.get(name)).find(each => each && file.startsWith(join(each.folder, 'dist') + sep));
  return {
    name: 'places',
    resolveId(id, importer) {
      if (id === PLACES) return id;
      const from = importer === PLUGINS ? distribution : importer && packageOf(importer);
      if (!from || isBuiltin(id) || /^[./]/.test(id)) return null;
      const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
      const own = workspace.byName.get(name);
      if (own && ways.has(name) && !own.manifest.inlined)
        return importer === PLUGINS ? this.resolve(id, join(distribution.folder, 'dist/modules.js')) : null;
      return `${OUTSIDE}${from.manifest.name}:${id}`;
    },
    load(id) {
      if (id === PLACES) return RUNTIME;
      if (!id.startsWith(OUTSIDE)) {
        if (!id.endsWith('.json')) return null;
        // The source text of JSON inside the program would stay in memory in addition to the parsed value.
        const file = this.emitFile({ type: 'asset', name: basename(id), source: compact(id) });
        return {
          code: `import { readJson } from ${JSON.stringify(PLACES)};\nexport default readJson(import.meta.ROLLUP_FILE_URL_${file});`,
          moduleType: 'js',
        };
      }
      const [, from = '', name = ''] = /^([^:]+):(.*)$/.exec(id.slice(OUTSIDE.length)) ?? [];
      const folder = workspace.byName.get(from)?.folder ?? '';
      return { code: outside(name, createRequire(join(folder, 'package.json')), ways.get(from) ?? []), moduleType: 'js' };
    },
    transform(code, id) {
      const from = code.includes(OWN_ADDRESS) ? packageOf(id) : undefined;
      if (!from) return null;
      const path = relative(from.folder, id).split(sep).join('/');
      const address = `${ADDRESS_OF}(${JSON.stringify(ways.get(from.manifest.name))}, ${JSON.stringify(path)})`;
      return `${code.replaceAll(OWN_ADDRESS, address)}\nimport { addressOf as ${ADDRESS_OF} } from ${JSON.stringify(PLACES)};\n`;
    },
  };
}

/** Maps each workspace package that a distribution depends on to the chain of dependencies that leads to it. */
function waysFrom({ manifest }: Package, { byName }: Workspace): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>([[manifest.name, []]]);
  for (const [name, way] of ways) {
    const dependencies = Object.keys(byName.get(name)?.manifest.dependencies ?? {});
    for (const each of dependencies) if (byName.has(each) && !ways.has(each)) ways.set(each, [...way, each]);
  }
  return ways;
}

/** Returns the source of a module that re-exports an external package, resolved from the package that depends on it. */
function outside(name: string, require: NodeJS.Require, way: readonly string[]): string {
  const found = require(name) as object;
  const isModule = Object.prototype.toString.call(found) === '[object Module]';
  return [
    `import { requireFrom } from ${JSON.stringify(PLACES)};`,
    `const found = requireFrom(${JSON.stringify(way)})(${JSON.stringify(name)});`,
    `export default ${isModule ? 'found.default' : 'found'};`,
    ...(name.endsWith('.json') ? [] : exportsOf(found)),
  ].join('\n');
}

const exportsOf = (found: object): string[] =>
  Object.keys(found)
    .filter(each => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(each) && each !== 'default' && each !== '__esModule')
    .map((each, i) => `const name${i} = found.${each};\nexport { name${i} as ${each} };`);

/** Code in the packed program that resolves packages along the chain of dependencies from the distribution. */
const RUNTIME = `
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
const known = new Map([['', createRequire(import.meta.url)]]);
const manifestOf = way => requireFrom(way.slice(0, -1)).resolve(way.at(-1) + '/package.json');
export function requireFrom(way) {
  const key = way.join();
  let found = known.get(key);
  if (!found) known.set(key, (found = createRequire(manifestOf(way))));
  return found;
}
const folderOf = way => (way.length > 0 ? dirname(manifestOf(way)) : join(import.meta.dirname, '../..'));
export const readJson = address => JSON.parse(readFileSync(new URL(address), 'utf8'));
export const addressOf = (way, path) => pathToFileURL(join(folderOf(way), path)).href;
`;

const compact = (file: string): string => JSON.stringify(JSON.parse(readFileSync(file, 'utf8')));

/** Escapes non-ASCII characters: one outside Latin-1 doubles a source's memory in V8. After earlier hooks, code may be printed again. */
const inLatin: Plugin = {
  name: 'in-latin',
  generateBundle(_, output) {
    for (const piece of Object.values(output))
      if (piece.type === 'chunk')
        piece.code = piece.code.replaceAll(/[^\0-\x7f]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  },
};

/** Copies the licences of third-party packages that the bundled workspace packages contain. */
function keepLicenses(output: RolldownOutput['output'], { packages }: Workspace, distribution: Package): void {
  const files = output.flatMap(piece => (piece.type === 'chunk' ? piece.moduleIds : []));
  for (const { folder } of packages.filter(each => each !== distribution)) {
    const licenses = join(folder, 'dist/licenses');
    if (existsSync(licenses) && files.some(file => file.startsWith(join(folder, 'dist') + sep)))
      cpSync(licenses, join(distribution.folder, 'dist/licenses'), { recursive: true });
  }
}
