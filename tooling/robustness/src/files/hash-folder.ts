import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Returns the folder of a file in MediaWiki's upload folder. */
export function hashFolder(name: string): string {
  const hash = createHash('md5').update(name).digest('hex');
  return join(hash.slice(0, 1), hash.slice(0, 2));
}
