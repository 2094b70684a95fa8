import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneLine } from './problems.ts';

/** The key of earlier starts, kept in the data folder; a new one, for its owner only, when there is none. */
export async function storedSecretKey(folder: string, warn: (text: string) => void): Promise<string> {
  const path = join(folder, 'secret-key');
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined && known.trim().length >= 32) return known.trim();
  const key = randomBytes(32).toString('hex');
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, `${key}\n`, { mode: 0o600 });
    warn(`No secretKey is configured: one was generated and kept in ${path}. Other servers of this wiki need the same one.`);
  } catch (error) {
    warn(
      `No secretKey is configured and none can be kept in ${folder} (${oneLine(error)}): all sessions end with this process. Set WIKIQUERY_SECRET_KEY.`,
    );
  }
  return key;
}
