import { toTimestamp } from '@wikiquery/core';
import type { WikiDatabase } from '@wikiquery/database';
import type { ImportContext } from '../context.ts';
import type { Contributor } from '../items.ts';
import { Actors } from '../write/actors.ts';
import { deleteRows } from '../write/delete-rows.ts';
import { importedTables } from '../write/imported-tables.ts';
import { Comments } from '../write/names.ts';
import { TargetDatabase } from '../write/target.ts';
import type { FileLists } from './file-lists.ts';
import { type KnownFiles, readKnown, type Version } from './known-files.ts';
import type { Stored } from './store.ts';

export interface NewFile {
  readonly name: string;
  readonly listedAs: string;
  readonly archiveName: string | undefined;
  readonly time: Date | undefined;
  readonly stored: Stored;
}

interface Uploader {
  readonly contributor: Contributor;
  readonly timestamp: string;
}

const LONG_AGO = '19700101000001';

/** Writes rows of uploaded files. The uploader comes from an existing row, the log, a file list, or the first edit of the file page. */
export class UploadRowWriter {
  /** Number of files whose imported rows describe another version. */
  others = 0;
  readonly #target: TargetDatabase;
  readonly #actors: Actors;
  readonly #comments: Comments;
  readonly #lists: FileLists;
  readonly #imported: ReadonlySet<string>;

  static async open(context: ImportContext, lists: FileLists): Promise<UploadRowWriter> {
    const target = await TargetDatabase.open(context.database, context.options.prefix ?? '');
    return new UploadRowWriter(
      target,
      new Actors(target, message => context.warn('uploaded files', message)),
      lists,
      await importedTables(context),
    );
  }

  private constructor(target: TargetDatabase, actors: Actors, lists: FileLists, imported: ReadonlySet<string>) {
    [this.#target, this.#actors, this.#comments, this.#lists, this.#imported] = [target, actors, new Comments(target), lists, imported];
  }

  async write(files: readonly NewFile[]): Promise<void> {
    const { database } = this.#target;
    const known = await readKnown(database, [...new Set(files.map(({ name }) => name))]);
    const uploaders = files.map(file => this.#uploaderOf(file));
    const actorOf = await this.#actors.numbers(uploaders.map(({ contributor, timestamp }) => ({ contributor, timestamp })));
    const empty = (await this.#comments.numbers(new Map([['', '']]))).get('') as number;
    const current = new Map<string, NewFile & { readonly version: Version }>();
    const old = new Map<string, NewFile & { readonly version: Version; readonly hidden: number }>();
    for (const [at, file] of files.entries()) {
      const { contributor, timestamp } = uploaders[at] as Uploader;
      const version = versionOf(file, known) ?? { actor: actorOf(contributor), timestamp, comment: empty };
      if (file.archiveName === undefined) current.set(file.name, { ...file, version: { ...version, ...this.#timeOf(file, known) } });
      else old.set(file.archiveName, { ...file, version, hidden: known.old.get(file.archiveName)?.hidden ?? 0 });
    }
    if (this.#imported.has('image')) this.#countOthers([...current.values()], known);
    else await this.#current([...current.values()], database);
    if (!this.#imported.has('oldimage')) await this.#old([...old.values()], database);
    await this.#target.flush();
  }

  #uploaderOf({ listedAs, name, time }: NewFile): Uploader {
    const listed = this.#lists.get(listedAs) ?? this.#lists.get(name);
    const contributor = listed?.uploader ? { name: listed.uploader, id: 0 } : undefined;
    return { contributor, timestamp: listed?.timestamp ?? (time ? toTimestamp(time) : LONG_AGO) };
  }

  /** Returns the time in a file list, unless a row or log entry has one. It is more reliable than the first edit of the file page. */
  #timeOf(file: NewFile, known: KnownFiles): Partial<Version> {
    const isReported = known.current.has(file.name) || known.logged.has(file.name);
    const timestamp = (this.#lists.get(file.listedAs) ?? this.#lists.get(file.name))?.timestamp;
    return isReported || timestamp === undefined ? {} : { timestamp };
  }

  #countOthers(files: readonly NewFile[], known: KnownFiles): void {
    for (const { name, stored } of files) if (known.current.get(name)?.sha1 !== stored.sha1) this.others++;
  }

  async #current(files: readonly (NewFile & { readonly version: Version })[], { db }: WikiDatabase): Promise<void> {
    if (files.length === 0) return;
    await deleteRows(
      db,
      'image',
      'img_name',
      files.map(({ name }) => name),
    );
    for (const { name, stored, version } of files) {
      const { size, width, height, metadata, bits, media, sha1 } = stored;
      const [major = '', minor = ''] = stored.mime.split('/');
      this.#target.add(
        'image',
        ...[name, size, width, height, metadata, bits, media, major, minor, version.comment, version.actor, version.timestamp, sha1],
      );
    }
  }

  async #old(files: readonly (NewFile & { readonly version: Version; readonly hidden: number })[], { db }: WikiDatabase): Promise<void> {
    if (files.length === 0) return;
    await db
      .deleteFrom('oldimage')
      .where(
        'oi_name',
        'in',
        files.map(({ name }) => name),
      )
      .where(
        'oi_archive_name',
        'in',
        files.map(({ archiveName = '' }) => archiveName),
      )
      .execute();
    for (const { name, archiveName = '', stored, version, hidden } of files) {
      const { size, width, height, metadata, bits, media, sha1 } = stored;
      const [major = '', minor = ''] = stored.mime.split('/');
      this.#target.add(
        'oldimage',
        ...[name, archiveName, size, width, height, bits, version.comment, version.actor, version.timestamp],
        ...[metadata, media, major, minor, hidden, sha1],
      );
    }
  }
}

/** Returns the uploader, time and comment of a version. Undefined if the database has no data about it. */
function versionOf({ name, archiveName, stored }: NewFile, known: KnownFiles): Version | undefined {
  const logged = known.logged.get(name) ?? [];
  const same = logged.find(({ sha1 }) => sha1 === stored.sha1);
  if (archiveName !== undefined) {
    // The archive name contains the time at which the version was replaced.
    const replaced = archiveName.slice(0, 14);
    const before = logged.find(({ timestamp }) => timestamp < replaced);
    const page = known.described.get(name);
    return known.old.get(archiveName) ?? same ?? before ?? (page && { ...page, timestamp: replaced });
  }
  const row = known.current.get(name);
  return (row?.sha1 === stored.sha1 ? row : undefined) ?? same ?? row ?? logged[0] ?? known.described.get(name);
}
