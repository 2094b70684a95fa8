import { DatabaseUnavailableError, DatabaseUnusableError, limitsOf, openPlain, type PlainDatabase, sql } from '@wikiquery/database';
import { type Stemming, stemmingOf } from '../fold.ts';
import { FEW, LONGEST_PREFIX } from '../prefixes.ts';
import { type IndexMeta, MAX_NEAR, type Name, type OpenIndex, type SearchIndex } from '../search-index.ts';
import { countDocuments, findDocuments, findSimilar, type IndexReading } from './find.ts';
import { type Db, EDITION, metaOf, type ServerEngine } from './tables.ts';

const LOOK = 2000;

/** Opens the index in a database. Statements are cancelled at the request's deadline. An unreachable database counts as a missing index. */
export function serverIndex(address: string): SearchIndex {
  let opened: Promise<PlainDatabase> | undefined;
  let known: { readonly meta: Known | undefined; readonly at: number } | undefined;
  const connect = (): Promise<PlainDatabase> => {
    opened ??= openPlain(address).catch(error => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    async open(env) {
      const now = performance.now();
      if (known && !known.meta && now - known.at < LOOK) return undefined;
      try {
        const database = await connect();
        const db = database.forRequest(limitsOf(env.db));
        if (!known || now - known.at > LOOK) known = { meta: readMeta(await metaOf(db)), at: now };
        return known.meta && openIndex({ ...known.meta, engine: database.engine as ServerEngine, db });
      } catch (error) {
        if (!(error instanceof DatabaseUnusableError || error instanceof DatabaseUnavailableError)) throw error;
        known = { meta: undefined, at: now };
        return undefined;
      }
    },
    async close() {
      const database = await opened?.catch(() => undefined);
      opened = undefined;
      await database?.close();
    },
  };
}

interface Known extends Pick<IndexReading, 'sizes'> {
  readonly meta: IndexMeta;
  readonly stemming: Stemming;
}

function readMeta(meta: ReadonlyMap<string, string>): Known | undefined {
  if (meta.get('edition') !== String(EDITION) || !meta.has('documents')) return undefined;
  return {
    meta: {
      documents: Number(meta.get('documents')),
      namespaces: JSON.parse(meta.get('namespaces') ?? '[]'),
      letters: meta.get('letters') ?? '',
    },
    stemming: stemmingOf(meta.get('language') ?? ''),
    sizes: JSON.parse(meta.get('sizes') ?? '[]'),
  };
}

const FIELDS = sql.raw('n.namespace, n.title as dbkey, n.folded, n.links, n.page, n.source');
const END = '\u{10ffff}';

function openIndex(reading: IndexReading & Pick<Known, 'meta'>): OpenIndex {
  const { db } = reading;
  return {
    meta: reading.meta,
    documentsWith: words => countDocuments(reading, words),
    find: lookup => findDocuments(reading, lookup),
    similar: similarity => findSimilar(reading, similarity),
    async pagesCalled(namespaces, folded) {
      const { rows } = await sql<{ page: number }>`
        select page from title where namespace in (${sql.join(namespaces)}) and folded = ${folded} limit 100`.execute(db);
      return rows.map(({ page }) => page);
    },
    redirectsTo: page => names(db, sql`from title n where n.page = ${page} and n.source <> n.page limit 1000`),
    async beginningWith(namespace, folded) {
      const frequent = folded.length <= LONGEST_PREFIX && folded !== '' ? await namesOfPrefix(reading, namespace, [folded]) : [];
      if (frequent.length === 0) return namesFrom(db, namespace, folded, FEW);
      // The exact title may not be among a prefix's most linked names.
      return [...(await names(db, sql`from title n where n.namespace = ${namespace} and n.folded = ${folded} limit 20`)), ...frequent];
    },
    async beginningWithAny(namespace, texts) {
      const short = texts.filter(text => text.length <= LONGEST_PREFIX);
      const frequent = short.length > 0 ? await namesOfPrefix(reading, namespace, short) : [];
      const few = texts.length > 0 ? await names(db, inRanges(reading.engine, namespace, texts)) : [];
      return [...frequent, ...few];
    },
    someBeginningWith: (namespace, text) => namesFrom(db, namespace, text, MAX_NEAR),
    async bestCalled(namespaces, texts) {
      const [best] = await names(
        db,
        sql`from title n where n.namespace in (${sql.join(namespaces)}) and ${isAnyOf(reading.engine, 'n.folded', texts)} order by n.links desc, n.source limit 1`,
      );
      return best;
    },
    async bestWord(words) {
      if (words.length === 0) return undefined;
      const { rows } = await sql<{ word: string }>`
        select word from word where ${isAnyOf(reading.engine, 'word', words)} order by pages desc, word limit 1`.execute(db);
      return rows[0]?.word;
    },
  };
}

async function names(db: Db, from: ReturnType<typeof sql>): Promise<Name[]> {
  const { rows } = await sql<Name>`select ${FIELDS} ${from}`.execute(db);
  return rows;
}

/** Maximum number of values in an `IN` list. MariaDB materializes longer lists and then scans the table. */
const LONGEST_LIST = 900;

/** Compares a column with many strings. Binding thousands of values would block the event loop while the statement is compiled. */
function isAnyOf(engine: ServerEngine, column: string, texts: readonly string[]) {
  if (engine === 'postgres') return sql`${sql.raw(column)} = any (array(select json_array_elements_text(${JSON.stringify(texts)}::json)))`;
  const lists = Array.from({ length: Math.ceil(texts.length / LONGEST_LIST) }, (_, at) =>
    texts.slice(at * LONGEST_LIST, (at + 1) * LONGEST_LIST),
  );
  return sql.raw(`(${lists.map(list => `${column} in (${list.map(literal).join()})`).join(' or ')})`);
}

/** Writes a MariaDB string literal as the hexadecimal digits of its bytes. */
const literal = (text: string): string => `_utf8mb4 x'${Buffer.from(text).toString('hex')}'`;

/** Selects names with any of the prefixes. MariaDB uses an index only for literal ranges, PostgreSQL also for ranges of a lateral join. */
const inRanges = (engine: ServerEngine, namespace: number, texts: readonly string[]) =>
  engine === 'postgres'
    ? sql`from json_array_elements_text(${JSON.stringify(texts)}::json) v cross join lateral (
        select * from title where namespace = ${namespace} and folded >= v.value and folded < concat(v.value, ${sql.lit(END)}) limit ${MAX_NEAR}
      ) n limit ${MAX_NEAR}`
    : sql`from title n where n.namespace = ${namespace} and (${sql.raw(
        texts.map(text => `n.folded >= ${literal(text)} and n.folded < ${literal(text + END)}`).join(' or '),
      )}) limit ${MAX_NEAR}`;

const namesFrom = (db: Db, namespace: number, text: string, most: number): Promise<Name[]> =>
  names(
    db,
    sql`from title n where n.namespace = ${namespace} and n.folded >= ${text} and n.folded < ${text + END} order by n.folded limit ${most}`,
  );

const namesOfPrefix = ({ db, engine }: IndexReading, namespace: number, prefixes: readonly string[]): Promise<Name[]> =>
  names(
    db,
    sql`from prefix p join title n on n.page = p.page and n.source = p.source
      where p.namespace = ${namespace} and ${isAnyOf(engine, 'p.folded', prefixes)} limit ${MAX_NEAR}`,
  );
