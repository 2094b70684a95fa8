import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSite } from '@wikiquery/site';
import { CONTRACT_REPORT, contractReport } from './contract-report.ts';
import { type Declarations, describePlugin, readDeclarations } from './declaration.ts';
import { expectedManifest, printManifest } from './manifest.ts';
import { readWorkspace, type Workspace } from './packages.ts';
import { CLIENT_MODULES, clientModules, PUBLISHED_TYPES, publishedTypes } from './published-types.ts';
import { updateReadme } from './readme.ts';
import { readSources } from './sources.ts';

export interface Change {
  /** Path relative to the root. */
  readonly file: string;
  readonly text: string;
}

/** Returns the generated files whose text has changed: package.json, READMEs with tables, published types, the plugin API report. */
export function plannedChanges(workspace: Workspace, plugins: Declarations['plugins']): Change[] {
  const site = defaultSite();
  const generated = workspace.packages.flatMap(pack => {
    const plugin = plugins.get(pack.path);
    const manifest = expectedManifest(pack, readSources(pack), workspace, plugin && describePlugin(plugin));
    const readme = `${pack.path}/README.md`;
    return [
      { file: `${pack.path}/package.json`, text: printManifest(manifest) },
      ...(plugin && existsSync(join(workspace.root, readme))
        ? [{ file: readme, text: updateReadme(readFileSync(join(workspace.root, readme), 'utf8'), plugin, site) }]
        : []),
    ];
  });
  if (existsSync(join(workspace.root, PUBLISHED_TYPES))) generated.push({ file: PUBLISHED_TYPES, text: publishedTypes(plugins, site) });
  if (existsSync(join(workspace.root, CLIENT_MODULES))) generated.push({ file: CLIENT_MODULES, text: clientModules(plugins) });
  const report = contractReport(workspace.root);
  if (report !== undefined) generated.push({ file: CONTRACT_REPORT, text: report });
  return generated.filter(({ file, text }) => readFileSync(join(workspace.root, file), 'utf8') !== text);
}

/** Writes the generated files that have changed. Returns their paths and the errors of plugins. */
export async function sync(root: string): Promise<{ readonly files: string[]; readonly problems: readonly string[] }> {
  const workspace = readWorkspace(root);
  const { plugins, problems } = await readDeclarations(workspace.packages);
  const changes = plannedChanges(workspace, plugins);
  for (const { file, text } of changes) writeFileSync(join(root, file), text);
  return { files: changes.map(({ file }) => file), problems };
}
