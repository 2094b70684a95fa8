import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Returns the path of a program in PATH, `/usr/sbin` or Debian's PostgreSQL folders, or undefined if it is not installed.
 * With `TEST_PROGRAMS=none`, finds no program, as on a machine with only Node and npm.
 */
export function findProgram(name: string): string | undefined {
  if (process.env.TEST_PROGRAMS === 'none') return undefined;
  const versions = '/usr/lib/postgresql';
  const folders = existsSync(versions) ? readdirSync(versions).map(version => join(versions, version, 'bin')) : [];
  const path = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', ...folders];
  return path.map(folder => join(folder, name)).find(each => existsSync(each));
}
