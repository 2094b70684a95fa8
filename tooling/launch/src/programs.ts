import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Finds a program in PATH or in Debian's PostgreSQL folders. Undefined when `TEST_PROGRAMS` is `none`, which simulates a machine with Node and npm only. */
export function findProgram(name: string): string | undefined {
  if (process.env.TEST_PROGRAMS === 'none') return undefined;
  const versions = '/usr/lib/postgresql';
  const folders = existsSync(versions) ? readdirSync(versions).map(version => join(versions, version, 'bin')) : [];
  const path = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', ...folders];
  return path.map(folder => join(folder, name)).find(each => existsSync(each));
}
