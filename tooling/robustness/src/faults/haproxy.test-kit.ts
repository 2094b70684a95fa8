import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@wikiquery/launch/free-port';
import { findProgram } from '@wikiquery/launch/programs';
import type { DatabaseServer } from './database-server.ts';

/** A check that an example calls, as it is here. */
interface Check {
  readonly name: string;
  readonly change: (script: string) => string;
}

/** HAProxy as an example of the documentation describes it, with the addresses of these servers. Gives its port. */
export async function startHaproxy(
  folder: string,
  example: string,
  check: Check,
  servers: Readonly<Record<string, DatabaseServer>>,
  closers: (() => unknown)[],
): Promise<number> {
  const port = await freePort();
  const examples = new URL('../../../../docs/haproxy/', import.meta.url);
  const script = join(folder, check.name);
  await writeFile(script, check.change(await readFile(new URL(check.name, examples), 'utf8')), { mode: 0o755 });
  let configuration = await readFile(new URL(example, examples), 'utf8');
  configuration = configuration.replace(/bind 127\.0\.0\.1:\d+/, `bind 127.0.0.1:${port}`).replace(`/etc/haproxy/${check.name}`, script);
  for (const [name, one] of Object.entries(servers))
    configuration = configuration.replace(new RegExp(`(server ${name} +)\\S+`), `$1127.0.0.1:${one.port}`);
  const file = join(folder, example);
  await writeFile(file, configuration);
  const haproxy = spawn(findProgram('haproxy')!, ['-db', '-f', file], { stdio: 'ignore' });
  const ended = new Promise(resolve => haproxy.once('exit', resolve));
  closers.push(() => {
    haproxy.kill('SIGKILL');
    return ended;
  });
  return port;
}
