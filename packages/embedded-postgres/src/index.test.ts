import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';

/** URL of this test run's embedded server. */
const connectionString = process.env.TEST_POSTGRES_EMBEDDED;

describe.runIf(connectionString)('the embedded PostgreSQL', () => {
  const clients: pg.Client[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end();
  });

  async function connect(options = ''): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, options });
    clients.push(client);
    await client.connect();
    return client;
  }

  it('reads requests that arrive in many packets, decodes UTF-8, and sorts by bytes', async () => {
    const client = await connect();
    const text = 'Grüße '.repeat(1 << 17);
    expect((await client.query('select $1 as text', [text])).rows).toEqual([{ text }]);
    const sorted = await client.query("select string_agg(x, '' order by x) as text from unnest(array['é', 'b', 'A', 'a']) x");
    expect(sorted.rows).toEqual([{ text: 'Aabé' }]);
  });

  it('applies the settings of each connection', async () => {
    const reader = await connect('-c search_path=one,public -c default_transaction_read_only=on');
    const writer = await connect('-c search_path=two,public');
    const settings = async (client: pg.Client) => {
      const names = ['search_path', 'transaction_read_only'];
      return (await client.query('select current_setting(name) from unnest($1::text[]) name', [names])).rows.map(
        row => row.current_setting,
      );
    };
    for (let i = 0; i < 2; i++) {
      expect(await Promise.all([settings(reader), settings(writer)])).toEqual([
        ['one,public', 'on'],
        ['two,public', 'off'],
      ]);
    }
    await expect(reader.query('create schema one')).rejects.toMatchObject({ code: '25006' });
  });

  it('preserves settings that a connection makes', async () => {
    const [one, two] = [await connect(), await connect('-c search_path=two')];
    const set = (client: pg.Client, path: string) => client.query("select set_config('search_path', $1, false)", [path]);
    const path = async (client: pg.Client) => (await client.query('show search_path')).rows[0].search_path;
    await set(one, 'o"n\'e');
    expect([await path(two), await path(one)]).toEqual(['two', 'o"n\'e']);
    await set(two, 'three');
    expect([await path(one), await path(two), await path(one)]).toEqual(['o"n\'e', 'three', 'o"n\'e']);
  });

  it('applies the rights of each account', async () => {
    const owner = await connect();
    await owner.query(
      'create table closed (secret int); create table opened (word int); create role visitor login; grant select on opened to visitor',
    );
    const visitor = new pg.Client({ connectionString: connectionString?.replace('postgres@', 'visitor@') });
    clients.push(visitor);
    await visitor.connect();
    for (let i = 0; i < 2; i++) {
      expect((await visitor.query('select word from opened')).rows).toEqual([]);
      await expect(visitor.query('select secret from closed')).rejects.toMatchObject({ code: '42501' });
      expect((await owner.query('select secret from closed')).rows).toEqual([]);
      await owner.query("select set_config('search_path', 'public', false)");
    }
    await owner.query('drop table closed, opened; drop role visitor');
  });

  it('blocks other connections during a transaction, and rolls back abandoned transactions', async () => {
    const [writer, reader] = [await connect(), await connect()];
    const schemas = async () => (await reader.query("select nspname as name from pg_namespace where nspname like 'begun%'")).rows;
    const events: string[] = [];
    await writer.query('begin');
    const waiting = schemas().then(rows => events.push(`read ${rows.length}`));
    await writer.query('create schema begun');
    events.push('made one');
    await writer.query('drop schema begun');
    await writer.query('commit');
    await waiting;
    expect(events).toEqual(['made one', 'read 0']);

    await writer.query('begin');
    await writer.query('create schema begun_again');
    await writer.end();
    expect(await schemas()).toEqual([]);
  });

  it('stays usable after errors', async () => {
    const client = await connect();
    await expect(client.query('selec')).rejects.toMatchObject({ code: '42601' });
    await expect(client.query('select $1::int', ['one'])).rejects.toMatchObject({ code: '22P02' });
    expect((await client.query('select $1::int as one', ['1'])).rows).toEqual([{ one: 1 }]);
  });
});
