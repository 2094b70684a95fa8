import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { Stand } from '@wikiquery/launch/stand';
import { ACCOUNTS } from './accounts.ts';

readOptions(
  `usage: pnpm lab clients

Runs clients in Python and Perl with apps/server on its sample wiki. The clients must be installed.`,
  {},
);

/** Tests of clients with Debian's interpreters, for which Debian packages the client libraries. */
const CLIENTS: readonly (readonly [interpreter: string, script: string])[] = [
  ['/usr/bin/python3', 'mwclient_test.py'],
  ['/usr/bin/perl', 'mediawiki-api.t'],
];

await using stand = new Stand();
const { api } = await stand.serve([], stand.folder());
const { editor, bot } = ACCOUNTS;
const env = {
  ...{ ...process.env, API: api, USER_NAME: editor.name, USER_PASSWORD: editor.password },
  ...{ BOT_NAME: bot.name, BOT_PASSWORD: bot.password },
};
for (const [interpreter, script] of CLIENTS) {
  console.log(`# ${script}`);
  const client = spawn(interpreter, [join(import.meta.dirname, script)], { env, stdio: 'inherit' });
  const [code] = (await once(client, 'close')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}
