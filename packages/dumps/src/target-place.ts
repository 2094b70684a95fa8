import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseUnusableError } from '@wikiquery/database';
import { imagesOf, searchIndexOf, siteFileOf, sqliteFileOf } from '@wikiquery/site';

/** Where a database is made: of an import that brings nothing, nothing stays. */
export class TargetPlace {
  /** The SQLite file; undefined where a server has the database. */
  readonly file: string | undefined;
  readonly isNew: boolean;
  /** The folder for uploaded files; undefined where nobody said which and the database is no file. */
  readonly images: string | undefined;
  readonly #hadImages: boolean;
  readonly #firstFolder: string | undefined;

  private constructor(file: string | undefined, isNew: boolean, images: string | undefined, firstFolder: string | undefined) {
    [this.file, this.isNew, this.images, this.#firstFolder] = [file, isNew, images, firstFolder];
    this.#hadImages = images !== undefined && existsSync(images);
  }

  /** Makes the folders of the file. */
  static async prepare(address: string, images: string | undefined): Promise<TargetPlace> {
    const file = sqliteFileOf(address);
    if (file === undefined) return new TargetPlace(file, false, images, undefined);
    const isNew = !existsSync(file);
    const firstFolder = await mkdir(dirname(file), { recursive: true }).catch((error: Error) => {
      throw new DatabaseUnusableError(`The folder for the database cannot be made (${error.message}).`);
    });
    return new TargetPlace(file, isNew, images ?? imagesOf(file), firstFolder);
  }

  /** Checks again whether the file exists: another process may have created it meanwhile. */
  again(): TargetPlace {
    return new TargetPlace(this.file, this.file !== undefined && !existsSync(this.file), this.images, this.#firstFolder);
  }

  /** Removes what `prepare` and the import made. */
  async clear(): Promise<void> {
    if (this.file === undefined || !this.isNew) return;
    for (const path of [this.file, `${this.file}-wal`, `${this.file}-shm`, siteFileOf(this.file), searchIndexOf(this.file)])
      await rm(path, { force: true });
    if (this.images !== undefined && !this.#hadImages) await rm(this.images, { recursive: true, force: true });
    if (this.#firstFolder !== undefined) await rm(this.#firstFolder, { recursive: true });
  }
}
