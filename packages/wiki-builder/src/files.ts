import type { Database } from '@wikiquery/database';
import { type Serializable as PhpValue, serializePhp, sha1Base36 } from '@wikiquery/text-storage';
import type { Insertable, Selectable } from 'kysely';
import type { ActionOptions, BuiltPage } from './ledger.ts';
import { RestrictionsBuilder } from './restrictions.ts';

/** Properties of an uploaded file version. */
export interface BuiltFile extends ActionOptions {
  readonly data?: string | Uint8Array;
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  readonly bits?: number;
  readonly mime?: string;
  readonly mediaType?: string;
  readonly metadata?: string | Uint8Array;
  readonly sha1?: string;
  readonly text?: string;
  /** Suppression bits of the previous version. */
  readonly hidden?: number;
}

/** Properties of a stashed upload. */
export interface StashOptions {
  readonly user?: string;
  readonly path?: string;
  readonly timestamp?: string;
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  readonly mime?: string;
  readonly mediaType?: string;
  readonly props?: PhpValue;
  readonly status?: 'finished' | 'chunks';
}

export abstract class Files extends RestrictionsBuilder {
  /** Adds a stashed upload, which is not published yet. */
  async stash(key: string, options: StashOptions = {}): Promise<void> {
    const {
      width = 640,
      height = 480,
      size = 1000,
      mime = 'image/png',
      path = `mwrepo://local/temp/0/00/${key}`,
      status = 'finished',
    } = options;
    const { id } = await this.user(options.user ?? 'Admin');
    await this.db
      .insertInto('uploadstash')
      .values({
        us_user: id,
        us_key: key,
        us_orig_path: key,
        us_path: path,
        us_source_type: 'file',
        us_timestamp: this.tick(options.timestamp),
        us_status: status,
        us_props: serializePhp(options.props ?? { width, height, bits: 8, metadata: {} }),
        us_size: size,
        us_sha1: sha1Base36(key),
        us_mime: mime,
        us_media_type: options.mediaType ?? 'BITMAP',
        us_image_width: width,
        us_image_height: height,
        us_image_bits: 8,
      })
      .execute();
  }

  /** Uploads a file or a new version of it, and creates the file page if needed. Returns the file page. */
  async file(name: string, options: BuiltFile = {}): Promise<BuiltPage> {
    const at = this.titleOf(name, 6);
    const { user = 'Admin', comment = '', text = '' } = options;
    const timestamp = this.tick(options.timestamp);
    const data = options.data ?? `${at.dbkey} ${timestamp}`;
    const [major = 'image', minor = 'png'] = (options.mime ?? 'image/png').split('/');
    const previous = await this.db.selectFrom('image').selectAll('image').where('img_name', '=', at.dbkey).executeTakeFirst();
    if (previous) {
      await this.db.insertInto('oldimage').values(oldVersion(previous, options.hidden)).execute();
      await this.db.deleteFrom('image').where('img_name', '=', at.dbkey).execute();
    }
    const row: Insertable<Database['image']> = {
      img_name: at.dbkey,
      img_size: options.size ?? Buffer.byteLength(data),
      img_width: options.width ?? 640,
      img_height: options.height ?? 480,
      img_metadata: options.metadata ?? '{"data":[]}',
      img_bits: options.bits ?? 8,
      img_media_type: options.mediaType ?? 'BITMAP',
      img_major_mime: major,
      img_minor_mime: minor,
      img_description_id: await this.dictionary.comment(comment),
      img_actor: await this.actorOf(user),
      img_timestamp: timestamp,
      img_sha1: options.sha1 ?? sha1Base36(data),
    };
    await this.db.insertInto('image').values(row).execute();
    await this.count({ ss_images: previous ? 0 : 1 });
    const page = this.findPage(this.titles.text(at));
    return page ?? this.page(this.titles.text(at), { text, user, comment, timestamp });
  }

  /** Moves the current version of a file to the archive. Throws if there is none. */
  async deleteFile(
    name: string,
    { user = 'Admin', comment = '', timestamp, hidden = 0 }: ActionOptions & { readonly hidden?: number } = {},
  ): Promise<void> {
    const { dbkey } = this.titleOf(name, 6);
    const image = await this.db.selectFrom('image').selectAll('image').where('img_name', '=', dbkey).executeTakeFirstOrThrow();
    await this.db
      .insertInto('filearchive')
      .values({
        fa_name: dbkey,
        fa_archive_name: null,
        fa_storage_group: 'deleted',
        fa_storage_key: `${image.img_sha1}.${dbkey.split('.').pop()}`,
        fa_deleted_user: (await this.user(user)).id,
        fa_deleted_timestamp: this.tick(timestamp),
        fa_deleted_reason_id: await this.dictionary.comment(comment),
        fa_size: image.img_size,
        fa_width: image.img_width,
        fa_height: image.img_height,
        fa_metadata: image.img_metadata,
        fa_bits: image.img_bits,
        fa_media_type: image.img_media_type,
        fa_major_mime: image.img_major_mime,
        fa_minor_mime: image.img_minor_mime,
        fa_description_id: image.img_description_id,
        fa_actor: image.img_actor,
        fa_timestamp: image.img_timestamp,
        fa_deleted: hidden,
        fa_sha1: image.img_sha1,
      })
      .execute();
    await this.db.deleteFrom('image').where('img_name', '=', dbkey).execute();
    await this.count({ ss_images: -1 });
  }
}

const oldVersion = (row: Selectable<Database['image']>, hidden = 0): Insertable<Database['oldimage']> => ({
  oi_name: row.img_name,
  oi_archive_name: `${row.img_timestamp}!${row.img_name}`,
  oi_size: row.img_size,
  oi_width: row.img_width,
  oi_height: row.img_height,
  oi_bits: row.img_bits,
  oi_description_id: row.img_description_id,
  oi_actor: row.img_actor,
  oi_timestamp: row.img_timestamp,
  oi_metadata: row.img_metadata,
  oi_media_type: row.img_media_type,
  oi_major_mime: row.img_major_mime,
  oi_minor_mime: row.img_minor_mime,
  oi_deleted: hidden,
  oi_sha1: row.img_sha1,
});
