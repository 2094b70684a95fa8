import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, join, relative, sep } from 'node:path';
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown';
import type { Package, Workspace } from './packages.ts';

/**
 * Makes one program of a distribution and all that it depends on in this workspace: `dist/packed/main.js`, and a file for each part that is loaded when it is needed.
 * Node takes longer to find a few hundred files among the packages than to run them. Packages of others stay where they are, and so does
 * what is loaded by its path; both are looked up from package to package, as each of these would.
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

/** In place of `dist/modules.js`, which imports by name, one that has all plugins in a file: a process that answers nothing itself does not load it. */
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

/** Extensions of the server are files of their own: settings are read with them, before plugins are loaded. */
const extensions = ({ dependencies = {} }: Package['manifest'], byName: Workspace['byName']): string[] =>
  Object.keys(dependencies).filter(name => byName.get(name)?.manifest.wikiquery?.extends === 'server');

const BUILTIN = '\0builtin:';

/** Modules of Node. An import would read all that they export, and load whatever some of that stands on: a twentieth of the start. */
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
/** As no file calls anything of its own. */
const ADDRESS_OF = '$addressOf';

/** Where things are that are not packed. */
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
        // A text in the program would stay in memory beside what is made of it.
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

/** To each package of the workspace that a distribution stands on, the packages that lead there. */
function waysFrom({ manifest }: Package, { byName }: Workspace): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>([[manifest.name, []]]);
  for (const [name, way] of ways) {
    const dependencies = Object.keys(byName.get(name)?.manifest.dependencies ?? {});
    for (const each of dependencies) if (byName.has(each) && !ways.has(each)) ways.set(each, [...way, each]);
  }
  return ways;
}

/** A module with the exports that a package of others has, which is loaded from the place of the package that names it. */
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

/** Exports the properties of what is called `found`. */
const exportsOf = (found: object): string[] =>
  Object.keys(found)
    .filter(each => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(each) && each !== 'default' && each !== '__esModule')
    .map((each, i) => `const name${i} = found.${each};\nexport { name${i} as ${each} };`);

/** What stands in the packed program: the places of packages, from the distribution on. */
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

/** V8 keeps a source with one letter outside Latin-1 in twice the memory. Before this hook the code may still be printed anew. */
const inLatin: Plugin = {
  name: 'in-latin',
  generateBundle(_, output) {
    for (const piece of Object.values(output))
      if (piece.type === 'chunk')
        piece.code = piece.code.replaceAll(/[^\0-\x7f]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  },
};

/** The licences of packages that those in it carry. */
function keepLicenses(output: RolldownOutput['output'], { packages }: Workspace, distribution: Package): void {
  const files = output.flatMap(piece => (piece.type === 'chunk' ? piece.moduleIds : []));
  for (const { folder } of packages.filter(each => each !== distribution)) {
    const licenses = join(folder, 'dist/licenses');
    if (existsSync(licenses) && files.some(file => file.startsWith(join(folder, 'dist') + sep)))
      cpSync(licenses, join(distribution.folder, 'dist/licenses'), { recursive: true });
  }
}
