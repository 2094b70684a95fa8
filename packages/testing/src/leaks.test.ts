import { readFileSync } from 'node:fs';
import { defineModule, f, p, Records, readPage } from '@wikiquery/core';
import type { AnyModule } from '@wikiquery/core/host';
import { type Database, sql } from '@wikiquery/database';
import { isHiddenUser } from '@wikiquery/users';
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import allusers from './examples/allusers.test-kit.ts';
import recentusers from './examples/recentusers.test-kit.ts';
import { describeModule, openWiki } from './index.ts';
import { findLeaks } from './leaks.ts';
import { SUPPRESSED } from './suppressed.ts';

for (const [example, readme] of [
  ['recentusers', '../../../README.md'],
  ['allusers', '../../core/README.md'],
] as const)
  it(`the README shows the tested example ${example}`, () => {
    expect(readFileSync(new URL(readme, import.meta.url), 'utf8')).toContain(`\`\`\`ts\n${sourceOf(example)}\`\`\``);
  });

it('the tutorial shows the tested module and test', () => {
  const tutorial = readFileSync(new URL('../../../docs/authors/tutorial.md', import.meta.url), 'utf8');
  expect(tutorial).toContain(`\`\`\`ts\n// index.ts\n${sourceOf('recentusers')}// index.test.ts\n`);
});

function sourceOf(example: string): string {
  return readFileSync(new URL(`examples/${example}.test-kit.ts`, import.meta.url), 'utf8');
}

describeModule(
  recentusers,
  async wiki => {
    for (const name of ['Wren', 'Lark', 'Ghost']) await wiki.user(name);
    await wiki.block('Ghost', { hideUser: true });
  },
  ({ records }) => {
    it('lists the newest accounts, but no suppressed accounts', async () => {
      expect(await records()).toMatchObject([{ name: 'Admin' }, { name: 'Lark' }, { name: 'Wren' }]);
    });
    it('lists suppressed accounts to users with the right to see them', async () => {
      expect((await records({}, { as: ['hideuser'] })).map(({ name }) => name)).toEqual(['Admin', 'Ghost', 'Lark', 'Wren']);
    });
  },
);

describeModule(
  allusers,
  async wiki => {
    for (const name of ['Wren', 'Lark', 'Ghost']) await wiki.user(name);
    await wiki.block('Ghost', { hideUser: true, by: 'Lark' });
  },
  ({ records }) => {
    it('lists accounts by name, but no suppressed accounts', async () => {
      expect(await records()).toMatchObject([{ name: 'Lark' }, { name: 'Wren' }]);
      expect(await records({ from: 'M' })).toMatchObject([{ name: 'Wren' }]);
    });
    it('lists suppressed accounts to users with the right to see them', async () => {
      expect((await records({}, { as: ['hideuser'] })).map(({ name }) => name)).toEqual(['Ghost', 'Lark', 'Wren']);
    });
  },
);

it.each([
  ['findLeaks finds suppressed users in a table of the module', false, [expect.stringContaining('the id of a suppressed user')]],
  ['findLeaks accepts a module that excludes suppressed users from its own table', true, []],
])('%s', async (_, isCareful, leaks) => {
  const notes = defineModule({
    ...{ group: 'list', name: 'notes', prefix: 'no', summary: 'List the authors of notes.' },
    params: { limit: p.limit(), continue: p.continue() },
    returns: f.record({ id: f.int(), userid: f.int() }),
    async execute({ db, params }) {
      const all = db.withTables<{ note: { note_id: number; note_user: number } }>().selectFrom('note').select(['note_id', 'note_user']);
      const visible = isCareful ? all.where(is => is.not(isHiddenUser('note_user'))) : all;
      const rows = await readPage(visible, { ...params, by: { note_id: 'int' } });
      return rows.records(row => ({ id: row.note_id, userid: row.note_user }));
    },
  });
  const wiki = await openWiki();
  const table = wiki.db.schema.createTable('note').addColumn('note_id', 'integer', column => column.primaryKey());
  await table.addColumn('note_user', 'integer').execute();
  const own = wiki.db.withTables<{ note: { note_id: number; note_user: number } }>();
  const suppressed = ({ id }: { readonly id: number }) => own.insertInto('note').values({ note_id: 1, note_user: id }).execute();
  expect(await findLeaks(wiki, notes as unknown as AnyModule, { suppressed })).toEqual(leaks);
  await wiki.close();
});

it('findLeaks finds suppressed users in an example that lacks the condition for them', async () => {
  const careless = defineModule({
    ...{ group: 'list', name: 'recentusers', prefix: 'ru', summary: 'List the newest accounts.' },
    params: { limit: p.limit(), continue: p.continue() },
    returns: f.record({ userid: f.int(), name: f.string() }),
    async execute(q) {
      const users = q.db.selectFrom('user').select(['user_id', 'user_name']);
      const rows = await readPage(users, { by: { user_id: 'int' }, dir: 'descending', limit: q.params.limit, continue: q.params.continue });
      return rows.records(user => ({ userid: user.user_id, name: user.user_name }));
    },
  });
  expect(await leaksOf(careless)).toEqual([
    'list=recentusers returns the name of a suppressed user: action=query&format=json&formatversion=2&list=recentusers',
    'list=recentusers returns the id of a suppressed user: action=query&format=json&formatversion=2&list=recentusers',
  ]);
});

