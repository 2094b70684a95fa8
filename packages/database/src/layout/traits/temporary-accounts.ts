import { tables } from '../../tables.ts';
import { raw } from '../counterparts.ts';
import type { Trait } from '../trait.ts';

const { user_is_temp: _, ...columns } = tables.user.columns;

export const temporaryAccounts: Trait = {
  about: 'temporary accounts',
  since: '1.41',
  newer: { by: 'user.user_is_temp', sign: 'user.user_is_temp' },
  older: {
    by: 'nothing (not supported)',
    columns: { user: { user_is_temp: { value: () => raw`0` } } },
    tables: { user: { ...tables.user, columns } },
  },
};
