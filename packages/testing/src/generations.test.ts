// Runs the same statements on the same wiki in the tables of several MediaWiki releases, with and without a table prefix.
import {
  type Database,
  filterEquals,
  isBefore,
  layoutOf,
  open,
  tables,
  type WikiDatabase,
  whereEquals,
  whereStartsWith,
} from '@wikiquery/database';
import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { engines, openWiki, type Remade, remakeTables, type WikiBuilder } from './index.ts';

const WAYS: readonly Remade[] = [{ prefix: 'wiki_' }, { release: '1.43' }, { release: '1.41' }, { release: '1.39', prefix: 'wiki_' }];

/** Statements as modules use them, on tables that differ between releases. */
const statements: Readonly<Record<string, (db: Kysely<Database>) => { execute(): Promise<unknown[]> }>> = {
  'links by their target': db =>
    db
      .selectFrom('pagelinks')
      .innerJoin('linktarget', 'lt_id', 'pl_target_id')
      .select(['pl_from', 'pl_from_namespace', 'lt_namespace', 'lt_title'])
      .where('lt_namespace', '=', 0)
      .where('lt_title', '>', 'B')
      .orderBy('lt_title')
      .orderBy('pl_from'),
  'targets with their links': db =>
    db
      .selectFrom('linktarget as target')
      .innerJoin('pagelinks as link', join => join.on('link.pl_target_id', '=', is => is('target.lt_id', '+', 0)).on('pl_from', '<', 100))
      .select(is => ['target.lt_title', is.fn.countAll<number>().as('links')])
      .groupBy('target.lt_title')
      .orderBy('target.lt_title'),
  'pages without links to them': db =>
    db
      .selectFrom('page')
      .select('page_title')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('linktarget')
              .innerJoin('pagelinks', 'pl_target_id', 'lt_id')
              .select('pl_from')
              .whereRef('lt_namespace', '=', 'page_namespace')
              .whereRef('lt_title', '=', 'page_title'),
          ),
        ),
      )
      .orderBy('page_title'),
  templates: db =>
    db.selectFrom('templatelinks').innerJoin('linktarget', 'lt_id', 'tl_target_id').select(['tl_from', 'lt_namespace', 'lt_title']),
  'members of a category': db =>
    db
      .selectFrom('categorylinks')
      .where('cl_target_id', '=', is =>
        is.selectFrom('linktarget').select('lt_id').where('lt_namespace', '=', 14).where('lt_title', '=', 'Birds'),
      )
      .select(['cl_from', 'cl_type', 'cl_sortkey'])
      .orderBy('cl_sortkey')
      .orderBy('cl_from'),
  'categories with their members': db =>
    db
      .selectFrom('categorylinks')
      .innerJoin('linktarget', 'lt_id', 'cl_target_id')
      .select(is => ['lt_namespace', 'lt_title', is.fn.countAll<number>().as('members')])
      .groupBy(['lt_namespace', 'lt_title'])
      .orderBy('lt_namespace')
      .orderBy('lt_title'),
  'categories that links lead to': db =>
    db
      .selectFrom('categorylinks')
      .innerJoin('linktarget', 'linktarget.lt_id', 'cl_target_id')
      .innerJoin('pagelinks', 'pl_from', 'cl_from')
      .innerJoin('linktarget as linked', 'linked.lt_id', 'pl_target_id')
      .select(['linktarget.lt_title as category', 'linked.lt_title as title'])
      .orderBy('linktarget.lt_title')
      .orderBy('linked.lt_title'),
  'pages that show a file': db =>
    db
      .selectFrom('linktarget')
      .innerJoin('imagelinks', 'il_target_id', 'lt_id')
      .select(['il_from', 'il_from_namespace', 'lt_namespace', 'lt_title'])
      .where('lt_namespace', '=', 6)
      .where('lt_title', 'in', ['A.png', 'B.png'])
      .orderBy('il_from')
      .orderBy('lt_title'),
  'files that are not shown as pages of other namespaces': db =>
    whereEquals(
      db
        .selectFrom('page')
        .leftJoin('imagelinks', 'il_from', 'page_id')
        .leftJoin('linktarget', 'lt_id', 'il_target_id')
        .select(['page_title', 'lt_title']),
      { page_title: ['Main_Page', 'Other'] },
    )
      .orderBy('page_id')
      .orderBy('lt_title'),
  'changes by their kind': db =>
    filterEquals(db.selectFrom('recentchanges').select(['rc_id', 'rc_source']), { rc_source: ['mw.new', 'mw.log'] }).orderBy('rc_id'),
  'changes of one kind': db => whereEquals(db.selectFrom('recentchanges').select('rc_id'), { rc_source: 'mw.edit' }).orderBy('rc_id'),
  'changes but of one kind': db => db.selectFrom('recentchanges').select('rc_id').where('rc_source', '!=', 'mw.edit').orderBy('rc_id'),
  'external links of a domain': db =>
    whereEquals(db.selectFrom('externallinks').select(['el_id', 'el_to_domain_index', 'el_to_path']), {
      el_to_domain_index: 'https://org.example.www.:8443',
    }),
  'external links of a protocol': db =>
    whereStartsWith(db.selectFrom('externallinks as links').selectAll('links').orderBy('el_id'), 'links.el_to_domain_index', 'mailto:'),
  'external links without a host': db =>
    whereEquals(db.selectFrom('externallinks').select(['el_id', 'el_to_path']), { el_to_domain_index: ['tel:.', 'sms:.'] }),
  'an external link without a host': db =>
    whereEquals(db.selectFrom('externallinks').select(['el_id', 'el_to_path']), { el_to_domain_index: 'tel:.' }),
  'external links': db => db.selectFrom('externallinks').selectAll().orderBy('el_id'),
  blocks: db => db.selectFrom('block').selectAll().orderBy('bl_id'),
  'targets of blocks': db =>
    db
      .selectFrom('block_target')
      .select(['bt_address', 'bt_user', 'bt_user_text', 'bt_auto', 'bt_range_start', 'bt_range_end', 'bt_ip_hex']),
  'the block of an account': db =>
    db
      .selectFrom('block_target')
      .innerJoin('block', 'bl_target', 'bt_id')
      .innerJoin('user', 'user_id', 'bt_user')
      .select(['bl_id', 'bl_timestamp', 'user_name', 'user_is_temp'])
      .where('bt_user', 'in', [1, 2, 3, 4])
      .where('bl_expiry', '>', '20240101000000'),
  'the blocks of addresses': db =>
    whereStartsWith(
      db
        .selectFrom('block_target')
        .innerJoin('block', 'bl_target', 'bt_id')
        .select(['bt_address', 'bl_sitewide'])
        .where('bt_user', 'is', null),
      'bt_range_start',
      'C000',
    ),
  'blocks of no range': db =>
    db.selectFrom('block_target').select('bt_address').where('bt_range_start', 'is', null).where('bt_user', 'is', null).orderBy('bt_id'),
  comments: db =>
    db
      .selectFrom('revision')
      .leftJoin('comment', 'comment_id', 'rev_comment_id')
      .select(['rev_id', 'comment_text'])
      .orderBy('rev_timestamp', 'desc')
      .orderBy('rev_id', 'desc'),
  'a subquery with names of its own': db =>
    db
      .selectFrom(db.selectFrom('block').select(['bl_id', 'bl_sitewide']).as('inner'))
      .select(['bl_id', 'inner.bl_sitewide'])
      .orderBy('bl_id'),
  'no temporary accounts': db =>
    db.selectFrom('user').select(['user_name', 'user_is_temp']).where('user_is_temp', '=', 0).orderBy('user_name'),
};

