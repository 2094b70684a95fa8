import type { Described } from '@wikiquery/core/host';
import type { PluginFact, ReferenceFacts } from './facts.ts';
import { blocks, code, prose, table } from './markdown.ts';
import { pluginPage, titleOf } from './plugin-page.ts';
import { commandsPage, errorsPage, eventsPage, metricsPage, settingsPage } from './server-pages.ts';
import { parameterTable } from './values.ts';

/** A generated page. */
export interface ReferencePage {
  /** Path in the documentation, without the extension: `reference/list/allpages`. */
  readonly path: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

const GROUPS = {
  list: 'Lists',
  prop: 'Properties of pages',
  meta: 'Metadata of the wiki',
  action: 'Actions',
  format: 'Formats',
  rest: 'REST API',
} as const;

/** Returns the path of a plugin's page, without the extension. */
const pathOf = ({ plugin: { group, name } }: PluginFact): string => `reference/${group}/${name}`;

/** Returns the reference pages: one for each plugin, one for each group, and those of the server. */
export function referencePages(facts: ReferenceFacts): readonly ReferencePage[] {
  const { plugins, entry, query, pageSet, site } = facts;
  const groups = Object.entries(GROUPS).map(([group, title]) => {
    const members = plugins.filter(({ plugin }) => plugin.group === group).sort((a, b) => (a.plugin.name < b.plugin.name ? -1 : 1));
    return { group, title, members };
  });
  const builtIn: ReferencePage[] = [
    { path: 'reference/action/main', title: 'api.php', text: describedPage('api.php', entry, facts) },
    {
      path: 'reference/action/query',
      title: 'action=query',
      text: `${describedPage('action=query', query, facts)}\n${blocks('## Select pages', prose(pageSet.summary), parameterTable(pageSet.params, '', site))}`,
    },
  ];
  const server: ReferencePage[] = [
    { path: 'reference/settings', title: 'Settings', text: settingsPage(facts) },
    { path: 'reference/commands', title: 'Commands', text: commandsPage(facts) },
    { path: 'reference/metrics', title: 'Metrics', text: metricsPage(facts) },
    { path: 'reference/log-events', title: 'Log events', text: eventsPage(facts) },
    { path: 'reference/errors', title: 'Error codes', text: errorsPage(facts) },
  ];
  return [
    { path: 'reference/index', title: 'Reference', text: overview(groups, server) },
    ...groups.flatMap(({ group, title, members }) => [
      { path: `reference/${group}/index`, title, text: groupPage(title, members, group === 'action' ? builtIn : []) },
      ...(group === 'action' ? builtIn : []),
      ...members.map(each => ({ path: pathOf(each), title: titleOf(each.plugin), text: pluginPage(each, site) })),
    ]),
    ...server,
  ];
}

const describedPage = (title: string, { summary, params, prefix }: Described, { site }: ReferenceFacts): string =>
  blocks(`# ${title}`, prose(summary), '## Parameters', parameterTable(params, prefix, site));

const groupPage = (title: string, members: readonly PluginFact[], builtIn: readonly ReferencePage[]): string =>
  blocks(
    `# ${title}`,
    table(
      ['name', 'purpose'],
      [
        ...builtIn.map(({ path, title: name }) => [`[${code(name)}](/${path}.md)`, '']),
        ...members.map(each => [`[${code(each.plugin.name)}](/${pathOf(each)}.md)`, prose(each.plugin.summary)]),
      ],
    ),
  );

interface Grouped {
  readonly group: string;
  readonly title: string;
  readonly members: readonly PluginFact[];
}

const overview = (groups: readonly Grouped[], server: readonly ReferencePage[]): string =>
  blocks(
    '# Reference',
    'These pages are generated from the declarations in the code.',
    '## API',
    groups.map(({ group, title, members }) => `- [${title}](/reference/${group}/index.md): ${members.length}`).join('\n'),
    '## Server',
    server.map(({ path, title }) => `- [${title}](/${path}.md)`).join('\n'),
  );
