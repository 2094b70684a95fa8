import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES, type Stand } from '@wikiquery/launch/stand';
import type { DatabaseServer } from './database-server.ts';

/** Health check script of an example configuration, edited by `change` for the test. */
interface Check {
  readonly name: string;
  readonly change: (script: string) => string;
}

/** Starts HAProxy with an example configuration from the documentation, pointed at these servers. Returns its port. */
export async function startHaproxy(
  stand: Stand,
  folder: string,
  example: string,
  check: Check,
  servers: Readonly<Record<string, DatabaseServer>>,
): Promise<number> {
  const script = join(folder, check.name);
  await writeFile(script, check.change(await readFile(join(EXAMPLES, 'haproxy', check.name), 'utf8')), { mode: 0o755 });
  return stand.haproxy(`haproxy/${example}`, folder, configuration =>
    Object.entries(servers).reduce(
      (text, [name, { port }]) => text.replace(new RegExp(`(server ${name} +)\\S+`), `$1127.0.0.1:${port}`),
      configuration.replace(`/etc/haproxy/${check.name}`, script),
    ),
  );
}