describe.each(engines)('tables on %s', engine => {
  const expected = new Map<string, unknown[]>();
  const wikis: WikiBuilder[] = [];
  const remade = new Map<Remade, WikiDatabase>();
  beforeAll(async () => {
    const plain = await fill(await openWiki(engine));
    wikis.push(plain);
    for (const [name, ask] of Object.entries(statements)) expected.set(name, await ask(plain.db).execute());
    for (const way of WAYS) {
      const wiki = await fill(await openWiki(engine));
      wikis.push(wiki);
      await remakeTables({ url: wiki.url, engine }, way);
      remade.set(way, await open(wiki.url, way.prefix ? { prefix: way.prefix } : {}));
    }
  }, 120_000);
  afterAll(async () => {
    for (const database of remade.values()) await database.close();
    for (const wiki of wikis) await wiki.close();
  });

  describe.each(WAYS)('with %j', way => {
    it('are detected as tables of their release', () => {
      const { release = '1.46' } = way;
      expect(remade.get(way)!.layout).toMatchObject({ release, unknown: [] });
      expect(layoutOf(remade.get(way)!.db).has('pageLinkTargets')).toBe(!isBefore(release, '1.43'));
    });
    it.each(Object.entries(statements))('return the same rows as the newest tables for: %s', async (name, ask) => {
      expect(expected.get(name)).not.toEqual([]);
      expect(await ask(remade.get(way)!.db).execute()).toEqual(expected.get(name));
    });
  });

  it('that store link titles reject comparisons by target id', () => {
    const links = remade.get(WAYS[2]!)!.db.selectFrom('pagelinks').select('pl_from');
    expect(() => links.where('pl_target_id', '=', 1).compile()).toThrow('not by id');
    expect(() => links.orderBy('pl_target_id').compile()).toThrow('not by id');
  });
});

