import { parseArgs } from 'node:util';
import { adopt } from './commands/adopt.ts';
import { doctor } from './commands/doctor.ts';
import { grants } from './commands/grants.ts';
import { IMPORT_FLAGS, importDumps } from './commands/import.ts';
import { serve } from './commands/serve.ts';
import { type App, readAppManifest } from './discovery.ts';
import { StartError } from './problems.ts';
import { describeSettings, flagOptions, readSettings } from './settings.ts';

/** Runs `wikiquery COMMAND …` for an app and sets the exit code: 1 for what went wrong, 2 for what was asked wrongly. */
export async function run(app: App, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  const [command = 'serve', ...rest] = args[0]?.startsWith('--') && !(args[0] in ALIASES) ? ['serve', ...args] : args;
  try {
    process.exitCode = await runCommand(app, ALIASES[command] ?? command, rest);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    for (const problem of error.problems) console.error(`wikiquery: ${problem}`);
    process.exitCode = 2;
  }
}

const ALIASES: Readonly<Record<string, string>> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' };

async function runCommand(app: App, command: string, args: readonly string[]): Promise<number> {
  switch (command) {
    case 'serve':
      return serve(app, await settingsOf(args));
    case 'doctor':
      return args.includes(GRANTS)
        ? grants(app, await settingsOf(args.filter(arg => arg !== GRANTS)))
        : doctor(app, await settingsOf(args));
    case 'import': {
      const { values, positionals } = parse(args, { ...flagOptions(), ...IMPORT_FLAGS });
      const flags = Object.fromEntries(Object.entries(values).filter(([name]) => !(name in IMPORT_FLAGS)));
      return importDumps(positionals, await readSettings({ flags, env: process.env, cwd: process.cwd() }), values);
    }
    case 'adopt': {
      const { values, positionals } = parse(args, { out: { type: 'string' } });
      const [url] = positionals;
      if (url === undefined || positionals.length > 1)
        throw new StartError(['adopt needs the URL of a wiki: wikiquery adopt URL [--out FILE]']);
      return adopt(url, typeof values.out === 'string' ? values.out : undefined);
    }
    case 'version':
      console.log((await readAppManifest(app)).version);
      return 0;
    case 'help':
      console.log(usage());
      return 0;
    default:
      throw new StartError([`There is no command "${command}". The commands are serve, import, doctor, adopt, version and help.`]);
  }
}

const GRANTS = '--grants';

async function settingsOf(args: readonly string[]) {
  const { values, positionals } = parse(args, flagOptions());
  if (positionals.length > 0)
    throw new StartError([`Nothing takes ${positionals.map(each => `"${each}"`).join(', ')}. See "wikiquery help".`]);
  return readSettings({ flags: values, env: process.env, cwd: process.cwd() });
}

/** Not strict, so that all unknown flags are told at once. */
function parse(args: readonly string[], options: ReturnType<typeof flagOptions>) {
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const unknown = Object.keys(values).filter(name => !(name in options));
  if (unknown.length > 0) throw new StartError(unknown.map(name => `There is no flag --${name}. See "wikiquery help".`));
  return { values, positionals };
}

const usage = (): string =>
  [
    'usage: wikiquery [serve] [SETTING…]          answer action=query for a wiki',
    '       wikiquery import FILE… [SETTING…]     read dumps of a wiki into the database, where it goes on if it was ended',
    '                [--namespaces N,N] [--limit PAGES] [--without links|search] [--any-wiki]',
    '       wikiquery doctor [SETTING…]           check the settings, the database and the modules',
    '       wikiquery doctor --grants [SETTING…]  print statements that make an account of the database',
    '       wikiquery adopt URL [--out FILE]      save the description of a running wiki (site.json)',
    '       wikiquery version | help',
    '',
    'settings:',
    ...describeSettings(),
    '',
    `Every flag is also a variable of the environment (--table-prefix: WIKIQUERY_TABLE_PREFIX) and a key of wikiquery.config.ts,`,
    '.mjs, .js or .json in the working folder, or of the file of --config. Flags come before the environment, that before the file.',
  ].join('\n');
