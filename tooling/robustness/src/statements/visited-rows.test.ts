// Tests how many database rows requests visit, in a wiki and in another that is twice as large.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchmarkWiki } from '@wikiquery/benchmark/wiki';
import type { Statement } from '@wikiquery/database';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { asker, openServer } from '../inside-process.ts';
import type { Ask } from '../requests/modules.ts';

const folder = mkdtempSync(join(tmpdir(), 'wikiquery-visits-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Requests for frequent values, and for rare values, whose scans end after some thousand rows. */
const REQUESTS = [
  'prop=links&plnamespace=0',
  'prop=links&plnamespace=1',
  'prop=links&plnamespace=0|1',
  'prop=contributors&pcgroup=bot',
  'list=logevents&lenamespace=0',
  'list=logevents&leprefix=M',
  'list=alllinks&aldir=descending',
  'list=allpages&apfilterlanglinks=withoutlanglinks',
  'list=usercontribs&ucuser=Writer 1&ucnamespace=0',
  'list=blocks&bklimit=max',
  'list=recentchanges&rcshow=anon',
  'prop=linkshere&lhnamespace=0',
  'list=allpages&apmaxsize=0',
  'list=allpages&apminsize=100000',
  'list=allpages&apprtype=edit',
  'list=logevents&letag=mobile edit',
  'list=allrevisions&arvnamespace=8',
  'list=exturlusage&eunamespace=8',
  'list=langbacklinks&lbllang=de&lblcontinue=de|Seite 9|1',
];

/** Maximum number of visited rows per returned value, which may need rows of several tables and several index entries. */
const ROWS_PER_VALUE = 20;
const MAX_OTHER_ROWS = 4000;

interface Visit {
  readonly request: string;
  readonly visited: number;
  /** Number of values in the response, and of requested pages. */
  readonly values: number;
}

it('a request visits hardly more rows if the wiki is twice as large', { timeout: 180_000 }, async () => {
  // Scans for rare values already reach their limit in the smaller wiki.
  const [small, large] = [await visitsIn(20_000), await visitsIn(40_000)];
  expect(small.filter(({ values }) => values < 2)).toEqual([]);
  const grows = ({ visited, values }: Visit, i: number): boolean =>
    visited > ROWS_PER_VALUE * values + MAX_OTHER_ROWS && visited > 1.2 * small[i]!.visited;
  expect(large.filter(grows)).toEqual([]);
});

async function visitsIn(pages: number): Promise<Visit[]> {
  const { file } = benchmarkWiki(folder, pages / 1_000_000, () => {});
  let statements: Statement[] = [];
  const hooks = { statement: (statement: Statement) => void statements.push(statement) };
  const server = await openServer(`sqlite:${file}`, hooks, { clock: new Date(Date.UTC(2025, 0, 15)), lenient: true });
  const countRows = rowCounter(file);
  try {
    const ask = asker(server, '');
    const titles = await somePages(ask);
    const visits: Visit[] = [];
    for (const request of REQUESTS) {
      statements = [];
      const { query } = await ask({ ...(request.startsWith('prop') && { titles }), ...Object.fromEntries(new URLSearchParams(request)) });
      const read = statements.filter(({ sql }) => /^\(?(?:select|with) /.test(sql));
      const visited = read.reduce((sum, statement) => sum + countRows(statement), 0);
      visits.push({ request, visited, values: valuesIn(query) + (request.startsWith('prop') ? titles.split('|').length : 0) });
    }
    return visits;
  } finally {
    await server.close();
  }
}

/** Returns the titles of fifty pages from several namespaces. */
async function somePages(ask: Ask): Promise<string> {
  const titles: string[] = [];
  for (const apnamespace of ['0', '1', '2', '6', '10', '14']) {
    const { query } = await ask({ list: 'allpages', apnamespace, aplimit: '9' });
    titles.push(...query.allpages.map(({ title }: { readonly title: string }) => title));
  }
  return titles.slice(0, 50).join('|');
}

/** Returns a function that counts the rows that a statement visits. Statements call `wikiquery_tick` every 61 rows; here, for each row. */
function rowCounter(file: string): (statement: Statement) => number {
  const db = new Sqlite(file, { readonly: true });
  afterAll(() => db.close());
  db.pragma('automatic_index = off');
  let count = 0;
  db.function('wikiquery_tick', { deterministic: false, directOnly: true }, () => {
    count++;
    return 1;
  });
  return ({ sql, parameters }) => {
    count = 0;
    db.prepare(sql.replaceAll(' % 61 <> 0 or wikiquery_tick()', ' % 1 <> 0 or wikiquery_tick()')).all(...parameters);
    return count;
  };
}

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, item) => sum + valuesIn(item), 1) : 1;
