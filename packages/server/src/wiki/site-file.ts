import { stat } from 'node:fs/promises';

/** A file with a site configuration, and its version when it was read. */
export interface SiteFile {
  readonly path: string;
  readonly version: string | undefined;
}

/** Returns a text that changes with the content of a file. Undefined if the file is missing. */
export const fileVersion = (path: string): Promise<string | undefined> =>
  stat(path).then(
    ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
    () => undefined,
  );
