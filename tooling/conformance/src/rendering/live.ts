import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER } from '@wikiquery/launch/process';
import type { ServedSet } from '../recording.ts';

/** A running MediaWiki and its data. */
interface LiveWiki {
  /** URL of its api.php. */
  readonly api: string;
  /** An address for `wikiquery --database`. */
  readonly database: string;
  /** Its upload directory. */
  readonly images: string | undefined;
}

/** Adopts the wiki, and returns the flags that serve it. */
export function serveLive({ api, database, images }: LiveWiki): ServedSet {
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-live-'));
  const site = join(folder, 'site.json');
  const messages = join(folder, 'messages');
  const { status, stderr } = spawnSync(process.execPath, [...SERVER, 'adopt', api, '--out', site, '--messages', messages], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${api} cannot be adopted: ${stderr.trim()}`);
  return {
    folder,
    url: database,
    flags: ['--database', database, '--site', site, '--messages', messages, ...(images === undefined ? [] : ['--images', images])],
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns `count` items, evenly spaced over the list. */
export function sample<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return Array.from({ length: Math.min(count, items.length) }, (_, at) => items[Math.floor(at * step)] as T);
}
