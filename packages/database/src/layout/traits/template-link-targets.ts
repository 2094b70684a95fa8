import { binary, index, int, uint } from '../../column.ts';
import type { Trait } from '../trait.ts';

export const templateLinkTargets: Trait = {
  about: 'the targets of template links',
  since: '1.39',
  newer: { by: 'id (templatelinks.tl_target_id)', sign: 'templatelinks.tl_target_id' },
  older: {
    by: 'title (templatelinks.tl_title)',
    sign: 'templatelinks.tl_title',
    targets: { tl_target_id: { table: 'templatelinks', namespace: 'tl_namespace', title: 'tl_title' } },
    tables: {
      templatelinks: {
        columns: {
          tl_from: uint().default(0),
          tl_namespace: int().default(0),
          tl_title: binary(255).default(''),
          tl_from_namespace: int().default(0),
        },
        primaryKey: ['tl_from', 'tl_namespace', 'tl_title'],
        indexes: {
          tl_namespace: index('tl_namespace', 'tl_title', 'tl_from'),
          tl_backlinks_namespace: index('tl_from_namespace', 'tl_namespace', 'tl_title', 'tl_from'),
        },
      },
    },
  },
  migration: {
    remaining: db => db.selectFrom('templatelinks').where('tl_target_id', 'is', null),
    done: db => db.selectFrom('templatelinks').where('tl_target_id', '>', 0),
  },
};
