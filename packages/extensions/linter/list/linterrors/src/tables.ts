import { column, ownTables, type RowsOf } from '@wikiquery/database';

const { binary, blob, int, serial, uint } = column;

export const LINTER_TABLES = ownTables({
  linter: {
    columns: {
      linter_id: serial(),
      linter_page: uint(),
      linter_namespace: int().null(),
      linter_cat: uint(),
      linter_start: uint(),
      linter_end: uint(),
      linter_params: blob(),
      linter_template: binary(255).default(''),
      linter_tag: binary(32).default(''),
    },
    primaryKey: ['linter_id'],
    indexes: {
      linter_page: { kind: 'plain', parts: ['linter_page'] },
      linter_cat_namespace: { kind: 'plain', parts: ['linter_cat', 'linter_namespace'] },
      linter_cat_page_position: { kind: 'unique', parts: ['linter_cat', 'linter_page', 'linter_start', 'linter_end'] },
    },
  },
});

export type LinterTables = RowsOf<typeof LINTER_TABLES>;
