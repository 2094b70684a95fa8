import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { oneLine, StartError } from '../start-error.ts';

type KeySettings = Pick<Settings, 'secretKey' | 'data'>;
type Warn = (text: string) => void;

/** Minimum characters of a key. */
const SHORTEST = 32;

/** Returns the key in the data folder, or creates it. Concurrent processes get the same key. Warns if the key cannot be stored. */
async function storedSecretKey(folder: string, warn: Warn): Promise<string> {
  const path = join(folder, 'secret-key');
  const key = randomBytes(32).toString('hex');
  try {
    const known = await readKey(path, warn);
    if (known !== undefined) return known;
    await mkdir(folder, { recursive: true });
    if (!(await createKey(path, key))) {
      const other = await readKey(path, warn);
      if (other === undefined) throw new Error('the file is a dangling link');
      return other;
    }
    warn(`No secretKey is configured: one was generated and stored in ${path}. Other servers of this wiki need the same key.`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    warn(
      `No secretKey is configured and none can be stored in ${folder} (${oneLine(error)}): all sessions end when the server stops, and other servers of this wiki reject them. Set WIKIQUERY_SECRET_KEY.`,
    );
  }
  return key;
}

/** Reads the key file. Returns undefined if it is missing. Rejects with a StartError if it contains no valid key. */
async function readKey(path: string, warn: Warn): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const key = text?.trim();
  if (key === undefined) return undefined;
  if (key.length < SHORTEST || !PRINTABLE.test(key))
    throw new StartError([
      `The file ${path} does not contain a secret key. Delete it, or set WIKIQUERY_SECRET_KEY to 64 random hexadecimal digits.`,
    ]);
  if ((await stat(path)).mode & READABLE_BY_ALL) warn(`Every account of this machine can read the secret key. Run "chmod 600 ${path}".`);
  return key;
}

/** Matches one line without control characters. Excludes NUL bytes, which a power failure may leave, and files with several lines. */
const PRINTABLE = /^\P{Cc}+$/u;
/** Mode bit of a file that all accounts can read. Windows has no file modes, and Node returns an invented one. */
const READABLE_BY_ALL = process.platform === 'win32' ? 0 : 0o004;

/** Creates the key file atomically with its content. Returns false if another process has created it. */
async function createKey(path: string, key: string): Promise<boolean> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(temporary, `${key}\n`, NEW);
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.has(error.code ?? '')) throw error;
      return writeFile(path, `${key}\n`, NEW);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

const NEW = { mode: 0o600, flag: 'wx' } as const;
/** Error codes of file systems without hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/** Returns the key that signs sessions and tokens: that of the settings, or the stored one. Rejects with a StartError if it is invalid. */
export async function secretKeyOf(settings: KeySettings, warn: Warn): Promise<string> {
  const secretKey = settings.secretKey ?? (await storedSecretKey(settings.data, warn));
  if (secretKey.length >= SHORTEST) return secretKey;
  throw new StartError(['The secret key has fewer than 32 characters. Set WIKIQUERY_SECRET_KEY to 64 random hexadecimal digits.']);
}

/** Adds the stored key to settings without a key, so that all processes and reloads of a server use the same key. */
export const withSecretKey = async <S extends KeySettings>(settings: S, warn: Warn): Promise<S> =>
  settings.secretKey === undefined ? { ...settings, secretKey: await storedSecretKey(settings.data, warn) } : settings;

/** Derives the key of the wiki with this name in a farm, so that its signatures are invalid for other wikis. */
export const secretKeyOfWiki = (secretKey: string, name: string): string =>
  createHmac('sha256', secretKey).update(`wiki ${name}`).digest('hex');
