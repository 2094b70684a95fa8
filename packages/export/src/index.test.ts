import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defineModule, f, Pages, p, Records, readPage } from '@wikiquery/core';
import { type AnyPlugin, CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import { type App, assemble, defaultSettings, listen } from '@wikiquery/server';
import { openWiki, recordingUpstream, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './index.ts';

const props = f.props(
  {
    length: { length: f.int(), half: f.number() },
    flags: { even: f.boolean(), third: f.flag() },
    changed: { changed: f.timestamp(), until: f.expiry(), note: f.nullable(f.string()) },
    parts: { parts: f.array(f.string()) },
  },
  { id: f.int(), title: f.string() },
);

const sheets = defineModule({
  group: 'list',
  name: 'sheets',
  prefix: 'sh',
  summary: 'Pages.',
  cache: 'public',
  generator: true,
  params: { prop: props.param().default(['length']), limit: p.limit(), continue: p.continue() },
  returns: props,
  async execute(q) {
    const pages = q.db.selectFrom('page').select(['page_id', 'page_title']);
    const rows = await readPage(pages, { by: { page_id: 'int' }, limit: q.params.limit, continue: q.params.continue });
    if (q.asGenerator)
      return new Pages(
        rows.rows.map(row => ({ id: row.page_id })),
        rows.next,
      );
    return rows.records(({ page_id: id, page_title: title }) =>
      props.pick(
        q.params.prop,
        {
          length: { length: id * 2 ** 33, half: id / 2 },
          flags: { even: id % 2 === 0, ...(id % 3 === 0 && { third: true as const }) },
          changed: { changed: '2025-01-02T03:04:05Z', until: 'infinity', note: id % 2 ? null : `"${id}",` },
          parts: { parts: title.split('_') },
        },
        { id, title },
      ),
    );
  },
});
const colours = defineModule({
  group: 'prop',
  name: 'colours',
  prefix: 'co',
  summary: 'Colours.',
  params: { limit: p.limit(), continue: p.continue() },
  returns: f.record({ colour: f.string() }),
  execute: async q => {
    const ids = [...q.pages.found.keys()].flatMap(id => ['red', 'green'].map(colour => ({ id, colour })));
    const from = Number(q.params.continue ?? 0);
    const some = ids.slice(from, from + q.params.limit);
    const next = from + q.params.limit < ids.length ? from + q.params.limit : undefined;
    return new Records(
      some.map(({ id, colour }) => ({ pageId: id, record: { colour } })),
      next,
    );
  },
});

const plugins: Readonly<Record<string, AnyPlugin>> = { sheets: sheets as AnyPlugin, colours: colours as AnyPlugin, json };
let folder: string;
let wiki: TestWiki;
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-export-'));
  const dependencies = Object.fromEntries(Object.keys(plugins).map(name => [name, '*']));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies }));
  for (const name of Object.keys(plugins)) {
    await mkdir(join(folder, 'node_modules', name), { recursive: true });
    const manifest = { name, version: '1.0.0', wikiquery: { contract: CONTRACT } };
    await writeFile(join(folder, 'node_modules', name, 'package.json'), JSON.stringify(manifest));
  }
  app = { root: folder, load: async name => ({ default: plugins[name] }) };
  wiki = await openWiki();
  for (let i = 1; i <= 120; i++) await wiki.page(`Sheet ${i}`, { id: i });
});
afterAll(async () => {
  await wiki?.close();
  await rm(folder, { recursive: true });
});

async function get(query: string, ...args: string[]): Promise<string> {
  const out = join(folder, 'rows');
  const given = args.includes('--from') ? [] : ['--database', wiki.url];
  expect(await run(app, [query, '--out', out, ...given, ...args])).toBe(0);
  return out;
}

