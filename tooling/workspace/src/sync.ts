import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSite } from '@wikiquery/site';
import { describeModule, readDeclaration } from './declaration.ts';
import { expectedManifest, printManifest } from './manifest.ts';
import { readWorkspace } from './packages.ts';
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
export async function plannedChanges(root: string): Promise<Change[]> {
  const workspace = readWorkspace(root);
  const site = defaultSite();
  const wanted: Change[] = [];
  for (const pack of workspace.packages) {
    const module = await readDeclaration(pack);
    const manifest = expectedManifest(pack, readSources(pack), workspace, module && describeModule(module));
    wanted.push({ file: `${pack.path}/package.json`, text: printManifest(manifest) });
    const readme = `${pack.path}/README.md`;
    if (module && existsSync(join(root, readme))) {
      wanted.push({ file: readme, text: updateReadme(readFileSync(join(root, readme), 'utf8'), module, site) });
    }
  }
  return wanted.filter(({ file, text }) => readFileSync(join(root, file), 'utf8') !== text);
}

/** Writes the planned changes and gives the files. */
export async function sync(root: string): Promise<string[]> {
  const changes = await plannedChanges(root);
  for (const { file, text } of changes) writeFileSync(join(root, file), text);
  return changes.map(({ file }) => file);
}
