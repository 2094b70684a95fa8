import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Returns the subfolder of MediaWiki's upload folder for a file name. */
export function hashFolder(name: string): string {
  const hash = createHash('md5').update(name).digest('hex');
  return join(hash.slice(0, 1), hash.slice(0, 2));
}