test('queries of 1.39 tables use their indexes', async () => {
  const wiki = await fill(await openWiki());
  await remakeTables({ url: wiki.url, engine: 'sqlite' }, { release: '1.39' });
  const older = await open(wiki.url);
  const indexes = async (name: string): Promise<string> => {
    const { sql, parameters } = (statements[name]!(older.db) as unknown as Compilable).compile();
    const plan = await older.db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
    return plan.rows.map(({ detail }) => detail).join('; ');
  };
  expect(await indexes('links by their target')).toMatch(
    /pagelinks USING (COVERING )?INDEX pl_namespace \(pl_namespace=\? AND pl_title>\?\)$/,
  );
  expect(await indexes('external links of a domain')).toContain('INDEX el_index (el_index>? AND el_index<?)');
  expect(await indexes('the block of an account')).toContain('INDEX ipb_user (ipb_user=?)');
  expect(await indexes('the blocks of addresses')).toContain('INDEX ipb_range (ipb_range_start>? AND ipb_range_start<?)');
  expect(await indexes('comments')).toContain('SEARCH revision_comment_temp USING INDEX revcomment_rev');
  await older.close();
  await wiki.close();
});

async function fill<W extends WikiBuilder>(wiki: W): Promise<W> {
  for (const name of ['Ann', 'Bob', 'Cid']) await wiki.user(name);
  await wiki.page('Main Page', { text: 'Welcome', comment: 'first' });
  await wiki.page('Other', { text: 'x', comment: 'sécond' });
  await wiki.edit('Main Page', { text: 'Welcome!', comment: 'third' });
  await wiki.link('Main Page', 'Other');
  await wiki.link('Other', 'Other');
  await wiki.link('Main Page', 'Talk:Über uns');
  await wiki.link('Main Page', 'Missing');
  await wiki.template('Main Page', 'Box');
  await wiki.image('Main Page', 'B.png');
  await wiki.image('Other', 'A.png');
  await wiki.category('Main Page', 'Birds', { change: true });
  await wiki.category('Other', 'Birds', { sortkey: 'a' });
  await wiki.category('Other', 'Reeds');
  await wiki.log('move', 'move');
  for (const url of ['https://www.example.org:8443/a?b=c', 'http://example.org/', 'https://example.net/x/y#z'])
    await wiki.extlink('Main Page', url);
  const links = [
    { el_to_domain_index: 'mailto:org.example.@someone', el_to_path: '?subject=x' },
    { el_to_domain_index: 'mailto:org.example.@another', el_to_path: '' },
    { el_to_domain_index: 'news:announce.valley.', el_to_path: '' },
    { el_to_domain_index: 'tel:.', el_to_path: '+10000000' },
  ];
  await wiki.db
    .insertInto('externallinks')
    .values(links.map(link => ({ el_from: 1, ...link })))
    .execute();
  await wiki.block('Bob', { reason: 'why' });
  await wiki.block('Cid', { expiry: '20990101000000', namespaces: [1] });
  await wiki.block('192.0.2.0/24', {});
  await wiki.block('192.0.2.7', { expiry: '20300101000000' });
  return wiki;
}

