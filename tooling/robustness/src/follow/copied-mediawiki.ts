import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { freePort } from '@wikiquery/launch/free-port';

/** A copy of the test MediaWiki that tests may change. */
export interface CopiedMediaWiki {
  readonly api: string;
  readonly images: string;
  /** URL of its database. */
  readonly database: string;
  /** Runs a maintenance script, given by its name in MediaWiki or by its path. Returns its output. */
  maintain(...args: string[]): Promise<string>;
  /** Removes uploaded files that have no database row, which rejected uploads leave behind. */
  removeStrays(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Copies the test MediaWiki into a folder and serves it. `database` and `program`: the values of `TEST_MEDIAWIKI_DATABASE` and
 * `TEST_MEDIAWIKI_PROGRAM`. `more`: additional PHP settings.
 */
export async function copyMediaWiki(database: string, program: string, folder: string, more = ''): Promise<CopiedMediaWiki> {
  const data = dirname(database.slice('sqlite:'.length));
  const [images, served, copied, settings] = ['images', 'served', 'data', 'LocalSettings.php'].map(name => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const each of [images, served, copied]) await mkdir(each, { recursive: true });
  for (const name of await readdir(data)) {
    if (!name.endsWith('.sqlite')) continue;
    const from = new DatabaseSync(join(data, name), { readOnly: true });
    await backup(from, join(copied, name));
    from.close();
  }
  await symlink(program, join(served, 'w'));
  await symlink(images, join(served, 'images'));
  const port = await freePort();
  await writeFile(
    settings,
    `<?php
require ${phpText(join(dirname(data), 'LocalSettings.php'))};
$wgServer = 'http://127.0.0.1:${port}';
$wgSQLiteDataDir = ${phpText(copied)};
$wgObjectCaches[CACHE_DB]['server']['dbDirectory'] = $wgSQLiteDataDir;
$wgLocalisationCacheConf['storeServer']['dbDirectory'] = $wgSQLiteDataDir;
$wgJobTypeConf['default']['server']['dbDirectory'] = $wgSQLiteDataDir;
$wgUploadDirectory = ${phpText(images)};
$wgUploadPath = '/images';
$wgEnableUploads = true;
$wgFileExtensions[] = 'svg';
$wgGroupPermissions['sysop']['deleterevision'] = true;
$wgGroupPermissions['sysop']['deletelogentry'] = true;
$wgGroupPermissions['sysop']['suppressrevision'] = true;
${more}
`,
  );
  const env = { ...process.env, MW_CONFIG_FILE: settings, MW_PROGRAM: program };
  const php = ['-d', 'memory_limit=512M', '-d', 'error_reporting=8191', '-d', 'display_errors=stderr'];
  const server = spawn('php', [...php, '-S', `127.0.0.1:${port}`, '-t', served], { env, stdio: 'ignore' });
  const api = `http://127.0.0.1:${port}/w/api.php`;
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${api}?action=query&format=json`).catch(() => undefined);
    if (answer?.ok) break;
    await answer?.body?.cancel();
    if (tries > 100) throw new Error(`MediaWiki does not respond at ${api}.`);
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  return {
    api,
    images,
    database: `sqlite:${join(copied, basename(database))}`,
    async maintain(...args) {
      const command = [...php, join(program, 'maintenance/run.php'), ...args];
      return (await promisify(execFile)('php', command, { env, maxBuffer: 1 << 28 })).stdout;
    },
    async removeStrays() {
      const wiki = new DatabaseSync(join(copied, basename(database)), { readOnly: true, timeout: 10_000 });
      const rows = wiki.prepare('select img_name as name from image union select oi_archive_name from oldimage').all();
      wiki.close();
      const known = new Set(rows.map(row => row.name));
      for (const path of await readdir(images, { recursive: true }))
        if (UPLOADED.test(path) && !known.has(basename(path))) await rm(join(images, path));
    },
    async stop() {
      server.kill();
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}

/** Paths of uploaded files that are neither deleted nor thumbnails. */
const UPLOADED = /^(?:archive\/)?[0-9a-f]\/[0-9a-f]{2}\/[^/]+$/;

const phpText = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
