import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@wikiquery/launch/free-port';
import { findProgram } from '@wikiquery/launch/programs';

export interface ServedMediaWiki {
  /** The address of api.php. */
  readonly api: string;
  stop(): Promise<void>;
}

/** Milliseconds until it must have answered: the first request fills its caches. */
const PATIENCE = 60_000;

/**
 * Serves an SQLite file with the MediaWiki that `tooling/mediawiki/start.sh` has unpacked, as an operator who cares for speed does: nginx,
 * so many processes of PHP-FPM, opcache that does not look at the files again, APCu as the main cache, messages as arrays, nothing written.
 */
export async function serveMediaWiki(database: string, processes: number, folder: string): Promise<ServedMediaWiki> {
  const installed = process.env.TEST_MEDIAWIKI_DATABASE?.replace(/^sqlite:/, '');
  const program = process.env.TEST_MEDIAWIKI_PROGRAM;
  if (!installed || !program)
    throw new Error('There is no MediaWiki: export $(tooling/mediawiki/start.sh FOLDER), and end the process that it names.');
  const [nginx, fpm] = [needed('nginx', 'nginx-light'), needed(`php-fpm${phpVersion()}`, 'php-fpm php-apcu')];
  const port = await freePort();
  const own = (name: string): string => join(folder, name);
  mkdirSync(own('cache'), { recursive: true });
  writeFileSync(own('LocalSettings.php'), settingsOf(join(dirname(dirname(installed)), 'LocalSettings.php'), database, port, own('cache')));
  writeFileSync(own('fpm.conf'), poolOf(folder, processes));
  writeFileSync(own('nginx.conf'), proxyOf(folder, processes, port, program));
  const children = [
    spawn(fpm, ['--nodaemonize', '--allow-to-run-as-root', '--fpm-config', own('fpm.conf'), ...PHP.flatMap(setting => ['-d', setting])]),
    spawn(nginx, ['-e', own('nginx.log'), '-c', own('nginx.conf')]),
  ];
  const endings = children.map(child => once(child, 'exit'));
  const stop = async (): Promise<void> => {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(endings);
  };
  const api = `http://127.0.0.1:${port}/w/api.php`;
  for (const begun = performance.now(); performance.now() - begun < PATIENCE; await sleep(200)) {
    const answer = await fetch(`${api}?action=query&format=json`).catch(() => undefined);
    if (answer?.ok) return { api, stop };
  }
  await stop();
  throw new Error(`MediaWiki does not answer; its logs are in ${folder}.`);
}

function needed(name: string, packages: string): string {
  const found = findProgram(name);
  if (!found || !existsSync(found)) throw new Error(`There is no ${name}: apt-get install ${packages}`);
  return found;
}

const phpVersion = (): string => execFileSync('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'], { encoding: 'utf8' });

const PHP = [
  'opcache.enable=1',
  'opcache.memory_consumption=256',
  'opcache.interned_strings_buffer=32',
  'opcache.max_accelerated_files=20000',
  'opcache.validate_timestamps=0',
  'apc.enabled=1',
  'apc.shm_size=128M',
  'memory_limit=512M',
  'display_errors=0',
];

const settingsOf = (installed: string, database: string, port: number, cache: string): string => `<?php
require '${installed}';
$wgServer = 'http://127.0.0.1:${port}';
$wgDBservers = [ [ 'type' => 'sqlite', 'dbname' => 'wiki', 'dbFilePath' => '${database}', 'load' => 1 ] ];
$wgReadOnly = 'Measured';
$wgMainCacheType = $wgMessageCacheType = $wgParserCacheType = $wgSessionCacheType = CACHE_ACCEL;
$wgCacheDirectory = '${cache}';
$wgLocalisationCacheConf = [ 'class' => LocalisationCache::class, 'store' => 'array', 'storeDirectory' => '${cache}', 'manualRecache' => false ];
$wgJobRunRate = 0;
`;

const poolOf = (folder: string, processes: number): string => `[global]
pid = ${folder}/fpm.pid
error_log = ${folder}/fpm.log
[wiki]
listen = ${folder}/fpm.socket
listen.mode = 0666
user = root
group = root
pm = static
pm.max_children = ${processes}
env[MW_CONFIG_FILE] = ${folder}/LocalSettings.php
`;

const proxyOf = (folder: string, processes: number, port: number, program: string): string => `daemon off;
user root;
pid ${folder}/nginx.pid;
worker_processes ${processes};
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  fastcgi_temp_path ${folder}/fastcgi;
  proxy_temp_path ${folder}/proxy;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream php { server unix:${folder}/fpm.socket; keepalive ${processes}; }
  server {
    listen 127.0.0.1:${port};
    location = /w/api.php {
      fastcgi_pass php;
      fastcgi_keep_conn on;
      fastcgi_param SCRIPT_FILENAME ${program}/api.php;
      fastcgi_param SCRIPT_NAME /w/api.php;
      fastcgi_param REQUEST_URI $request_uri;
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param SERVER_PROTOCOL $server_protocol;
      fastcgi_param SERVER_NAME 127.0.0.1;
      fastcgi_param SERVER_PORT $server_port;
      fastcgi_param REMOTE_ADDR $remote_addr;
    }
  }
}
`;
