import { flagOf, variableOf } from '../config/read-settings.ts';
import { showDuration } from '../config/setting-kinds.ts';
import type { Setting, SettingTable } from '../config/settings.ts';

const WIDTH = 80;

interface CommandHelp {
  readonly summary: string;
  /** The text of `--help`, at most 30 lines of 80 columns. */
  readonly text: string;
}

const HELP: Readonly<Record<string, CommandHelp>> = {
  serve: {
    summary: 'Serve a wiki over HTTP',
    text: `Usage: wikiquery serve [SETTING...]

Serve the API of a wiki. Without --database, serve a small sample wiki.
SIGTERM stops the server, SIGHUP reloads its settings.

  --database ADDRESS    sqlite:PATH, mariadb://USER:PASSWORD@HOST/DATABASE or
                        postgres://USER:PASSWORD@HOST/DATABASE
  --site FILE           site configuration, saved with "wikiquery adopt"
  --images DIR          upload directory
  --host HOST           address to listen on. Default: 127.0.0.1
  --port N              port to listen on. Default: 8080
  --trust-proxy ADDRESS proxy whose X-Forwarded-For header is trusted
  --private             require an account for reading
  --config FILE         configuration file. Default: wikiquery.config.json,
                        .ts, .mjs or .js in the working folder

Examples:
  wikiquery serve
  wikiquery serve --database sqlite:/srv/wiki.sqlite --site site.json
  WIKIQUERY_PORT=9000 wikiquery serve --database sqlite:wiki.sqlite

List all settings with "wikiquery help settings".`,
  },
  reload: {
    summary: 'Reload the settings of a running server',
    text: `Usage: wikiquery reload [SETTING...]

Reload the settings of the server that runs with the same --data, --host and
--port, as SIGHUP does. Some settings require a restart: the server logs them.

Examples:
  wikiquery reload
  wikiquery reload --port 9000 --data /var/lib/wikiquery`,
  },
  doctor: {
    summary: 'Check the settings, the database and the modules',
    text: `Usage: wikiquery doctor [--grants] [SETTING...]

Check what a server with these settings would need, without serving. The last
line is the verdict. Exit code: 0 if the server can start without problems, 1
if it cannot, 2 for wrong arguments or settings (without a verdict).

  --grants   print SQL statements that create a database account with no more
             rights than the installed modules need

Examples:
  wikiquery doctor --database sqlite:wiki.sqlite --site site.json
  wikiquery doctor --grants --database mariadb://root@localhost/wiki`,
  },
  adopt: {
    summary: 'Save the site configuration of a running MediaWiki',
    text: `Usage: wikiquery adopt URL [FLAG...]

Save the site configuration of a MediaWiki for the setting --site. URL is its
api.php or any of its pages.

  --out FILE             output file. Default: site.json
  --contact CONTACT      your e-mail address or URL, for the operators of URL
  --messages DIR         also save the interface messages, for --messages
  --languages CODE,...   further languages of the messages
  --user NAME            log in to a private wiki, best with a bot password
  --password-file FILE   file with the password. Default: the variable
                         MEDIAWIKI_PASSWORD, otherwise standard input

Examples:
  wikiquery adopt https://wiki.example/w/api.php
  wikiquery adopt https://wiki.example/ --messages messages --languages de,fr
  wikiquery adopt https://wiki.example/ --user Wren@reader`,
  },
  import: {
    summary: 'Import dumps into a database',
    text: `Usage: wikiquery import SOURCE... [FLAG...] [SETTING...]

Import dumps of a wiki into a database. A SOURCE is a file, an archive, a
folder, an HTTP address, or - for standard input. An interrupted import resumes.

  --database ADDRESS     target. Default: a SQLite file in the folder of --data
  --namespaces N,...     import these namespaces only
  --limit PAGES          import at most this many pages
  --without STEP,...     skip steps: links, search
  --any-wiki             accept a dump that seems to be of another wiki
  --derive NAME,...      afterwards run "wikiquery derive" with these names

Examples:
  wikiquery import aawiki-pages-articles.xml.bz2
  wikiquery import dumps/ --database sqlite:wiki.sqlite --namespaces 0,14
  zcat dump.xml.gz | wikiquery import - --database sqlite:wiki.sqlite

List all settings with "wikiquery help settings".`,
  },
  follow: {
    summary: 'Keep an imported wiki in sync with the live wiki',
    text: `Usage: wikiquery follow URL --database ADDRESS [FLAG...] [SETTING...]

Sync an imported wiki with the live wiki through its API. Resumes where the
last run stopped. URL is the api.php of the wiki or any of its pages.

  --once                 stop when the database is up to date
  --standby              wait while another process syncs the database, and
                         take over when it ends
  --interval DURATION    time between two checks. Default: 30s
  --rate N               maximum number of requests per second. Default: 5
  --contact CONTACT      your e-mail address or URL, for the operators of URL
  --since TIME           first run: the database is complete up to this time
  --verify               compare all revisions and log entries; with --once
                         also all files
  --histories            fetch all revisions, also those that the dump lacked
  --uploads              download uploaded files into the folder of --images
  --upload-host HOST     host from which files may be downloaded. Repeatable
  --without STEP,...     skip steps: links, search

Examples:
  wikiquery follow https://wiki.example/ --database sqlite:wiki.sqlite
  wikiquery follow https://wiki.example/ --database sqlite:wiki.sqlite --once`,
  },
  index: {
    summary: 'Build or update the full-text index',
    text: `Usage: wikiquery index --database ADDRESS [--search-index PLACE] [SETTING...]

Build the full-text index of a database, or update it. An update reads the
pages that changed according to revisions and log entries.

  --search-index PLACE   a file, the address of a database for the index
                         alone, or of a search cluster.
                         Default: NAME.search-index next to NAME.sqlite
  --full                 compare all pages with the index

Examples:
  wikiquery index --database sqlite:wiki.sqlite
  wikiquery index --database mariadb://reader:PASSWORD@localhost/wiki \\
    --search-index /srv/wiki.search-index`,
  },
  derive: {
    summary: 'Render pages in advance',
    text: `Usage: wikiquery derive NAME,... --database ADDRESS [SETTING...]

Render what the named modules return for every content page, and store it in
the render cache. Results that are still valid are not rendered again.

  --render-cache FILE   target. Default: NAME.renderings next to NAME.sqlite
  --workers N           number of processes

Examples:
  wikiquery derive extracts --database sqlite:wiki.sqlite
  wikiquery derive extracts,html --database sqlite:wiki.sqlite --workers 4`,
  },
  get: {
    summary: 'Write the result of a query as NDJSON, CSV or Parquet',
    text: `Usage: wikiquery get QUERY [FLAG...] [SETTING...]

Write the rows of an API query. QUERY is a query string without action=query.

  --format FORMAT   ndjson (or jsonl), csv or parquet. Default: ndjson
  --all             continue until the last row
  --each LIST       a row for each element of this list, such as revisions
  --out FILE        output file. Default: standard output
  --from URL        query this api.php instead of a database
  --contact CONTACT your e-mail address or URL, for the operators of --from

Examples:
  wikiquery get QUERY --database sqlite:wiki.sqlite
  wikiquery get QUERY --all --format csv --out pages.csv
  wikiquery get QUERY --from https://wiki.example/w/api.php`,
  },
  export: {
    summary: 'Write a dump that MediaWiki can import, or Markdown files',
    text: `Usage: wikiquery export [WIKI] [FLAG...] [SETTING...]

Write an XML dump of a wiki, or a Markdown file for each page. WIKI is the name
of a wiki of --wikis.

  --out FILE             output file. Default: standard output
  --format FORMAT        xml (default), or markdown with the folder --out
  --current              current revisions only
  --pages FILE           pages with the titles in this file only
  --namespaces N,...     pages of these namespaces only
  --links KIND           Markdown: links as relative (default), absolute or text
  --without-images       Markdown: leave out images
  --logs                 include log entries
  --without-pages        leave out the pages
  --uploads              list the uploaded files with their old versions
  --include-files        include the contents of these files
  --files-to DIR         copy these files into a folder
  --schema VERSION       version of the schema. Default: 0.11

Examples:
  wikiquery export --database sqlite:wiki.sqlite --out wiki.xml
  wikiquery export --database sqlite:wiki.sqlite --current --namespaces 0,10`,
  },
  types: {
    summary: 'Write TypeScript types of the installed modules',
    text: `Usage: wikiquery types [--only NAME,...] [SETTING...]

Write TypeScript types of the installed query modules to standard output.

  --only NAME,...   types of these modules, to merge into @wikiquery/types

Examples:
  wikiquery types > wiki.d.ts
  wikiquery types --only mymodule > mymodule.d.ts`,
  },
  version: { summary: 'Print the version', text: 'Usage: wikiquery version\n\nPrint the version.\n\nExample:\n  wikiquery version' },
  help: {
    summary: 'Explain a command, or list all settings',
    text: `Usage: wikiquery help [COMMAND | settings]

Examples:
  wikiquery help import
  wikiquery help settings`,
  },
};

