import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES, type Stand } from '@wikiquery/launch/stand';
import type { DatabaseServer } from './database-server.ts';

/** A check that an example calls, as it is here. */
interface Check {
  readonly name: string;
  readonly change: (script: string) => string;
}

/** HAProxy as an example of the documentation describes it, with the addresses of these servers. Gives its port. */
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
