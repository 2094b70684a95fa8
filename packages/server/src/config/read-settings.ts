import { resolve } from 'node:path';
import { oneLine, StartError } from '../start-error.ts';
import { type ConfigurationFile, readConfigurationFile } from './configuration-file.ts';
import { defaultSettings, defaultsOf, type Setting, type Settings, type SettingTable, settingTable } from './settings.ts';

/** Returns the name of the flag of a setting, without dashes at its start. */
export const flagOf = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
/** Returns the environment variable of a setting. */
export const variableOf = (name: string): string => `WIKIQUERY_${flagOf(name).replaceAll('-', '_').toUpperCase()}`;
const takesFlag = ({ secret, fileOnly }: Setting<unknown>): boolean => !secret && !fileOnly;

/** Returns the settings as options for `parseArgs`. */
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

export interface SettingSources {
  /** Flags as `parseArgs` returns them. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

interface Found {
  readonly value: unknown;
  /** Base of relative paths. */
  readonly folder: string;
  /** Name of the setting in errors. */
  readonly where: string;
}

/**
 * Reads the settings. Flags override the environment, which overrides the file. Rejects with a StartError that lists all problems.
 * `isWhole`: whether `table` declares all settings, so that other names are problems.
 */
export async function readSettings(
  { flags, env, cwd }: SettingSources,
  table: SettingTable = settingTable([]),
  isWhole = true,
): Promise<Settings> {
  const problems: string[] = [];
  const file = await configurationFile(flags.config ?? env.WIKIQUERY_CONFIG, cwd, problems);
  if (isWhole) problems.push(...unknownNames(table, file, env));
  const find = (name: string, { fileOnly }: Setting<unknown>): Found | undefined => {
    const flag = flags[flagOf(name)];
    if (flag !== undefined) return { value: flag, folder: cwd, where: `--${flagOf(name)}` };
    const variable = fileOnly ? undefined : env[variableOf(name)];
    if (variable) return { value: variable, folder: cwd, where: variableOf(name) };
    return file && { value: file.values[name], folder: file.folder, where: `"${name}" in ${file.path}` };
  };
  return read(table, cwd, find, problems);
}

/** Reads the settings of a program that embeds the server. Resolves paths from `cwd`. Throws a StartError that lists all problems. */
export function settingsFrom(given: Readonly<Record<string, unknown>>, cwd: string, table: SettingTable): Settings {
  const problems = Object.keys(given)
    .filter(name => given[name] !== undefined && !Object.hasOwn(table, name))
    .map(name => `There is no setting "${name}".${suggestion(name, Object.keys(table))}`);
  return read(table, cwd, name => ({ value: given[name], folder: cwd, where: `The setting "${name}"` }), problems);
}

function read(
  table: SettingTable,
  cwd: string,
  find: (name: string, setting: Setting<unknown>) => Found | undefined,
  problems: string[],
): Settings {
  const settings: Record<string, unknown> = { ...defaultsOf(table), ...defaultSettings(cwd) };
  for (const [name, setting] of Object.entries(table)) {
    const { value, folder = '', where } = find(name, setting) ?? {};
    try {
      if (value !== undefined) settings[name] = value instanceof Date || value instanceof URL ? value : setting.kind.read(value, folder);
    } catch (error) {
      problems.push(`${where} ${oneLine(error)}.`);
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

/** Returns a problem for each unknown setting. Without this check, the server would ignore misspelled names. */
function unknownNames(table: SettingTable, file: ConfigurationFile | undefined, env: SettingSources['env']): string[] {
  const names = Object.keys(table);
  const variables = new Set(['WIKIQUERY_CONFIG', ...names.filter(name => !table[name]?.fileOnly).map(variableOf)]);
  return [
    ...Object.keys(file?.values ?? {})
      .filter(name => !Object.hasOwn(table, name))
      .map(name => `The setting "${name}" in ${file?.path} does not exist.${suggestion(name, names)} ${LIST}`),
    ...Object.keys(env)
      .filter(name => name.startsWith('WIKIQUERY_') && !variables.has(name) && !FOREIGN_VARIABLES.has(name))
      .map(name => `The environment variable ${name} is not a setting.${suggestion(name, variables)} ${LIST}`),
  ];
}

const LIST = 'List all settings with "wikiquery help settings".';

/** Environment variables that only the workspace's tools read. */
const FOREIGN_VARIABLES = new Set(['WIKIQUERY_SETS']);

/** Returns " Did you mean …?" if a known name resembles the unknown one, otherwise an empty string. */
export function suggestion(unknown: string, known: Iterable<string>): string {
  // The prefix that all variables share does not count as similarity.
  const { length } = unknown.replace(/^WIKIQUERY_/, '');
  const [best] = Array.from(known, name => ({ name, distance: editDistance(unknown, name) }))
    .filter(({ distance }) => distance <= length / 3)
    .sort((a, b) => a.distance - b.distance);
  return best ? ` Did you mean ${best.name}?` : '';
}

/** Returns the number of characters to insert, delete, replace or swap (optimal string alignment distance). */
function editDistance(a: string, b: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const replaced = isSwap ? (before![j - 2] ?? 0) + 1 : (row![j - 1] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min((row![j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    [before, row] = [row, next];
  }
  return row?.[b.length] ?? 0;
}
