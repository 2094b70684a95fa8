import { binary, index, utinyint } from '../../column.ts';
import { tables } from '../../tables.ts';
import type { Trait } from '../trait.ts';

const { rc_source_name_timestamp: _, rc_name_source_patrolled_timestamp: __, ...indexes } = tables.recentchanges.indexes;

/** Older releases also have the column `rc_source`, but do not read it. */
export const changeSources: Trait = {
  about: 'kinds of recent changes',
  since: '1.45',
  newer: { by: 'source (recentchanges.rc_source)' },
  older: {
    by: 'type (recentchanges.rc_type)',
    sign: 'recentchanges.rc_new',
    columns: {
      recentchanges: {
        rc_source: {
          column: 'rc_type',
          values: { 'mw.edit': 0, 'mw.new': 1, 'mw.log': 3, 'mw.external': 5, 'mw.categorize': 6 },
        },
      },
    },
    tables: {
      recentchanges: {
        ...tables.recentchanges,
        columns: {
          ...tables.recentchanges.columns,
          rc_source: binary(16).default(''),
          rc_new: utinyint().default(0),
          rc_type: utinyint().default(0),
        },
        indexes: {
          ...indexes,
          rc_new_name_timestamp: index('rc_new', 'rc_namespace', 'rc_timestamp'),
          rc_name_type_patrolled_timestamp: index('rc_namespace', 'rc_type', 'rc_patrolled', 'rc_timestamp'),
        },
      },
    },
  },
};
