import { binary, index, int, uint } from '../../column.ts';
import type { Trait } from '../trait.ts';

export const pageLinkTargets: Trait = {
  about: 'the targets of page links',
  since: '1.43',
  newer: { by: 'id (pagelinks.pl_target_id)', sign: 'pagelinks.pl_target_id' },
  older: {
    by: 'title (pagelinks.pl_title)',
    sign: 'pagelinks.pl_title',
    targets: { pl_target_id: { table: 'pagelinks', namespace: 'pl_namespace', title: 'pl_title' } },
    tables: {
      pagelinks: {
        columns: {
          pl_from: uint().default(0),
          pl_namespace: int().default(0),
          pl_title: binary(255).default(''),
          pl_from_namespace: int().default(0),
        },
        primaryKey: ['pl_from', 'pl_namespace', 'pl_title'],
        indexes: {
          pl_namespace: index('pl_namespace', 'pl_title', 'pl_from'),
          pl_backlinks_namespace: index('pl_from_namespace', 'pl_namespace', 'pl_title', 'pl_from'),
        },
      },
    },
  },
  migration: {
    remaining: db => db.selectFrom('pagelinks').where('pl_target_id', 'is', null),
    done: db => db.selectFrom('pagelinks').where('pl_target_id', '>', 0),
  },
};