/** Returns the commands of the program by name, with the text of `wikiquery COMMAND --help`. */
export const commandHelp = (): Readonly<Record<string, CommandHelp>> => HELP;

/** The commands of every server. */
export const COMMANDS = Object.keys(HELP).filter(name => name !== 'get' && name !== 'export');

/** Returns the text of `wikiquery COMMAND --help`; undefined for a command that prints its own help. */
export const helpOf = (command: string, extended: CommandHelps = {}): string | undefined =>
  [HELP, extended].find(each => Object.hasOwn(each, command))?.[command]?.text;

export type CommandHelps = Readonly<Record<string, CommandHelp>>;

/** Returns the list of commands, with those that an app adds and those of server extensions (`extended`). */
export function summaryOf(added: readonly string[], extended: CommandHelps = {}): string {
  const shown = Object.keys(HELP).filter(name => COMMANDS.includes(name) || added.includes(name));
  const others = [...added, ...Object.keys(extended)].filter(name => !shown.includes(name));
  const lines = [...shown, ...others].map(name => `  ${name.padEnd(9)}${(HELP[name] ?? extended[name])?.summary ?? ''}`);
  return `Usage: wikiquery COMMAND [ARGUMENT...]

Serve MediaWiki's query API from a MediaWiki database.

Commands:
${lines.map(line => line.trimEnd()).join('\n')}

Explain a command with "wikiquery COMMAND --help".
List all settings with "wikiquery help settings".`;
}

