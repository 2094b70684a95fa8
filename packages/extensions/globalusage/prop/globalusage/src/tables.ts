import { column, ownTables, type RowsOf } from '@wikiquery/database';

const { binary, int, uint, varchar } = column;

export const GLOBAL_USAGE_TABLES = ownTables({
  globalimagelinks: {
    columns: {
      gil_wiki: varchar(32),
      gil_page: uint(),
      gil_page_namespace_id: int(),
      gil_page_namespace: binary(255).null(),
      gil_page_title: binary(255).null(),
      gil_to: binary(255),
    },
    primaryKey: ['gil_to', 'gil_wiki', 'gil_page'],
    indexes: {
      globalimagelinks_wiki: { kind: 'plain', parts: ['gil_wiki', 'gil_page'] },
      globalimagelinks_wiki_nsid_title: { kind: 'plain', parts: ['gil_wiki', 'gil_page_namespace_id', 'gil_page_title'] },
    },
  },
});

export type GlobalUsageTables = RowsOf<typeof GLOBAL_USAGE_TABLES>;
