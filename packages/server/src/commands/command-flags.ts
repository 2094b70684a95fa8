import { parseArgs } from 'node:util';
import { flagOptions, readSettings, suggestion } from '../config/read-settings.ts';
import { type Settings, settingTable } from '../config/settings.ts';
import { serverExtensions } from '../plugins/discovery.ts';
import type { App } from '../plugins/server-extension.ts';
import { StartError } from '../start-error.ts';

type FlagOptions = ReturnType<typeof flagOptions>;

export interface CommandArguments {
  readonly settings: Settings;
  /** Flags of the command itself. */
  readonly own: Readonly<Record<string, unknown>>;
  /** Flags that are settings. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

/** Reads the settings and the command's own flags, which `options` declares. Rejects with a StartError that lists all problems. */
export async function readArguments(app: App, args: readonly string[], options: FlagOptions = {}): Promise<CommandArguments> {
  const table = settingTable(await serverExtensions(app));
  const { values, positionals } = parse(args, { ...flagOptions(table), ...options });
  const [own, flags] = [true, false].map(isOwn =>
    Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(options, name) === isOwn)),
  ) as [Record<string, unknown>, Record<string, unknown>];
  return { settings: await readSettings({ flags, env: process.env, cwd: process.cwd() }, table), own, flags, positionals };
}

/** Parses arguments. Strict mode is off, so that one StartError lists all unknown flags. */
export function parse(args: readonly string[], options: FlagOptions) {
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const unknown = Object.keys(values).filter(name => !Object.hasOwn(options, name));
  if (unknown.length > 0)
    throw new StartError(
      unknown.map(
        name =>
          `There is no flag --${name}.${suggestion(name, Object.keys(options)).replace('mean ', 'mean --')} List all flags with "wikiquery help settings" and with --help of the command.`,
      ),
    );
  return { values, positionals };
}

/** Converts flags to arguments that `parse` accepts. */
export const argumentsOf = (flags: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(flags).flatMap(([name, value]) => [value].flat().map(each => (each === true ? `--${name}` : `--${name}=${String(each)}`)));
