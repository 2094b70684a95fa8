// Tests follow with responses in which each value in turn has every other type. It must write nothing that MediaWiki would not write.
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { open, sql } from '@wikiquery/database';
import { followWiki, importSources } from '@wikiquery/dumps';
import { writeXml } from '@wikiquery/wiki-builder';
import { beforeAll, expect, it, vi } from 'vitest';
import { progressTo, useStand } from '../stand.test-kit.ts';
import { type HostileWiki, honest, PAGE, REVISION, startHostileWiki } from './hostile-wiki.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

const stand = useStand();
const folder = stand.folder();
let wiki: HostileWiki;
const progress = progressTo();
const BARE = { progress, without: new Set(['links', 'search'] as const) };
const describeWiki = async (): Promise<object> => honest(new URLSearchParams('meta=siteinfo'));

beforeAll(async () => {
  wiki = stand.use(await startHostileWiki());
  const revision = { id: 10, timestamp: '20240101000000', user: ['Ada', 1] as const, text: 'A bird.' };
  await writeFile(join(folder, 'ponds.xml'), writeXml({ pages: [{ id: 2, title: 'Heron', revisions: [revision] }] }));
  await importSources(`sqlite:${join(folder, 'imported.sqlite')}`, [join(folder, 'ponds.xml')], { ...BARE, site: await describeWiki() });
});

const FILE = { pageid: 7, ns: 6, title: 'File:A.png' };
const FILE_REVISION = { ...REVISION, revid: 30 };
const ENTRY = {
  ...{ logid: 5, ns: 0, title: 'Heron', type: 'move', action: 'move', user: 'Ada', userid: 1, timestamp: '2024-02-02T00:00:00Z' },
  ...{ comment: 'c', params: { target_ns: 0, target_title: 'Stork', suppressredirect: true }, revid: 20 },
};
const UPLOAD = {
  ...{ timestamp: '2024-01-01T00:00:00Z', user: 'Ada', userid: 1, comment: 'x', size: 3, sha1: 'a'.repeat(40) },
  archivename: '20240101000000!A.png',
};
const protection = [{ type: 'edit', level: 'sysop', expiry: 'infinity', cascade: true }];
const RESPONSES: Readonly<Record<'changes' | 'pages', object>> = {
  changes: {
    batchcomplete: true,
    query: {
      allrevisions: [
        { ...PAGE, revisions: [REVISION] },
        { ...FILE, revisions: [FILE_REVISION] },
      ],
      logevents: [ENTRY],
    },
  },
  pages: {
    batchcomplete: true,
    query: {
      pages: [
        { ...PAGE, redirect: true, protection, revisions: [REVISION] },
        { ...FILE, protection: [], revisions: [FILE_REVISION], imagerepository: 'local', imageinfo: [UPLOAD] },
      ],
      redirects: [{ from: 'Heron', to: 'Stork' }],
    },
  },
};

const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, 2 ** 31, '', 'x', '\0', 'a\0b', '\ud800', '\n', 'x'.repeat(300), 'infinity', 'NaN'],
  ...['9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', [], {}, [[]], [null], ['x'], { a: 1 }, { toString: 'x' }],
];

type Path = readonly (string | number)[];

function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) yield* pathsIn(item, [...path, Array.isArray(value) ? Number(key) : key]);
}

function withValue(document: object, path: Path, value: unknown): object {
  const copy = structuredClone(document);
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as typeof at;
  at[path.at(-1) as string] = value;
  return copy;
}

/** Query for the types of written values, and for the lengths of timestamps. */
const TYPES = sql<{ types: string }>`
  select 'page ' || typeof(page_id) || ' ' || typeof(page_namespace) || ' ' || typeof(page_title) || ' ' || typeof(page_latest) as types from page
  union select 'revision ' || typeof(rev_page) || ' ' || typeof(rev_len) || ' ' || typeof(rev_parent_id) || ' ' || length(rev_timestamp) from revision
  union select 'logging ' || typeof(log_type) || ' ' || typeof(log_action) || ' ' || typeof(log_params) || ' ' || length(log_timestamp) from logging
  union select 'actor ' || typeof(actor_name) || ' ' || replace(typeof(actor_user), 'null', 'integer') from actor
  union select 'content ' || typeof(content_size) || ' ' || typeof(content_sha1) from content
  union select 'page_restrictions ' || typeof(pr_type) || ' ' || typeof(pr_level) || ' ' || typeof(pr_expiry) from page_restrictions
  order by 1`;
const EXPECTED = [
  'actor text integer',
  'content integer text',
  'logging text text text 14',
  'page integer integer text integer',
  'page_restrictions text text text',
  'revision integer integer integer 14',
];

async function follow(): Promise<string[]> {
  const file = join(folder, 'wiki.sqlite');
  for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
  await cp(join(folder, 'imported.sqlite'), file);
  const options = { ...BARE, describe: describeWiki, anyWiki: true, once: true, rate: 100_000, retries: 0, uploads: true };
  await followWiki(`sqlite:${file}`, new URL(wiki.api), { ...options, images: join(folder, 'images') });
  const { db, close } = await open(`sqlite:${file}`, { connections: 1 });
  const { rows } = await TYPES.execute(db);
  await close();
  return rows.map(({ types }) => types);
}

it.each(['changes', 'pages'] as const)(
  'follow rejects %s with values of other types with a clear error, or writes only what MediaWiki would write',
  { timeout: 240_000 },
  async kind => {
    let responses = RESPONSES;
    wiki.hostility = params => {
      if (params.get('list')?.includes('allrevisions')) return responses.changes;
      return params.has('pageids') || params.has('revids') || params.has('titles') ? responses.pages : undefined;
    };
    expect(await follow()).toEqual(EXPECTED);
    const cases = [...pathsIn(RESPONSES[kind])].flatMap(path => VALUES.map(value => [path, value] as const));
    // The step is coprime to the number of values, so that every value is used.
    const step = process.env.CI ? 7 : 57;
    const [refused, wrong]: [string[], unknown[]] = [[], []];
    for (const [path, value] of cases.filter((_, at) => at % step === 0)) {
      responses = { ...RESPONSES, [kind]: withValue(RESPONSES[kind], path, value) };
      const what = `${path.join('.')}: ${JSON.stringify(value)}`;
      const outcome = await follow().catch((error: Error) => `${error.name}: ${error.message}`);
      if (typeof outcome === 'string') (REFUSAL.test(outcome) ? refused : wrong).push(`${what}: ${outcome}`);
      else if (!isAsExpected(outcome)) wrong.push([what, outcome]);
    }
    expect(wrong).toEqual([]);
    expect(refused.length).toBeGreaterThan(10);
  },
);

const REFUSAL = /^WikiError: bad-response: .* (?:not what MediaWiki sends|not a list of objects)\.$/;

/** Whether rows are as expected. A hostile response may result in fewer rows than an honest one, but not in other rows. */
const isAsExpected = (types: readonly string[]): boolean =>
  types.every(each => EXPECTED.includes(each)) &&
  types.some(each => each.startsWith('page ')) &&
  types.some(each => each.startsWith('revision '));
