import { inspect } from 'node:util';
import { withoutPassword } from '@wikiquery/database';
import { freezeIntrinsics, print, printError } from '@wikiquery/hardening';
import { suggestion } from '../config/read-settings.ts';
import { type Settings, settingTable } from '../config/settings.ts';
import { placeOf } from '../http/bind.ts';
import { askToReload } from '../lifecycle/control-socket.ts';
import { say } from '../observability/log.ts';
import { readAppManifest, serverExtensions } from '../plugins/discovery.ts';
import { installedApp } from '../plugins/installed-app.ts';
import type { App, ExtensionCommand } from '../plugins/server-extension.ts';
import { StartError } from '../start-error.ts';
import { VERSION } from '../version.ts';
import type { AdoptOptions } from './adopt.ts';
import { argumentsOf, parse, readArguments } from './command-flags.ts';
import { CONTACT_FLAGS, contactOf } from './contact.ts';
import { COMMANDS, helpOf, settingsHelp, summaryOf } from './help.ts';
import { serve } from './serve.ts';

/** Runs a command with the modules that are installed in a folder, or otherwise with `distribution`. `commands`: additional commands. */
export async function runIn(folder: string, distribution?: App, commands?: App['commands']): Promise<void> {
  try {
    await run({ ...(await installedApp(folder, distribution)), ...(commands && { commands }) });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    for (const problem of error.problems) say('error', 'not-started', problem);
    process.exitCode = 2;
  }
}

/** Runs `wikiquery COMMAND …` for an app, and sets the exit code of the process: 1 after a failure, 2 for wrong arguments or settings. */
export async function run(app: App, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  hideArguments(args);
  freezeIntrinsics();
  process.once('uncaughtException', crash);
  const [first = 'help', ...others] = args;
  const isFlag = first.startsWith('--') && !ALIASES.has(first);
  const command = isFlag ? 'serve' : (ALIASES.get(first) ?? first);
  try {
    process.exitCode = await runCommand(app, command, isFlag ? args : others);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    for (const problem of error.problems.map(withoutPassword)) {
      if (command === 'serve') say('error', 'not-started', problem);
      else printError(`wikiquery: ${problem}`);
    }
    process.exitCode = 2;
  }
}

/** Removes passwords from the arguments of the process, which all users of the machine can see. */
function hideArguments(args: readonly string[]): void {
  const shown = args.map(withoutPassword);
  if (shown.some((arg, at) => arg !== args[at])) process.title = ['wikiquery', ...shown].join(' ');
}

/** Prints an uncaught error and exits. Unlike Node, it escapes control characters, because the message may contain external text. */
function crash(error: unknown): void {
  printError(...inspect(error).split('\n').map(withoutPassword));
  process.exit(1);
}

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' }),
);

/** Runs a command. The code of all commands except `serve` is loaded only when they run. Returns the exit code. */
async function runCommand(app: App, command: string, args: readonly string[]): Promise<number> {
  const help = args.some(arg => ALIASES.get(arg) === 'help') ? helpOf(command, await extensionCommands(app)) : undefined;
  if (help !== undefined) {
    print(...help.split('\n'));
    return 0;
  }
  switch (command) {
    case 'serve':
      return serve(app, await settingsOf(app, args), () => settingsOf(app, args));
    case 'reload': {
      const settings = await settingsOf(app, args);
      const restart = await askToReload(settings.data, placeOf(settings));
      print('The server reloaded its settings.');
      if (restart.length > 0) print(`Restart the server to change these settings: ${restart.join(', ')}.`);
      return 0;
    }
    case 'doctor': {
      const { settings, own, positionals } = await readArguments(app, args, { grants: { type: 'boolean' } });
      rejectArguments(positionals);
      return own.grants === true
        ? (await import('./grants.ts')).grants(app, settings)
        : (await import('./doctor.ts')).doctor(app, settings);
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
        throw new StartError(['follow needs the URL of one wiki: wikiquery follow URL --database sqlite:PATH']);
      return follow(app, url, settings, own);
    }
    case 'index': {
      const { settings, own, positionals } = await readArguments(app, args, { full: { type: 'boolean' } });
      rejectArguments(positionals);
      return (await import('./build-index.ts')).makeIndex(app, settings, own.full === true);
    }
    case 'derive': {
      const { settings, positionals } = await readArguments(app, args);
      if (positionals.length === 0)
        throw new StartError(['derive needs the names of modules: wikiquery derive extracts --database sqlite:PATH']);
      const names = positionals.flatMap(each => each.split(','));
      return (await import('./derive.ts')).derive(app, names, settings, [command, ...args]);
    }
    case 'adopt': {
      const { values, positionals } = parse(args, { ...CONTACT_FLAGS, ...ADOPT_FLAGS });
      const [url] = positionals;
      if (url === undefined || positionals.length > 1)
        throw new StartError(['adopt needs the URL of one wiki: wikiquery adopt https://wiki.example/w/api.php']);
      return (await import('./adopt.ts')).adopt(url, { ...adoptOptions(values), contact: await contactOf(values, process.env) });
    }
    case 'types':
      return (await import('./types.ts')).types(app, args);
    case 'version':
      print((await readAppManifest(app)).version ?? VERSION);
      return 0;
    case 'help':
      print(...(await helpText(app, args)).split('\n'));
      return 0;
    default: {
      const { commands = {} } = app;
      const added = Object.hasOwn(commands, command) ? commands[command] : undefined;
      if (added) return (await added()).run(app, args);
      const extended = await extensionCommands(app);
      const extension = Object.hasOwn(extended, command) ? extended[command] : undefined;
      if (extension) return (await extension.load()).run(app, args);
      throw unknownCommand(app, command, extended);
    }
  }
}

async function helpText(app: App, [topic]: readonly string[]): Promise<string> {
  const added = Object.keys(app.commands ?? {});
  const extended = await extensionCommands(app);
  if (topic === undefined) return summaryOf(added, extended);
  if (topic === 'settings') return settingsHelp(settingTable(await serverExtensions(app)));
  const text = helpOf(topic, extended);
  if (text === undefined) throw unknownCommand(app, topic, extended);
  return text;
}

/** Returns the commands that the server extensions of an app add. */
const extensionCommands = async (app: App): Promise<Readonly<Record<string, ExtensionCommand>>> =>
  Object.assign({}, ...(await serverExtensions(app)).map(({ commands }) => commands)) as Record<string, ExtensionCommand>;

function unknownCommand(app: App, command: string, extended: object): StartError {
  const known = [...COMMANDS, ...Object.keys({ ...app.commands, ...extended })];
  return new StartError([`There is no command "${command}".${suggestion(command, known)} List the commands with "wikiquery help".`]);
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

async function settingsOf(app: App, args: readonly string[]): Promise<Settings> {
  const { settings, positionals } = await readArguments(app, args);
  rejectArguments(positionals);
  return settings;
}

function rejectArguments(positionals: readonly string[]): void {
  const given = positionals.map(each => `"${each}"`).join(', ');
  if (given !== '') throw new StartError([`This command has no arguments besides flags, but got ${given}. Explain it with --help.`]);
}
