import { resolve } from 'node:path';
import { oneLine, StartError } from '../start-error.ts';
import { type ConfigurationFile, readConfigurationFile } from './configuration-file.ts';
import { defaultSettings, defaultsOf, type Setting, type Settings, type SettingTable, settingTable } from './settings.ts';

const flagOf = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
const variableOf = (name: string): string => `WIKIQUERY_${flagOf(name).replaceAll('-', '_').toUpperCase()}`;
const takesFlag = ({ secret, fileOnly }: Setting<unknown>): boolean => !secret && !fileOnly;

/** Options for `parseArgs`. */
export const flagOptions = (
  table: SettingTable = settingTable([]),
): Record<string, { type: 'string' | 'boolean'; multiple?: boolean }> => ({
  config: { type: 'string' },
  ...Object.fromEntries(
    Object.entries(table)
      .filter(([, each]) => takesFlag(each))
      .map(
        ([name, { kind }]) =>
          [flagOf(name), { type: kind.placeholder === undefined ? 'boolean' : 'string', multiple: kind.isList }] as const,
      ),
  ),
});

/** Lines of the usage text. */
export const describeSettings = (table: SettingTable): string[] =>
  Object.entries(table).map(([name, { kind, help, value, secret, fileOnly }]) => {
    const where = fileOnly
      ? `${name} (file)`
      : secret
        ? variableOf(name)
        : `--${flagOf(name)}${kind.placeholder ? ` ${kind.placeholder}` : ''}`;
    const usual = (typeof value === 'string' && value !== '') || typeof value === 'number' ? ` (${value})` : '';
    return `  ${where.padEnd(24)} ${help}${usual}`;
  });

export interface SettingSources {
  /** As `parseArgs` returns them, by flag. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Flags before environment before configuration file before defaults. Throws a StartError that names everything that is wrong. */
export async function readSettings({ flags, env, cwd }: SettingSources, table: SettingTable = settingTable([])): Promise<Settings> {
  const problems: string[] = [];
  const file = await configurationFile(flags.config ?? env.WIKIQUERY_CONFIG, cwd, problems);
  problems.push(...unknownNames(table, file, env));

  const settings: Record<string, unknown> = { ...defaultsOf(table), ...defaultSettings(cwd) };
  for (const [name, { kind, fileOnly }] of Object.entries(table)) {
    const found = find(name, fileOnly, { flags, env, cwd }, file);
    if (!found) continue;
    try {
      settings[name] = kind.read(found.value, found.folder);
    } catch (error) {
      problems.push(`${found.where} ${oneLine(error)}.`);
    }
  }
  if (problems.length > 0) throw new StartError(problems);
  return settings as unknown as Settings;
}

/**
 * The settings of a program that embeds the server, by their names; relative paths start at `cwd`. Undefined values stand for the defaults. Throws a StartError that
 * names everything that is wrong.
 */
export function settingsFrom(given: Readonly<Record<string, unknown>>, cwd: string, table: SettingTable): Settings {
  const problems: string[] = [];
  const settings: Record<string, unknown> = { ...defaultsOf(table), ...defaultSettings(cwd) };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const kind = Object.hasOwn(table, name) ? table[name]?.kind : undefined;
    try {
      if (!kind) problems.push(`There is no setting "${name}". The settings are ${Object.keys(table).join(', ')}.`);
      else settings[name] = value instanceof Date || value instanceof URL ? value : kind.read(value, cwd);
    } catch (error) {
      problems.push(`The setting "${name}" ${oneLine(error)}.`);
    }
  }
  if (problems.length > 0) throw new StartError(problems);
  return settings as unknown as Settings;
}

async function configurationFile(named: unknown, cwd: string, problems: string[]): Promise<ConfigurationFile | undefined> {
  try {
    return await readConfigurationFile(typeof named === 'string' && named !== '' ? resolve(cwd, named) : undefined, cwd);
  } catch (error) {
    problems.push(oneLine(error));
    return undefined;
  }
}

/** A misspelt setting would otherwise be a silent default. */
function unknownNames(table: SettingTable, file: ConfigurationFile | undefined, env: SettingSources['env']): string[] {
  const names = Object.keys(table);
  const variables = new Set(['WIKIQUERY_CONFIG', ...names.filter(name => !table[name]?.fileOnly).map(variableOf)]);
  return [
    ...Object.keys(file?.values ?? {})
      .filter(name => !Object.hasOwn(table, name))
      .map(name => `There is no setting "${name}", which ${file?.path} has. The settings are ${names.join(', ')}.`),
    ...Object.keys(env)
      .filter(name => name.startsWith('WIKIQUERY_') && !variables.has(name) && !FOREIGN_VARIABLES.has(name))
      .map(name => `There is no setting ${name}, which the environment has. The variables are ${[...variables].join(', ')}.`),
  ];
}

/** Read by the workspace's tools, not by the server. */
const FOREIGN_VARIABLES = new Set(['WIKIQUERY_SETS']);

interface Found {
  readonly value: unknown;
  readonly folder: string;
  /** Its name in messages. */
  readonly where: string;
}

function find(
  name: string,
  fileOnly: boolean | undefined,
  { flags, env, cwd }: SettingSources,
  file: ConfigurationFile | undefined,
): Found | undefined {
  const flag = flags[flagOf(name)];
  if (flag !== undefined) return { value: flag, folder: cwd, where: `--${flagOf(name)}` };
  const variable = fileOnly ? undefined : env[variableOf(name)];
  if (variable !== undefined && variable !== '') return { value: variable, folder: cwd, where: variableOf(name) };
  const value = file?.values[name];
  return value === undefined || !file ? undefined : { value, folder: file.folder, where: `"${name}" in ${file.path}` };
}