it('findLeaks finds every suppressed text in the responses of a module that returns all rows', async () => {
  const leaks = await leaksOf(listOf('everything', everyText));
  for (const { what } of SUPPRESSED) expect.soft(leaks).toContainEqual(expect.stringContaining(` returns ${what}: `));
  expect(leaks).toHaveLength(SUPPRESSED.length);
});

it.each([
  ['the comment of a suppressed revision', 'comment_text', 'revision', 'rev_comment_id', 'comment', 'comment_id'],
  ['the user of a suppressed deleted revision', 'actor_name', 'archive', 'ar_actor', 'actor', 'actor_id'],
  ['the user of a suppressed log entry', 'actor_name', 'logging', 'log_actor', 'actor', 'actor_id'],
  ['the comment of a suppressed file version', 'comment_text', 'oldimage', 'oi_description_id', 'comment', 'comment_id'],
  ['the user of a suppressed deleted file version', 'actor_name', 'filearchive', 'fa_actor', 'actor', 'actor_id'],
] as const)('findLeaks finds %s', async (what, column, from, key, joined, id) => {
  const query = sql<{ readonly text: string }>`
    select ${sql.ref(column)} as text from ${sql.table(from)} join ${sql.table(joined)} on ${sql.ref(id)} = ${sql.ref(key)}`;
  const leaks = await leaksOf(listOf('joined', async db => (await query.execute(db)).rows.map(({ text }) => text)));
  expect(leaks).toContainEqual(expect.stringContaining(`list=joined returns ${what}: `));
});

it('findLeaks finds titles of suppressed log entries in the results of a generator', async () => {
  const titles = defineModule({
    ...{ group: 'list', name: 'logged', prefix: 'lo', summary: 'List the titles of the log.', generator: true },
    params: { limit: p.limit(), continue: p.continue() },
    returns: f.record({ id: f.int() }),
    async execute(q) {
      const entries = q.db.selectFrom('logging').select(['log_id', 'log_namespace', 'log_title']);
      const rows = await readPage(entries, { by: { log_id: 'int' }, ...q.params });
      if (q.asGenerator) return rows.pages(row => ({ title: { namespace: row.log_namespace, dbkey: row.log_title } }));
      return rows.records(row => ({ id: row.log_id }));
    },
  });
  expect(await leaksOf(titles)).toContainEqual(expect.stringMatching(/ returns the title of a suppressed log entry: .*&generator=logged/));
});

it('findLeaks finds content that only one parameter value reveals', async () => {
  const comments = defineModule({
    ...{ group: 'prop', name: 'remarks', prefix: 're', summary: 'Return the comments of pages.' },
    params: { prop: p.enum(['size', 'comment']).multi(), show: p.enum(['none', 'all']) },
    returns: f.record({ text: f.string() }),
    async execute(q) {
      if (!q.params.prop?.has('comment') || q.params.show !== 'all') return new Records([]);
      const rows = await q.db
        .selectFrom('revision')
        .innerJoin('comment', 'comment_id', 'rev_comment_id')
        .select(['rev_page', 'comment_text'])
        .where('rev_page', 'in', [...q.pages.found.keys(), 0])
        .execute();
      return new Records(rows.map(row => ({ pageId: row.rev_page, record: { text: row.comment_text } })));
    },
  });
  expect(await leaksOf(comments)).toContainEqual(expect.stringContaining('prop=remarks returns the comment of a suppressed revision: '));
});

it('findLeaks rejects a module that rejects every request', async () => {
  const closed = defineModule({
    ...{ group: 'list', name: 'closed', prefix: 'cl', summary: 'List nothing.' },
    params: { at: p.timestamp().required() },
    returns: f.record({ key: f.string() }),
    execute: async () => new Records([]),
  });
  await expect(leaksOf(closed)).rejects.toThrow('list=closed rejected every request');
});

async function leaksOf(module: AnyModule): Promise<string[]> {
  await using wiki = await openWiki();
  return await findLeaks(wiki, module, {});
}

const listOf = (name: string, texts: (db: Kysely<Database>) => Promise<string[]>) =>
  defineModule({
    ...{ group: 'list', name, prefix: 'te', summary: 'List texts.' },
    params: {},
    returns: f.record({ text: f.string() }),
    execute: async ({ db }) => new Records((await texts(db)).map(text => ({ record: { text } }))),
  });

/** Returns all values of all rows, and hashes also in hexadecimal, as MediaWiki returns them. */
async function everyText(db: Kysely<Database>): Promise<string[]> {
  const texts: string[] = [];
  for (const table of [
    'user',
    'comment',
    'actor',
    'logging',
    'image',
    'oldimage',
    'filearchive',
    'watchlist',
    'text',
    'content',
  ] as const) {
    const rows = await db.selectFrom(table).selectAll().execute();
    for (const value of rows.flatMap(row => Object.values(row)))
      texts.push(value instanceof Uint8Array ? Buffer.from(value).toString() : String(value));
  }
  return [...texts, ...texts.filter(text => /^[0-9a-z]{31}$/.test(text)).map(hexOf)];
}

/** Converts a hash from base 36 to hexadecimal. */
const hexOf = (text: string): string =>
  text
    .split('')
    .reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    .toString(16)
    .padStart(40, '0');
