import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of a program that is not installed by npm: in the path, or where Debian keeps the programs of a PostgreSQL version. None is found where
 * `TEST_PROGRAMS` is `none`, so that a run of the tests is what a machine with nothing but Node and npm makes of it.
 */
export function findProgram(name: string): string | undefined {
  if (process.env.TEST_PROGRAMS === 'none') return undefined;
  const versions = '/usr/lib/postgresql';
  const folders = existsSync(versions) ? readdirSync(versions).map(version => join(versions, version, 'bin')) : [];
  const path = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', ...folders];
  return path.map(folder => join(folder, name)).find(each => existsSync(each));
}
