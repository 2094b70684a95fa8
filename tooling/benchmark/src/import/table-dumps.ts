/** A table as mysqldump writes it. */
export interface TableDump {
  readonly name: string;
  readonly columns: string;
  /** The values of a row, 1 and up. */
  row(n: number): string;
}

/** Rows of one statement. */
const ROWS_OF_A_STATEMENT = 5000;
/** Links and categories of a page. */
const LINKS = 20;
const CATEGORIES = 5;

/** The tables that are largest in dumps of Wikimedia, in the order in which they are imported: later ones refer to earlier ones. */
export const TABLE_DUMPS: readonly TableDump[] = [
  {
    name: 'linktarget',
    columns: '`lt_id` bigint NOT NULL, `lt_namespace` int NOT NULL, `lt_title` varbinary(255) NOT NULL',
    row: n => `(${n},${n % 3 === 0 ? 14 : 0},'${titleOf(n)}')`,
  },
  {
    name: 'page',
    columns:
      '`page_id` int NOT NULL, `page_namespace` int NOT NULL, `page_title` varbinary(255) NOT NULL, `page_is_redirect` tinyint NOT NULL, ' +
      '`page_is_new` tinyint NOT NULL, `page_random` double NOT NULL, `page_touched` binary(14) NOT NULL, `page_links_updated` varbinary(14), ' +
      '`page_latest` int NOT NULL, `page_len` int NOT NULL, `page_content_model` varbinary(32), `page_lang` varbinary(35)',
    row: n =>
      `(${n},0,'${titleOf(n)}',${Number(n % 10 === 0)},0,${((n * 0.618034) % 1).toFixed(12)},'${digits(timeOf(n))}','${digits(timeOf(n + 5))}',${n + 1000},${n % 9000},'wikitext',NULL)`,
  },
  {
    name: 'pagelinks',
    columns: '`pl_from` int NOT NULL, `pl_from_namespace` int NOT NULL, `pl_target_id` bigint NOT NULL',
    row: n => `(${Math.ceil(n / LINKS)},0,${((n * 7919) % 1_000_003) + 1})`,
  },
  {
    name: 'categorylinks',
    columns:
      "`cl_from` int NOT NULL, `cl_sortkey` varbinary(230) NOT NULL, `cl_timestamp` timestamp NOT NULL, `cl_sortkey_prefix` varbinary(255) NOT NULL, `cl_type` enum('page','subcat','file') NOT NULL, " +
      '`cl_collation_id` smallint NOT NULL, `cl_target_id` bigint NOT NULL',
    row: n =>
      `(${Math.ceil(n / CATEGORIES)},'${titleOf(n).toUpperCase()}','${timeOf(Math.ceil(n / CATEGORIES))}','','page',1,${((n * 31) % 10_000) * 3 + 3})`,
  },
];

const titleOf = (n: number): string => `Subject_${n}_of_\\'many\\'`;

/** The dump, piece by piece. */
export function* tableDump({ name, columns, row }: TableDump, rows: number): Generator<string> {
  yield `CREATE TABLE \`${name}\` (\n  ${columns.replaceAll(', `', ',\n  `')}\n) ENGINE=InnoDB DEFAULT CHARSET=binary;\n\n`;
  for (let from = 1; from <= rows; from += ROWS_OF_A_STATEMENT) {
    const length = Math.min(ROWS_OF_A_STATEMENT, rows - from + 1);
    yield `INSERT INTO \`${name}\` VALUES ${Array.from({ length }, (_, i) => row(from + i)).join()};\n`;
  }
}

/** As MariaDB writes a time; the next one is a minute later. */
const timeOf = (n: number): string => new Date(Date.UTC(2010, 0, 1) + n * 60_000).toISOString().slice(0, 19).replace('T', ' ');

const digits = (time: string): string => time.replaceAll(/\D/g, '');
