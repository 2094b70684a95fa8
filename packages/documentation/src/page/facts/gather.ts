import { readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyPlugin, createRegistry, isPlugin } from '@wikiquery/core/host';
import { surroundings } from '@wikiquery/engine';
import { describeOffer } from '@wikiquery/schema';
import {
  commandHelp,
  flagOf,
  type ServerExtension,
  type Setting,
  settingTable,
  showDuration,
  variableOf,
} from '@wikiquery/server/describe';
import { defaultSite } from '@wikiquery/site';
import type { CommandFact, PluginFact, ReferenceFacts, SettingFact } from '../../reference/facts.ts';
import { fromReadme } from '../links.ts';
import { type ScannedFacts, scanFacts } from './scan.ts';

/** The application whose plugins and server extensions the reference describes. */
const APP = 'apps/server';

/** Gathers the facts for the reference pages from a clone of the repository. Rejects if a plugin cannot be loaded. */
export async function gatherFacts(root: string): Promise<ReferenceFacts & Pick<ScannedFacts, 'problems'>> {
  const { dependencies } = readManifest(join(root, APP));
  const packages = Object.keys(dependencies ?? {}).map(name => {
    const folder = realpathSync(join(root, APP, 'node_modules', name));
    return { folder, wikiquery: readManifest(folder).wikiquery };
  });
  const load = async <T>(folder: string): Promise<T> =>
    ((await import(pathToFileURL(join(folder, 'src/index.ts')).href)) as { readonly default: T }).default;
  const plugins = await Promise.all(
    packages
      .filter(({ wikiquery }) => wikiquery?.contract !== undefined)
      .map(async ({ folder }) => pluginFact(root, folder, await load<AnyPlugin>(folder))),
  );
  const extensions = await Promise.all(
    packages.filter(({ wikiquery }) => wikiquery?.extends === 'server').map(({ folder }) => load<ServerExtension>(folder)),
  );
  const site = defaultSite();
  const { described, pageSet } = describe(plugins, site);
  const [entry, query] = ['main', 'query'].map(path => described.get(path));
  if (!entry || !query) throw new Error('The engine does not describe api.php and action=query.');
  return {
    site,
    plugins,
    entry,
    query,
    pageSet,
    settings: Object.entries(settingTable(extensions)).map(([name, setting]) => settingFact(name, setting)),
    commands: Object.entries({ ...commandHelp(), ...extensionCommands(extensions) }).map(
      ([name, { summary, text }]): CommandFact => ({ name, summary, text }),
    ),
    ...scanFacts(root),
  };
}

/** Returns the help of the commands that server extensions add. */
const extensionCommands = (extensions: readonly ServerExtension[]): ReturnType<typeof commandHelp> =>
  Object.assign({}, ...extensions.map(({ commands }) => commands)) as ReturnType<typeof commandHelp>;

interface PluginManifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly wikiquery?: { readonly contract?: unknown; readonly extends?: string };
}

const readManifest = (folder: string): PluginManifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PluginManifest;

function pluginFact(root: string, folder: string, plugin: AnyPlugin): PluginFact {
  const path = relative(root, folder).split(sep).join('/');
  if (!isPlugin(plugin)) throw new Error(`${path}/src/index.ts: its default export is not a plugin.`);
  return { plugin, folder: path, readme: fromReadme(readFileSync(join(folder, 'README.md'), 'utf8'), path) };
}

function describe(plugins: readonly PluginFact[], site: ReferenceFacts['site']) {
  const services = plugins.flatMap(({ plugin }) => Object.values(plugin.services ?? {}).map(({ name }) => name));
  const candidates = plugins.map(({ plugin }) => ({ source: plugin.name, plugin }));
  return describeOffer(createRegistry(candidates, surroundings(services)), { site, documentation: '' }).installed;
}

function settingFact(name: string, { kind, value, help, secret, fileOnly, perWiki = false, fixed = false }: Setting<unknown>): SettingFact {
  const shown = typeof value === 'number' ? (kind.placeholder === 'DURATION' ? showDuration(value) : String(value)) : value;
  return {
    name,
    flag: fileOnly || secret ? undefined : `--${flagOf(name)}${kind.placeholder ? ` ${kind.placeholder}` : ''}`,
    variable: fileOnly ? undefined : variableOf(name),
    help,
    default: typeof shown === 'string' && shown !== '' ? shown : undefined,
    perWiki,
    isFixed: fixed,
  };
}
