import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { siteFileOf, sqliteFileOf } from '@wikiquery/site';

/** Where a database is made: of an import that brings nothing, nothing stays. */
export class TargetPlace {
  /** The SQLite file; undefined where a server has the database. */
  readonly file: string | undefined;
  readonly isNew: boolean;
  readonly #firstFolder: string | undefined;

  private constructor(file: string | undefined, isNew: boolean, firstFolder: string | undefined) {
    [this.file, this.isNew, this.#firstFolder] = [file, isNew, firstFolder];
  }

  /** Makes the folders of the file. */
  static async prepare(address: string): Promise<TargetPlace> {
    const file = sqliteFileOf(address);
    if (file === undefined) return new TargetPlace(file, false, undefined);
    const isNew = !existsSync(file);
    return new TargetPlace(file, isNew, await mkdir(dirname(file), { recursive: true }));
  }

  /** Removes what `prepare` and the import made. */
  async clear(): Promise<void> {
    if (this.file === undefined || !this.isNew) return;
    for (const path of [this.file, `${this.file}-wal`, `${this.file}-shm`, siteFileOf(this.file)]) await rm(path, { force: true });
    if (this.#firstFolder !== undefined) await rm(this.#firstFolder, { recursive: true });
  }
}
