import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSite } from '@wikiquery/site';
import { type Declarations, describeModule, readDeclarations } from './declaration.ts';
import { expectedManifest, printManifest } from './manifest.ts';
import { readWorkspace, type Workspace } from './packages.ts';
import { updateReadme } from './readme.ts';
import { readSources } from './sources.ts';

export interface Change {
  /** Relative to the workspace. */
  readonly file: string;
  readonly text: string;
}

/**
 * What generated text would change: package.json of every package (keys, boilerplate, dependencies as imported, the modules
 * of apps/server) and the tables in the READMEs of the modules.
 */
export function plannedChanges(workspace: Workspace, modules: Declarations['modules']): Change[] {
  const site = defaultSite();
  const wanted = workspace.packages.flatMap(pack => {
    const module = modules.get(pack.path);
    const manifest = expectedManifest(pack, readSources(pack), workspace, module && describeModule(module));
    const readme = `${pack.path}/README.md`;
    return [
      { file: `${pack.path}/package.json`, text: printManifest(manifest) },
      ...(module && existsSync(join(workspace.root, readme))
        ? [{ file: readme, text: updateReadme(readFileSync(join(workspace.root, readme), 'utf8'), module, site) }]
        : []),
    ];
  });
  return wanted.filter(({ file, text }) => readFileSync(join(workspace.root, file), 'utf8') !== text);
}

/** Writes the planned changes. Gives the files, and what kept modules from being read. */
export async function sync(root: string): Promise<{ readonly files: string[]; readonly problems: readonly string[] }> {
  const workspace = readWorkspace(root);
  const { modules, problems } = await readDeclarations(workspace.packages);
  const changes = plannedChanges(workspace, modules);
  for (const { file, text } of changes) writeFileSync(join(root, file), text);
  return { files: changes.map(({ file }) => file), problems };
}
