import { type PlainDatabase, sql } from '@wikiquery/database';

export type Db = ReturnType<PlainDatabase['forRequest']>;

/**
 * Format version of index databases. Increase it when the schema or the indexed content changes: an index with an older version is not
 * searched and is rebuilt by the next update.
 */
export const EDITION = 2;

/** Number of tiers, which partition documents by incoming links. The first tiers are small, so their posting lists are short. */
export const TIERS = 4;
/** Number of documents in the first tier, and growth factor of the following tiers. */
export const FIRST_TIER = 5000;
export const GROWTH = 8;

const COLUMNS = {
  postgres: { text: 'text collate "C"', key: 'text collate "C"', words: 'tsvector' },
  mariadb: { text: 'text', key: 'varchar(512)', words: 'mediumtext character set ascii collate ascii_bin' },
} as const;

export type ServerEngine = keyof typeof COLUMNS;

/** Returns the statements that create the index tables. Table `noted` holds pending changes during an update. */
export function createIndexTables(engine: ServerEngine): string[] {
  const { text, key, words } = COLUMNS[engine];
  const end = engine === 'mariadb' ? ' engine = InnoDB character set utf8mb4 collate utf8mb4_bin' : '';
  const document = `page bigint primary key, revision bigint not null, namespace int not null, title ${key} not null, folded ${key} not null,
    links int not null, edited char(14) not null, created char(14) not null`;
  return [
    `create table if not exists meta (name ${key} primary key, value ${text} not null)${end}`,
    `create table if not exists document (page bigint primary key, tier smallint not null, namespace int not null, links int not null, digest ${text} not null)${end}`,
    `create table if not exists title (page bigint not null, source bigint not null, namespace int not null, title ${key} not null, folded ${key} not null, links int not null, primary key (page, source))${end}`,
    `create table if not exists prefix (namespace int not null, folded ${key} not null, place smallint not null, page bigint not null, source bigint not null, primary key (namespace, folded, place))${end}`,
    `create table if not exists word (word ${key} primary key, pages int not null)${end}`,
    `create table if not exists letter (letter ${key} primary key, names int not null)${end}`,
    `create table if not exists outgoing (page bigint primary key, links ${engine === 'mariadb' ? 'mediumtext' : text} not null)${end}`,
    `create table if not exists noted (page bigint primary key, target bigint, links int not null, value ${text} not null)${end}`,
    'create index if not exists title_folded on title (namespace, folded, links)',
    'create index if not exists title_source on title (source)',
    'create index if not exists noted_target on noted (target)',
    ...Array.from({ length: TIERS }, (_, tier) => [
      `create table if not exists words_${tier} (${document}, words ${words} not null${engine === 'mariadb' ? ', fulltext key words (words)' : ''})${end}`,
      ...(engine === 'postgres' ? [`create index if not exists words_${tier}_words on words_${tier} using gin (words)`] : []),
    ]).flat(),
  ];
}

/** Tables with the words of documents, by tier. */
export const TABLES_OF_WORDS: readonly string[] = Array.from({ length: TIERS }, (_, tier) => `words_${tier}`);

/** Returns the tier of documents with a number of links. `bounds`: minimum number of links for each tier except the last. */
export function tierOf(bounds: readonly number[], links: number): number {
  const tier = bounds.findIndex(bound => links >= bound);
  return tier >= 0 ? tier : bounds.length;
}

export const DROPPED = ['meta', 'document', 'title', 'prefix', 'word', 'letter', 'outgoing', 'noted', ...TABLES_OF_WORDS];

export async function metaOf(db: Db): Promise<ReadonlyMap<string, string>> {
  try {
    const { rows } = await sql<{ name: string; value: string }>`select name, value from meta`.execute(db);
    return new Map(rows.map(({ name, value }) => [name, String(value)]));
  } catch (error) {
    if (NO_TABLE.has((error as { code?: unknown }).code)) return new Map();
    throw error;
  }
}

const NO_TABLE: ReadonlySet<unknown> = new Set(['42P01', 'ER_NO_SUCH_TABLE']);
