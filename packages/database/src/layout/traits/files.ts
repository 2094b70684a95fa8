import { bigint, binary, bytes, index, serial, smallint, type Table, timestamp, uint, unique } from '../../column.ts';
import type { AnyDatabase, AnyQuery, Trait } from '../trait.ts';

const OF_VERSION = ['size', 'width', 'height', 'metadata', 'bits', 'description_id', 'actor', 'timestamp', 'sha1'];
const OF_TYPE = ['media_type', 'major_mime', 'minor_mime'];

const columnsAs = (prefix: string): string[] => [
  ...OF_VERSION.map(name => `fr_${name} as ${prefix}_${name}`),
  ...OF_TYPE.map(name => `ft_${name} as ${prefix}_${name}`),
];

const versions = (db: AnyDatabase): AnyQuery =>
  db
    .selectFrom('file')
    .innerJoin('filerevision', 'fr_file', 'file_id')
    .innerJoin('filetypes', 'ft_id', 'file_type')
    .where('file_deleted', '=', 0);

const tables: Readonly<Record<string, Table>> = {
  file: {
    columns: { file_id: serial('bigint'), file_name: binary(255), file_latest: bigint(), file_type: smallint(), file_deleted: smallint() },
    primaryKey: ['file_id'],
    indexes: { file_name: unique('file_name'), file_latest: index('file_latest') },
  },
  filerevision: {
    columns: {
      fr_id: serial('bigint'),
      fr_file: bigint(),
      fr_size: bigint().default(0),
      fr_width: uint().default(0),
      fr_height: uint().default(0),
      fr_metadata: bytes('medium'),
      fr_bits: uint().default(0),
      fr_description_id: bigint(),
      fr_actor: bigint(),
      fr_timestamp: timestamp(),
      fr_sha1: binary(32).default(''),
      fr_archive_name: binary(255).default(''),
      fr_deleted: smallint(),
    },
    primaryKey: ['fr_id'],
    indexes: {
      fr_actor_timestamp: index('fr_actor', 'fr_timestamp'),
      fr_timestamp: index('fr_timestamp'),
      fr_sha1: index(['fr_sha1', 10]),
      fr_file: index('fr_file'),
    },
  },
  filetypes: {
    columns: { ft_id: serial('signed'), ft_media_type: binary(255), ft_major_mime: binary(255), ft_minor_mime: binary(255) },
    primaryKey: ['ft_id'],
    indexes: { ft_media_mime: unique('ft_media_type', 'ft_major_mime', 'ft_minor_mime') },
  },
};

/** MediaWiki 1.44 added the newer tables. They stay empty unless the wiki is configured to fill them. */
export const files: Trait = {
  about: 'files',
  since: undefined,
  newer: {
    by: 'the tables file and filerevision',
    sign: 'filerevision.fr_id',
    instead: {
      image: db =>
        versions(db)
          .whereRef('fr_id', '=', 'file_latest')
          .select(['file_name as img_name', ...columnsAs('img')]),
      oldimage: db =>
        versions(db)
          .whereRef('fr_id', '!=', 'file_latest')
          .select(['file_name as oi_name', 'fr_archive_name as oi_archive_name', 'fr_deleted as oi_deleted', ...columnsAs('oi')]),
    },
    lacks: ['image', 'oldimage'],
    tables,
  },
  older: { by: 'the tables image and oldimage', sign: 'image.img_name' },
  migration: {
    // If a wiki no longer writes the older tables, its latest file is only in the newer tables.
    remaining: db =>
      db.selectFrom('image').where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('filerevision')
              .select('fr_id')
              .where(
                'fr_timestamp',
                '>',
                selectFrom('image').select(({ fn }) => fn.max('img_timestamp').as('last')),
              ),
          ),
        ),
      ),
    done: db => db.selectFrom('filerevision'),
  },
};
