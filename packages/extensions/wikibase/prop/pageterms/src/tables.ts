import { column, ownTables, type RowsOf } from '@wikiquery/database';

const { binary, serial, uint } = column;

export const TERM_TABLES = ownTables({
  wbt_item_terms: {
    columns: { wbit_id: serial(), wbit_item_id: uint(), wbit_term_in_lang_id: uint() },
    primaryKey: ['wbit_id'],
    indexes: { wbt_item_terms_item_id_term_in_lang_id: { kind: 'unique', parts: ['wbit_item_id', 'wbit_term_in_lang_id'] } },
  },
  wbt_term_in_lang: {
    columns: { wbtl_id: serial(), wbtl_type_id: uint(), wbtl_text_in_lang_id: uint() },
    primaryKey: ['wbtl_id'],
    indexes: {},
  },
  wbt_text_in_lang: {
    columns: { wbxl_id: serial(), wbxl_language: binary(20), wbxl_text_id: uint() },
    primaryKey: ['wbxl_id'],
    indexes: {},
  },
  wbt_text: { columns: { wbx_id: serial(), wbx_text: binary(255) }, primaryKey: ['wbx_id'], indexes: {} },
  wbt_type: { columns: { wby_id: serial(), wby_name: binary(45) }, primaryKey: ['wby_id'], indexes: {} },
});

export type TermTables = RowsOf<typeof TERM_TABLES>;
