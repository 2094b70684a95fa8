import { inspect } from 'node:util';
import { withoutPassword } from '@wikiquery/database';
import { freezeIntrinsics, print, printError } from '@wikiquery/hardening';
import { describeSettings } from '../config/read-settings.ts';
import { type Settings, type SettingTable, settingTable } from '../config/settings.ts';
import { placeOf } from '../http/bind.ts';
import { askToReload } from '../lifecycle/control-socket.ts';
import { say } from '../observability/log.ts';
import { readAppManifest, serverExtensions } from '../plugins/discovery.ts';
import { installedApp } from '../plugins/installed-app.ts';
import type { App } from '../plugins/server-extension.ts';
import { StartError } from '../start-error.ts';
import type { AdoptOptions } from './adopt.ts';
import { argumentsOf, parse, readArguments } from './command-flags.ts';
import { serve } from './serve.ts';

/** The same for whatever is installed in a folder, or for the distribution that the program belongs to; `commands` are more than the server has. */
export async function runIn(folder: string, distribution?: App, commands?: App['commands']): Promise<void> {
  try {
    await run({ ...(await installedApp(folder, distribution)), ...(commands && { commands }) });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    for (const problem of error.problems) say('error', 'not-started', problem);
    process.exitCode = 2;
  }
}

/** Runs `wikiquery COMMAND …` for an app and sets the exit code: 1 for what went wrong, 2 for what was asked wrongly. */
export async function run(app: App, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  hideArguments(args);
  freezeIntrinsics();
  process.once('uncaughtException', crash);
  const [command = 'serve', ...rest] = args[0]?.startsWith('--') && !(args[0] in ALIASES) ? ['serve', ...args] : args;
  try {
    // Behind any command, as people are used to.
    const wantsHelp = rest.some(arg => ALIASES[arg] === 'help');
    process.exitCode = await runCommand(app, wantsHelp ? 'help' : (ALIASES[command] ?? command), rest);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    for (const problem of error.problems.map(withoutPassword)) {
      if (command === 'serve') say('error', 'not-started', problem);
      else printError(`wikiquery: ${problem}`);
    }
    process.exitCode = 2;
  }
}

/** Removes a password from the visible arguments of the process: all users of the machine can see them. */
function hideArguments(args: readonly string[]): void {
  const shown = args.map(withoutPassword);
  if (shown.some((arg, at) => arg !== args[at])) process.title = ['wikiquery', ...shown].join(' ');
}

/** Node would write the message unescaped, and it may contain external text. */
function crash(error: unknown): void {
  printError(...inspect(error).split('\n').map(withoutPassword));
  process.exit(1);
}

const COMMANDS = ['serve', 'reload', 'import', 'follow', 'index', 'derive', 'doctor', 'adopt', 'types', 'version', 'help'];
const ALIASES: Readonly<Record<string, string>> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' };

/** Commands other than "serve" are loaded when they run. */
async function runCommand(app: App, command: string, args: readonly string[]): Promise<number> {
  switch (command) {
    case 'serve':
      return serve(app, await settingsOf(app, args), () => settingsOf(app, args));
    case 'reload': {
      const settings = await settingsOf(app, args);
      await askToReload(settings.data, placeOf(settings));
      print('The server has reloaded its settings.');
      return 0;
    }
    case 'doctor': {
      if (!args.includes(GRANTS)) return (await import('./doctor.ts')).doctor(app, await settingsOf(app, args));
      const settings = await settingsOf(
        app,
        args.filter(arg => arg !== GRANTS),
      );
      return (await import('./grants.ts')).grants(app, settings);
    }
    case 'import': {
      const { IMPORT_FLAGS, importDumps } = await import('./import.ts');
      const { settings, own, flags, positionals } = await readArguments(app, args, IMPORT_FLAGS);
      return importDumps(positionals, settings, own, app, argumentsOf(flags));
    }
    case 'follow': {
      const { FOLLOW_FLAGS, follow } = await import('./follow.ts');
      const { settings, own, positionals } = await readArguments(app, args, FOLLOW_FLAGS);
      const [url] = positionals;
      if (url === undefined || positionals.length > 1)
        throw new StartError(['follow needs the URL of a wiki: wikiquery follow URL --database sqlite:PATH']);
      return follow(url, settings, own);
    }
    case 'index':
      return (await import('./build-index.ts')).makeIndex(app, await settingsOf(app, args));
    case 'derive': {
      const { settings, positionals } = await readArguments(app, args);
      if (positionals.length === 0) throw new StartError(['derive needs what is to be made, such as a module: wikiquery derive NAME,…']);
      const names = positionals.flatMap(each => each.split(','));
      return (await import('./derive.ts')).derive(app, names, settings, [command, ...args]);
    }
    case 'adopt': {
      const { values, positionals } = parse(args, ADOPT_FLAGS);
      const [url] = positionals;
      if (url === undefined || positionals.length > 1)
        throw new StartError([
          'adopt needs the URL of a wiki: wikiquery adopt URL [--out FILE] [--user NAME] [--messages FOLDER [--languages CODE,…]]',
        ]);
      return (await import('./adopt.ts')).adopt(url, adoptOptions(values));
    }
    case 'types':
      return (await import('./types.ts')).types(app, args);
    case 'version':
      print((await readAppManifest(app)).version);
      return 0;
    case 'help':
      print(...usage(settingTable(await serverExtensions(app))).split('\n'));
      return 0;
    default: {
      const added = app.commands?.[command];
      if (added) return (await added()).run(app, args);
      throw new StartError([
        `There is no command "${command}". The commands are ${[...COMMANDS, ...Object.keys(app.commands ?? {})].join(', ')}.`,
      ]);
    }
  }
}

