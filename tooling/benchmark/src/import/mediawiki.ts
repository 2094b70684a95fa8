import { appendFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Cost, costOf } from './process.ts';

/** A MediaWiki whose wiki, on SQLite, can be made anew again and again. */
export interface FreshMediaWiki {
  /** Imports an XML dump into the new wiki in the way that is quickest: without the updates that follow from the texts. */
  importDump(file: string): Promise<Cost>;
}

/** Installs a wiki in a folder. `program`: the folder of MediaWiki. */
export async function installMediaWiki(program: string, folder: string): Promise<FreshMediaWiki> {
  const [data, pristine] = [join(folder, 'data'), join(folder, 'pristine')];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const settings = join(folder, 'LocalSettings.php');
  const maintain = (script: string, ...args: string[]): Promise<Cost> =>
    costOf('php', ['-d', 'memory_limit=512M', '-d', 'error_reporting=8191', join(program, 'maintenance/run.php'), script, ...args], {
      MW_CONFIG_FILE: settings,
    });
  const address = ['--scriptpath', '/w', '--server', 'http://127.0.0.1'];
  const database = ['--dbtype', 'sqlite', '--dbpath', data, '--dbname', 'wiki'];
  await maintain('install', ...address, ...database, '--confpath', folder, '--pass', 'correct-horse-battery', 'Benchmark', 'Admin');
  appendFileSync(settings, '\n$wgMainCacheType = CACHE_NONE;\n$wgJobRunRate = 0;\n');
  cpSync(data, pristine, { recursive: true });
  return {
    async importDump(file) {
      rmSync(data, { recursive: true });
      cpSync(pristine, data, { recursive: true });
      return maintain('importDump', '--no-updates', file);
    },
  };
}
