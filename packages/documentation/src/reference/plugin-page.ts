import type { Site } from '@wikiquery/core';
import { type AnyAction, type AnyModule, type AnyPlugin, type AnyRoute, extensionsOf, isModule } from '@wikiquery/core/host';
import type { PluginFact } from './facts.ts';
import { blocks, code, prose, sourceLink, table, tryIt } from './markdown.ts';
import { fieldTable, parameterTable, releases } from './values.ts';

/** Returns the title of a plugin's page: `list=allpages`, or the paths of a route. */
export const titleOf = (plugin: AnyPlugin): string =>
  plugin.group === 'rest' ? `REST route ${plugin.name}` : `${plugin.group}=${plugin.name}`;

/** Returns the page of a plugin: its README with complete tables of its parameters and response. */
export function pluginPage({ plugin, folder, readme }: PluginFact, site: Site): string {
  const { intro, sections } = sectionsOf(readme);
  const { params, prefix = '' } = plugin;
  const answer = 'returns' in plugin ? (plugin as AnyModule | AnyAction).returns : undefined;
  const differences = [sections.get(DIFFERENCES), (plugin.differences ?? []).map(each => `- ${prose(each)}`).join('\n')];
  const others = [...sections].filter(([heading]) => !GENERATED.has(heading));
  return blocks(
    `# ${titleOf(plugin)}`,
    intro === '' ? prose(plugin.summary) : withLinks(intro),
    facts(plugin),
    examples(plugin),
    '## Parameters',
    parameterTable(params, prefix, site) || 'None.',
    conditions(plugin, prefix),
    plugin.group === 'rest' ? sections.has('Response') && '## Response' : answer && '## Response',
    plugin.group === 'rest' && sections.get('Response'),
    answer && (fieldTable(answer.parts, answer.form === 'tuple') || 'No properties of its own.'),
    differences.some(Boolean) && `## ${DIFFERENCES}`,
    ...differences,
    ...others.map(([heading, text]) => `## ${heading}\n\n${withLinks(text)}`),
    `Package: ${sourceLink(folder, code(folder))}`,
  );
}

const DIFFERENCES = 'Differences from MediaWiki';
const GENERATED: ReadonlySet<string> = new Set(['Parameters', 'Response', DIFFERENCES]);

/** Splits a README into the text before its first section, and its sections. */
function sectionsOf(readme: string): { readonly intro: string; readonly sections: ReadonlyMap<string, string> } {
  const [first = '', ...rest] = `\n${readme}`.split(/\n## (?=[^\n]+\n)/);
  const sections = rest.map(text => {
    const end = text.indexOf('\n');
    return [text.slice(0, end).trim(), text.slice(end).trim()] as const;
  });
  return { intro: first.replace(/^\s*# .*\n/, '').trim(), sections: new Map(sections) };
}

/** Adds a link after each example request to `api.php`. */
const withLinks = (markdown: string): string =>
  markdown.replaceAll(/^```http\nGET \/w\/api\.php\?(\S+)[^`]*\n```$/gm, (block, query: string) => `${block}\n\n${tryIt(query)}`);

function facts(plugin: AnyPlugin): string {
  const { group, name, deprecated, internal } = plugin;
  const extensions = extensionsOf(plugin);
  const { token, mustBePosted } = plugin as Partial<AnyAction>;
  const { paths = {}, method = 'GET' } = plugin as Partial<AnyRoute>;
  return [
    ...(group === 'rest' ? Object.values<string>(paths).map(path => code(`${method} /rest.php${path}`)) : []),
    extensions.length > 0 && `Provided by the MediaWiki extension ${extensions.map(each => code(each)).join(' or ')}.`,
    ...releases(plugin),
    deprecated && 'Deprecated.',
    internal && 'Internal: MediaWiki recommends that clients do not use it.',
    isModule(plugin) &&
      plugin.generator &&
      `Also a generator: ${code(`generator=${name}`)}, with the parameter prefix ${code(`g${plugin.prefix}`)}.`,
    token !== undefined && `Requires a token of the type ${code(String(token))}.`,
    mustBePosted && 'Accepts only POST requests.',
  ]
    .filter(Boolean)
    .map(text => `- ${String(text)}`)
    .join('\n');
}

function examples(plugin: AnyPlugin): string {
  const entries = Object.entries(plugin.examples ?? {});
  if (entries.length === 0) return '';
  const rows = entries.map(([query, description]) => {
    const whole = isModule(plugin) ? `action=query&${query}` : query;
    return [code(whole), prose(description), plugin.group === 'rest' ? '' : tryIt(`${whole}&format=json&formatversion=2`)];
  });
  return blocks('## Examples', table(['request', 'result', 'explorer'], rows)).trim();
}

function conditions(plugin: AnyPlugin, prefix: string): string {
  const { exactlyOne = [], atMostOne = [], atLeastOne = [] } = plugin as Partial<AnyModule>;
  const list = (names: readonly string[]): string => names.map(name => code(prefix + name)).join(', ');
  return [
    ...exactlyOne.map(names => `- Set exactly one of ${list(names)}.`),
    ...atMostOne.map(names => `- Set at most one of ${list(names)}.`),
    ...atLeastOne.map(names => `- Set at least one of ${list(names)}.`),
  ].join('\n');
}
