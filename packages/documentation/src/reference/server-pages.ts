import type { ErrorFact, EventFact, MetricFact, ReferenceFacts, SettingFact } from './facts.ts';
import { blocks, code, prose, sourceLink, table } from './markdown.ts';

/** Returns the page of the settings. */
export const settingsPage = ({ settings }: Pick<ReferenceFacts, 'settings'>): string =>
  blocks(
    '# Settings',
    'Each setting is a flag, an environment variable and a key of the configuration file. Flags override variables, and variables override the file.',
    'A duration has a unit: `500ms`, `5s`, `2m` or `1h`. Only `0` needs no unit.',
    ...settings.map(settingSection),
  );

function settingSection({ name, flag, variable, help, default: value, perWiki, isFixed }: SettingFact): string {
  const rows = [
    ['flag', flag === undefined ? 'none' : code(flag)],
    ['environment variable', variable === undefined ? 'none' : code(variable)],
    ['default', value === undefined ? '' : code(value)],
    ['can differ between the wikis of a wiki farm', perWiki ? 'yes' : 'no'],
    ['a change requires', isFixed ? 'a restart' : 'a reload'],
  ];
  return blocks(
    `## ${code(name)} {#${name}}`,
    sentence(help),
    table(
      ['fact', 'value'],
      rows.filter(([, cell]) => cell !== ''),
    ),
  ).trim();
}

const sentence = (text: string): string => `${prose(text.charAt(0).toUpperCase() + text.slice(1))}${/[.!?]$/.test(text) ? '' : '.'}`;

/** Returns the page of the commands. */
export const commandsPage = ({ commands }: Pick<ReferenceFacts, 'commands'>): string =>
  blocks(
    '# Commands',
    'The program `wikiquery` has these commands. Commands that read a database also accept the [settings](settings.md).',
    ...commands.map(({ name, summary, text }) =>
      blocks(`## ${code(`wikiquery ${name}`)} {#${name}}`, sentence(summary), `\`\`\`text\n${text}\n\`\`\``).trim(),
    ),
  );

/** Returns the page of the metrics. */
export const metricsPage = ({ metrics }: Pick<ReferenceFacts, 'metrics'>): string =>
  blocks(
    '# Metrics',
    'The server exposes these Prometheus metrics at `/metrics`. It also exposes the metrics of the process and of Node that the library `prom-client` collects, with the prefixes `process_` and `nodejs_`.',
    table(['metric', 'type', 'labels', 'meaning'], metrics.map(metricRow)),
  );

const metricRow = ({ name, kind, labels, help }: MetricFact): string[] => [code(name), kind, labels.map(code).join(', '), prose(help)];

/** Returns the page of the log events. */
export const eventsPage = ({ events }: Pick<ReferenceFacts, 'events'>): string =>
  blocks(
    '# Log events',
    'The server logs each event as one line of JSON on standard error. Each line has the fields `level`, `time` and `event`. For the meaning of the events, see [the log](/operators/logs.md).',
    table(['event', 'level', 'further fields', 'package'], events.map(eventRow)),
  );

const eventRow = ({ name, levels, fields, folders }: EventFact): string[] => [
  code(name),
  levels.join(', '),
  fields.map(code).join(', '),
  folders.map(packageLink).join(', '),
];

/** Returns the page of the error codes. */
export const errorsPage = ({ errors }: Pick<ReferenceFacts, 'errors'>): string =>
  blocks(
    '# Error codes',
    'Responses contain these codes of errors and warnings. Names in braces are variable parts of a code or a text.',
    '## Action API',
    table(['code', 'text', 'package'], errors.filter(({ statuses }) => statuses.length === 0).map(errorRow)),
    '## REST API and server',
    table(
      ['code', 'status', 'text', 'package'],
      errors
        .filter(({ statuses }) => statuses.length > 0)
        .map(error => {
          const [first = '', ...rest] = errorRow(error);
          return [first, error.statuses.join(', '), ...rest];
        }),
    ),
  );

const errorRow = ({ code: name, texts, folders }: ErrorFact): string[] => [
  code(name),
  texts.map(prose).join('<br>'),
  folders.map(packageLink).join(', '),
];

/** Returns a link to the reference page of a plugin, or to the source of another package. */
function packageLink(folder: string): string {
  const name = folder.replace(/^(?:packages|apps)\/(?:extensions\/[^/]+\/)?/, '');
  return /^(?:list|prop|meta|action|format|rest)\//.test(name) ? `[${name}](/reference/${name}.md)` : sourceLink(folder, name);
}
