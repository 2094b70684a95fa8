import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { ACCOUNTS, serveSample } from './sample-server.ts';

readOptions(
  `usage: pnpm lab clients

Runs the clients of other languages against apps/server on its sample wiki. The clients must be installed.`,
  {},
);

/** Debian's interpreters, whose packages include the clients. */
const CLIENTS: readonly (readonly [interpreter: string, script: string])[] = [
  ['/usr/bin/python3', 'mwclient_test.py'],
  ['/usr/bin/perl', 'mediawiki-api.t'],
];

const server = await serveSample();
try {
  for (const [interpreter, script] of CLIENTS) {
    console.log(`# ${script}`);
    const { editor, bot } = ACCOUNTS;
    const env = {
      ...process.env,
      API: server.api,
      USER_NAME: editor.name,
      USER_PASSWORD: editor.password,
      BOT_NAME: bot.name,
      BOT_PASSWORD: bot.password,
    };
    const client = spawn(interpreter, [join(import.meta.dirname, script)], { env, stdio: 'inherit' });
    const [code] = (await once(client, 'close')) as [number | null];
    if (code !== 0) process.exitCode = 1;
  }
} finally {
  await server.stop();
}
