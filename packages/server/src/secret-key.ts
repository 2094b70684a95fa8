import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneLine, StartError } from './problems.ts';
import type { Settings } from './settings.ts';

/** The key of earlier starts, kept in the data folder; a new one, for its owner only, when there is none. */
async function storedSecretKey(folder: string, warn: (text: string) => void): Promise<string> {
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

/** Signs sessions and tokens; no module gets to see it. */
export async function secretKeyOf(settings: Pick<Settings, 'secretKey' | 'data'>, warn: (text: string) => void): Promise<string> {
  const secretKey = settings.secretKey ?? (await storedSecretKey(settings.data, warn));
  if (secretKey.length >= 32) return secretKey;
  throw new StartError(['The secret key has fewer than 32 characters. Set WIKIQUERY_SECRET_KEY to 64 random hexadecimal digits.']);
}

/** Of one wiki of many: what is signed for one is worth nothing to another. */
export const secretKeyOfWiki = (secretKey: string, name: string): string =>
  createHmac('sha256', secretKey).update(`wiki ${name}`).digest('hex');
