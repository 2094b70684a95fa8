import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import { packDistribution } from './distribution.ts';
import { inline } from './inline.ts';
import { isPagePackage, type Package, readWorkspace, type Workspace } from './packages.ts';
import { buildPage, isSlowPage } from './pages.ts';
import { packageName } from './sources.ts';

/**
 * Compiles every package into its `dist`: JavaScript and declarations. One compiler run for all packages takes a tenth of the time of
 * separate runs. Returns the number of packages. Throws if the compiler or a check fails. `isRelease`: build also pages that take long.
 */
export async function build(root: string, { isRelease = false } = {}): Promise<number> {
  const output = join(root, 'node_modules/.cache/build');
  rmSync(output, { recursive: true, force: true });
  const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', output], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The compiler found errors.');
  const workspace = readWorkspace(root);
  const built = workspace.packages.filter(({ path }) => existsSync(join(output, path, 'src')));
  for (const { path, folder, manifest } of built) {
    const dist = join(folder, 'dist');
    rmSync(dist, { recursive: true, force: true });
    cpSync(join(output, path, 'src'), dist, { recursive: true });
    // Copies all other files, and JSON files again because the compiler reformats them.
    cpSync(join(folder, 'src'), dist, { recursive: true, filter: file => !file.endsWith('.ts') && file !== join(folder, 'src/page') });
    if (manifest.inlined) inline(folder, manifest.inlined);
  }
  for (const pack of built) if (pack.group !== 'app' && !pack.manifest.inlined) await bundle(pack);
  for (const pack of built) if (isPackable(pack, workspace)) await packDistribution(pack, workspace);
  for (const pack of built) if (isPagePackage(pack) && (isRelease || !isSlowPage(pack.folder))) buildPage(pack.folder);
  const problems = built.flatMap(undeclaredTypes);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return built.length;
}

/** Whether a package is a distribution without third-party modules, which would load the packed packages again. */
const isPackable = ({ manifest }: Package, { byName }: Workspace): boolean =>
  manifest.wikiquery?.distribution === true && Object.keys(manifest.dependencies ?? {}).every(name => byName.has(name));

/** Reports packages that the declarations import without a dependency, for example through inferred types. Users need them installed. */
function undeclaredTypes({ path, folder, manifest }: Package): string[] {
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies };
  const texts = globSync('dist/**/*.d.ts', { cwd: folder }).map(file => readFileSync(join(folder, file), 'utf8'));
  const specifiers = texts.flatMap(text =>
    [...text.matchAll(/(?:from |import\()(["'])([^"']+)\1/g)].map(([, , specifier]) => specifier ?? ''),
  );
  const names = new Set(specifiers.flatMap(specifier => packageName(specifier) ?? []));
  return [...names]
    .filter(name => name !== manifest.name && !(name in declared))
    .map(name => `${path}/package.json: the declarations refer to ${name}; export a named type, or declare it in dependencies.`);
}