/** Returns the text of `wikiquery help settings`. */
export const settingsHelp = (table: SettingTable): string =>
  `Settings of "wikiquery serve" and of the commands that read a database

Each setting is a flag (--table-prefix), a variable of the environment
(WIKIQUERY_TABLE_PREFIX) and a key of the configuration file (tablePrefix).
Flags override variables, which override the file.

A DURATION has a unit: 500ms, 5s, 2m or 1h. Only 0 needs none.

  --config FILE
      configuration file. Default: wikiquery.config.json, .ts, .mjs or .js in
      the working folder
${Object.entries(table)
  .map(([name, setting]) => `  ${nameOf(name, setting)}\n${wrap(`${setting.help}${defaultOf(setting)}`)}`)
  .join('\n')}`;

const nameOf = (name: string, { kind, secret, fileOnly }: Setting<unknown>): string =>
  fileOnly
    ? `${name} (configuration file only)`
    : secret
      ? `${variableOf(name)} (no flag)`
      : `--${flagOf(name)}${kind.placeholder ? ` ${kind.placeholder}` : ''}`;

function defaultOf({ kind, value }: Setting<unknown>): string {
  if (typeof value === 'number') return `. Default: ${kind.placeholder === 'DURATION' ? showDuration(value) : value}`;
  return typeof value === 'string' && value !== '' ? `. Default: ${value}` : '';
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = '     ';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '     ';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
