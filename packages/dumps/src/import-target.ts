import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseUnusableError } from '@wikiquery/database';
import { imagesOf, searchIndexOf, siteFileOf, sqliteFileOf } from '@wikiquery/site';

/** Files that an import writes. An import without content deletes them again. */
export class ImportTarget {
  /** The SQLite file. Undefined for a database server. */
  readonly file: string | undefined;
  readonly isNew: boolean;
  /** The upload folder. Undefined for a database server without a configured folder. */
  readonly images: string | undefined;
  readonly #hadImages: boolean;
  readonly #firstFolder: string | undefined;

  private constructor(file: string | undefined, isNew: boolean, images: string | undefined, firstFolder: string | undefined) {
    [this.file, this.isNew, this.images, this.#firstFolder] = [file, isNew, images, firstFolder];
    this.#hadImages = images !== undefined && existsSync(images);
  }

  static async prepare(address: string, images: string | undefined): Promise<ImportTarget> {
    const file = sqliteFileOf(address);
    if (file === undefined) return new ImportTarget(file, false, images, undefined);
    const isNew = !existsSync(file);
    const firstFolder = await mkdir(dirname(file), { recursive: true }).catch((error: Error) => {
      throw new DatabaseUnusableError(`Cannot create the folder of the database: ${error.message}. Choose another path with --database.`);
    });
    return new ImportTarget(file, isNew, images ?? imagesOf(file), firstFolder);
  }

  /** Checks again whether the file exists, because another process may have created it in the meantime. */
  refresh(): ImportTarget {
    return new ImportTarget(this.file, this.file !== undefined && !existsSync(this.file), this.images, this.#firstFolder);
  }

  /** Deletes the files and folders that this import created. */
  async clear(): Promise<void> {
    if (this.file === undefined || !this.isNew) return;
    for (const path of [this.file, `${this.file}-wal`, `${this.file}-shm`, siteFileOf(this.file), searchIndexOf(this.file)])
      await rm(path, { force: true });
    if (this.images !== undefined && !this.#hadImages) await rm(this.images, { recursive: true, force: true });
    if (this.#firstFolder !== undefined) await rm(this.#firstFolder, { recursive: true });
  }
}