const ADOPT_FLAGS = {
  out: { type: 'string' },
  messages: { type: 'string' },
  languages: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
} as const;

function adoptOptions(values: Readonly<Record<string, unknown>>): AdoptOptions {
  const text = (name: keyof typeof ADOPT_FLAGS): string | undefined => (typeof values[name] === 'string' ? values[name] : undefined);
  return {
    out: text('out'),
    messages: text('messages'),
    languages: text('languages')?.split(','),
    user: text('user'),
    passwordFile: text('password-file'),
  };
}

const GRANTS = '--grants';

async function settingsOf(app: App, args: readonly string[]): Promise<Settings> {
  const { settings, positionals } = await readArguments(app, args);
  if (positionals.length > 0)
    throw new StartError([`Nothing takes ${positionals.map(each => `"${each}"`).join(', ')}. See "wikiquery help".`]);
  return settings;
}

const usage = (table: SettingTable): string =>
  [
    'usage: wikiquery [serve] [SETTING…]          answer action=query for a wiki',
    '       wikiquery reload [SETTING…]           have the server with this "data", "host" and "port" read its settings anew, as SIGHUP does',
    '       wikiquery import SOURCE… [SETTING…]   read dumps of a wiki into the database, where it goes on if it was ended; a SOURCE',
    '                                             is a file, an archive, a folder, an address, or - for standard input',
    '                [--namespaces N,N] [--limit PAGES] [--without links,search] [--any-wiki] [--derive NAME,…]',
    '       wikiquery follow URL [SETTING…]       keep an imported wiki as the live one is, by its API, until it is ended; goes on where it was',
    '                [--once] [--verify] [--since TIME] [--uploads] [--upload-host HOST] [--histories] [--interval SECONDS] [--rate REQUESTS] [--without links,search]',
    '       wikiquery index [SETTING…]            make the index for searches in the texts of the database, or bring it up to date',
    '       wikiquery derive NAME,… [SETTING…]    render what modules of these names tell of all pages, into the file of "render-cache"; what is there and',
    '                                             still true stays',
    '       wikiquery doctor [SETTING…]           check the settings, the database and the modules',
    '       wikiquery doctor --grants [SETTING…]  print statements that make an account of the database',
    '       wikiquery adopt URL [--out FILE]      save the description of a running wiki (site.json)',
    '                [--user NAME [--password-file FILE]]  for a private wiki: log in with an account or a bot password. The password comes',
    '                                             from MEDIAWIKI_PASSWORD, from the file or from standard input',
    '                [--messages FOLDER [--languages CODE,…]]   and its interface messages, in its language and in others',
    '       wikiquery types [--only NAME,…]       write TypeScript types of the modules; with --only, to merge into @wikiquery/types',
    '       wikiquery get QUERY [--format ndjson|csv|parquet] [--all] [--out FILE] [--from URL | SETTING…]',
    '                                             write what a query tells, in apps/server',
    '       wikiquery export [WIKI] [--current] [--pages FILE] [--namespaces N,N] [--logs] [--without-pages] [--uploads]',
    '                [--include-files] [--files-to DIR] [--schema 0.10] [--out FILE] [SETTING…]',
    '                                             write a dump that MediaWiki imports; WIKI is one of "wikis"; in apps/server',
    '       wikiquery version | help',
    '',
    'settings:',
    ...describeSettings(table),
    '',
    `Every flag is also a variable of the environment (--table-prefix: WIKIQUERY_TABLE_PREFIX) and a key of wikiquery.config.ts,`,
    '.mjs, .js or .json in the working folder, or of the file of --config. Flags come before the environment, that before the file.',
  ].join('\n');