describe.each(engines)('rows of every table on %s', engine => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki(engine);
  });
  afterAll(() => wiki.close());

  it.each(Object.keys(tables).filter(name => name !== 'searchindex'))('can be written and read unchanged in the table %s', async name => {
    const columns = Object.entries(tables[name as keyof typeof tables].columns).filter(([, { traits }]) => !('gone' in traits));
    const db = wiki.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
    const full = Object.fromEntries(columns.map(([column, { kind, traits }]) => [column, sample(kind, traits)]));
    const bare = Object.fromEntries(columns.map(([column, { kind, traits }]) => [column, traits.nullable ? null : other(kind, traits)]));
    await db.deleteFrom(name).execute();
    await db.insertInto(name).values([full, bare]).execute();
    const rows = await db
      .selectFrom(name)
      .select(columns.map(([column]) => column))
      .execute();
    expect(new Set(rows.map(plain))).toEqual(new Set([plain(full), plain(bare)]));
  });
});

type Kind = (typeof tables)['page']['columns']['page_id']['kind'];
type Traits = (typeof tables)['page']['columns']['page_id']['traits'];

/** Returns a value that an engine could change: the largest number, non-ASCII letters, binary data, or a leap day. */
function sample(kind: Kind, { values, size }: Traits): unknown {
  const short = typeof size === 'number' && size < 20;
  switch (kind) {
    case 'serial':
    case 'int':
      return 2 ** 31 - 1;
    case 'bigint':
      return Number.MAX_SAFE_INTEGER;
    case 'smallint':
      return 2 ** 15 - 1;
    case 'tinyint':
    case 'flag':
      return 1;
    case 'real':
      return 0.5;
    case 'fixed':
      return '0'.repeat(size as number);
    case 'bytes':
      return typeof size === 'number' ? Buffer.from('Ä\nb') : Buffer.from([0, 255, 1, 0]);
    case 'enum':
      return values?.[0];
    case 'expiry':
      return 'infinity';
    case 'timestamp':
    case 'datetime':
      return '20240229235959';
    default:
      return short ? 'Ünï😀' : "Ünïcode 😀 \\ ' % _";
  }
}

function other(kind: Kind, { values, size }: Traits): unknown {
  switch (kind) {
    case 'serial':
      return 1;
    case 'int':
    case 'bigint':
    case 'smallint':
    case 'tinyint':
    case 'flag':
    case 'real':
      return 0;
    case 'fixed':
      return 'x'.repeat(size as number);
    case 'bytes':
      return Buffer.from('');
    case 'enum':
      return values?.at(-1);
    case 'expiry':
    case 'timestamp':
    case 'datetime':
      return '19991231000000';
    default:
      return '';
  }
}

/** Serializes a row, so that binary data can be compared. */
const plain = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.entries(row)
      .map(([name, value]) => [name, value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('hex')}` : value])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