/** Runs an SQL query in DuckDB. Returns its rows. */
async function table(query: string): Promise<Record<string, unknown>[]> {
  const script = fileURLToPath(new URL('duckdb.test-kit.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, query]);
  return JSON.parse(stdout) as Record<string, unknown>[];
}

describe('wikiquery get', () => {
  it('writes the rows of one response, or of a whole list with `--all`, as NDJSON', async () => {
    const lines = (await readFile(await get('list=sheets&shprop=length', '--all'), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(120);
    expect(JSON.parse(lines[119]!)).toEqual({ id: 120, title: 'Sheet_120', length: 120 * 2 ** 33, half: 60 });
    expect((await readFile(await get('list=sheets&shlimit=7'), 'utf8')).trimEnd().split('\n')).toHaveLength(7);
  });
  it('writes CSV that DuckDB reads', async () => {
    const file = await get('list=sheets&shprop=changed|parts|flags', '--all', '--format', 'csv');
    expect(await table(`select count(*) as rows, max(note) as note, count(note) as notes from read_csv('${file}')`)).toEqual([
      { rows: '120', note: '"98",', notes: '60' },
    ]);
    expect((await readFile(file, 'utf8')).split('\r\n')[1]).toBe('1,Sheet_1,false,,2025-01-02T03:04:05Z,infinity,,"[""Sheet"",""1""]"');
  });
  it('writes Parquet with declared types that DuckDB reads', async () => {
    const file = await get('list=sheets&shprop=length|flags|changed|parts', '--all', '--format', 'parquet');
    const columns = await table(`select column_name as name, column_type as type from (describe select * from read_parquet('${file}'))`);
    expect(Object.fromEntries(columns.map(({ name, type }) => [name, type]))).toEqual({
      id: 'BIGINT',
      title: 'VARCHAR',
      length: 'BIGINT',
      half: 'DOUBLE',
      even: 'BOOLEAN',
      third: 'BOOLEAN',
      changed: 'TIMESTAMP',
      until: 'VARCHAR',
      note: 'VARCHAR',
      parts: 'JSON',
    });
    const [sums] = await table(
      `select count(*) as rows, sum(length) as length, sum(half) as half, count(*) filter (even) as even, count(third) as third, min(changed)::varchar as changed, count(note) as notes from read_parquet('${file}')`,
    );
    expect(sums).toEqual({
      rows: '120',
      length: String(7260 * 2 ** 33),
      half: 3630,
      even: '60',
      third: '40',
      changed: '2025-01-02 03:04:05',
      notes: '60',
    });
  });
  it('writes pages that contain the data of several modules', async () => {
    const lines = (await readFile(await get('generator=sheets&gshlimit=50&prop=colours&colimit=30', '--all'), 'utf8'))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(120);
    for (const line of lines) expect((JSON.parse(line) as { colours: object }).colours).toEqual([{ colour: 'red' }, { colour: 'green' }]);
  });
  it('writes a row for each element of a list with `--each`', async () => {
    const query = 'generator=sheets&gshlimit=50&prop=colours&colimit=30';
    const file = await get(query, '--all', '--each', 'colours', '--format', 'csv');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 240);
    expect(await table(`select colour, count(distinct title) as pages from read_csv('${file}') group by colour order by colour`)).toEqual([
      { colour: 'green', pages: '120' },
      { colour: 'red', pages: '120' },
    ]);
    const parts = await readFile(await get('list=sheets&shprop=parts&shlimit=1', '--each', 'parts'), 'utf8');
    expect(parts).toBe('{"id":1,"title":"Sheet_1","parts":"Sheet"}\n{"id":1,"title":"Sheet_1","parts":"1"}\n');
    await expect(get(query, '--each', 'title')).rejects.toThrow('Choose one of colours with --each.');
  });
  it('queries another wiki with `--from`', async () => {
    const settings = { ...defaultSettings(folder), database: wiki.url, port: 0, secretKey: 'k'.repeat(64) };
    const server = await listen(await assemble(app, settings), settings);
    try {
      const file = await get('list=sheets', '--all', '--from', `${server.origin}/w/api.php`);
      expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(120);
    } finally {
      await server.stop();
    }
  });
  it('names the contact in requests with `--from`', async () => {
    const upstream = await recordingUpstream();
    try {
      await get('list=sheets', '--from', upstream.api.href, '--contact', 'ops@wiki.example');
      const agents = new Set(upstream.received.map(({ headers }) => headers['user-agent']));
      expect([...agents]).toEqual([expect.stringMatching(/^wikiquery\/\S+ \(ops@wiki\.example\) get$/)]);
    } finally {
      await upstream.stop();
    }
  });
  it.each([
    ['list=nosuch', 'The module list=nosuch does not exist.'],
    ['list=sheets&generator=sheets', 'one kind of row'],
    ['action=query', 'The query has no rows.'],
    ['list=sheets&shcontinue=x', 'badcontinue'],
  ])('rejects the query %s', async (query, problem) => {
    await expect(get(query)).rejects.toThrow(problem);
  });
});
