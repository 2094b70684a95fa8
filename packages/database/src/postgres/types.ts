import type { ColumnKind } from '../column.ts';

export const FIXED_TYPES = {
  bigint: 'bigint',
  int: 'integer',
  smallint: 'smallint',
  tinyint: 'smallint',
  flag: 'smallint',
  real: 'double precision',
  decimal: 'numeric(11, 8)',
  timestamp: 'timestamptz',
  expiry: 'timestamptz',
  datetime: 'timestamptz',
} as const satisfies { readonly [K in ColumnKind]?: string };
