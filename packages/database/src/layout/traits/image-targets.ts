import { binary, index, int, uint } from '../../column.ts';
import type { Trait } from '../trait.ts';

export const imageTargets: Trait = {
  about: 'the files that pages show',
  since: '1.46',
  newer: { by: 'id (imagelinks.il_target_id)', sign: 'imagelinks.il_target_id' },
  older: {
    by: 'title (imagelinks.il_to)',
    sign: 'imagelinks.il_to',
    targets: { il_target_id: { table: 'imagelinks', namespace: 6, title: 'il_to' } },
    tables: {
      imagelinks: {
        columns: {
          il_from: uint().default(0),
          il_to: binary(255).default(''),
          il_from_namespace: int().default(0),
        },
        primaryKey: ['il_from', 'il_to'],
        indexes: {
          il_to: index('il_to', 'il_from'),
          il_backlinks_namespace: index('il_from_namespace', 'il_to', 'il_from'),
        },
      },
    },
  },
  migration: {
    remaining: db => db.selectFrom('imagelinks').where('il_target_id', 'is', null),
    done: db => db.selectFrom('imagelinks').where('il_target_id', '>', 0),
  },
};
