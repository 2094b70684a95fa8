import { binary, bytes, datetime, index, oneOf, uint } from '../../column.ts';
import type { Trait } from '../trait.ts';

/** Together with the name of the collation, which went to a table of its own. */
export const categoryTargets: Trait = {
  about: 'the categories of pages',
  since: '1.45',
  newer: { by: 'id (categorylinks.cl_target_id)', sign: 'categorylinks.cl_target_id' },
  older: {
    by: 'title (categorylinks.cl_to)',
    sign: 'categorylinks.cl_to',
    targets: { cl_target_id: { table: 'categorylinks', namespace: 14, title: 'cl_to' } },
    tables: {
      categorylinks: {
        columns: {
          cl_from: uint().default(0),
          cl_to: binary(255).default(''),
          cl_sortkey: bytes(230).default(''),
          cl_sortkey_prefix: binary(255).default(''),
          cl_timestamp: datetime(),
          cl_collation: binary(32).default(''),
          cl_type: oneOf('page', 'subcat', 'file').default('page'),
        },
        primaryKey: ['cl_from', 'cl_to'],
        indexes: {
          cl_sortkey: index('cl_to', 'cl_type', 'cl_sortkey', 'cl_from'),
          cl_timestamp: index('cl_to', 'cl_timestamp'),
        },
      },
    },
    // Which collation made the sort keys, nobody asks.
    columns: { categorylinks: { cl_collation_id: { constant: 0 } } },
    lacks: ['collation'],
  },
  migration: {
    remaining: db => db.selectFrom('categorylinks').where('cl_target_id', 'is', null),
    done: db => db.selectFrom('categorylinks').where('cl_target_id', '>', 0),
  },
};
