import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { isPluginPackage, readWorkspace } from '../packages.ts';
import { readSources } from '../sources.ts';
import { changedLines, type Mutant, mutantsOf } from './mutants.ts';

/** A mutant of a source of a module. */
export interface ModuleMutant extends Mutant {
  /** Of the module: `packages/list/allpages`. */
  readonly path: string;
  /** The source, relative to the root. */
  readonly file: string;
  readonly text: string;
  /** The changed lines, before and after. */
  readonly was: string;
  readonly becomes: string;
}

/**
 * The mutants of each module, by its path: of its own sources, and of the function of a domain package that makes the module. Modules without any are left
 * out.
 */
export function readMutants(root: string): Map<string, ModuleMutant[]> {
  const found = readWorkspace(root)
    .packages.filter(isPluginPackage)
    .map((plugin): [string, ModuleMutant[]] => {
      const own = readSources(plugin).filter(({ isTest }) => !isTest);
      const files: Maker[] = own.map(({ path }) => ({ file: `${plugin.path}/${path}` }));
      const mutants = [...files, ...makerOf(root, `${plugin.path}/src/index.ts`)].flatMap(({ file, maker }) => {
        const text = readFileSync(join(root, file), 'utf8');
        return mutantsOf(text, maker).map(mutant => ({ ...mutant, ...changedLines(text, mutant), path: plugin.path, file, text }));
      });
      return [plugin.path, mutants];
    });
  return new Map(found.filter(([, mutants]) => mutants.length > 0));
}

interface Maker {
  readonly file: string;
  /** The function that makes the module. */
  readonly maker?: string;
}

/** Of `export default incomingProp(…)`, that function, in `incoming.ts` of the package `links`. */
function makerOf(root: string, index: string): Maker[] {
  const text = readFileSync(join(root, index), 'utf8');
  const maker = /^export default (\w+)\(/m.exec(text)?.[1] ?? '';
  const { staticImports } = parseSync(index, text).module;
  const imported = staticImports.find(({ entries }) => entries.some(({ localName }) => localName.value === maker));
  const folder = `packages/domain/${imported?.moduleRequest.value.replace('@wikiquery/', '')}/src`;
  const [entry] = globSync(`${folder}/index.ts`, { cwd: root });
  if (!entry) return [];
  const exported = parseSync(entry, readFileSync(join(root, entry), 'utf8')).module.staticExports.flatMap(({ entries }) => entries);
  const from = exported.find(({ exportName }) => exportName.name === maker)?.moduleRequest?.value;
  return from ? [{ file: posix.join(folder, from), maker }] : [];
}
