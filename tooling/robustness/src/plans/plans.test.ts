import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { engines } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { readMariadbPlan, readPostgresPlan, readSqlitePlan } from './explain.ts';
import { examinePlans } from './plans.ts';

/** `engine: module.parameter: table` to why reading the whole table is right; such a request ends at its deadline when it takes too long. */
const expected = JSON.parse(readFileSync(join(import.meta.dirname, 'expected-plans.json'), 'utf8')) as Readonly<Record<string, string>>;

describe.each(engines)('every installed module on %s', engine => {
  it('reads no table as a whole, but for the reasons given', { timeout: 300_000 }, async () => {
    // Statements are the same on all of them, or nearly.
    const every = engine === 'sqlite' || process.env.CI ? 1 : 4;
    const { findings, statements } = await examinePlans(engine, every);
    expect(statements).toBeGreaterThan(300 / every);
    const isExpected = (what: string) => Object.keys(expected).some(pattern => matchesGlob(`${engine}: ${what}`, pattern));
    expect(findings.filter(({ what }) => !isExpected(what))).toEqual([]);
    const ofEngine = Object.keys(expected).filter(pattern => pattern.startsWith('*') || pattern.startsWith(engine));
    const idle = ofEngine.filter(pattern => !findings.some(({ what }) => matchesGlob(`${engine}: ${what}`, pattern)));
    expect(engine === 'sqlite' ? idle : [], 'reasons that explain nothing').toEqual([]);
  });
});

describe('a plan', () => {
  const tablesOf = (reads: readonly { table: string }[]) => reads.map(({ table }) => table);

  it('of SQLite reads a table unless it looks things up, or goes along an index as far as a limit', () => {
    const limited = 'select 1 from page order by page_title limit +?';
    expect(tablesOf(readSqlitePlan('select 1 from page', ['SCAN page']))).toEqual(['page']);
    expect(readSqlitePlan(limited, ['SCAN page USING INDEX name_title'])).toEqual([]);
    expect(tablesOf(readSqlitePlan(limited, ['SCAN page USING INDEX other', 'USE TEMP B-TREE FOR ORDER BY']))).toEqual(['page']);
    expect(readSqlitePlan('select 1 from page', ['SEARCH page USING INDEX name_title (page_namespace=?)'])).toEqual([]);
    expect(readSqlitePlan('select 1', ['CO-ROUTINE found', 'SEARCH page USING INTEGER PRIMARY KEY (rowid=?)', 'SCAN found'])).toEqual([]);
    expect(readSqlitePlan('select 1', ['SCAN searchindex VIRTUAL TABLE INDEX 4:'])).toEqual([]);
  });
  it('of MariaDB reads a table that it reads without key, or with one and sorts', () => {
    const step = { table: 'page', type: 'index', key: 'name_title', Extra: 'Using index' };
    expect(readMariadbPlan([step])).toEqual([]);
    expect(tablesOf(readMariadbPlan([{ ...step, Extra: 'Using index; Using filesort' }]))).toEqual(['page']);
    expect(tablesOf(readMariadbPlan([{ ...step, type: 'ALL', key: null }]))).toEqual(['page']);
    expect(
      readMariadbPlan([
        { ...step, type: 'ref' },
        { ...step, table: '<derived2>', type: 'ALL' },
      ]),
    ).toEqual([]);
  });
  it('of PostgreSQL reads a table that it scans, or goes along as a whole to sort', () => {
    const scan = { 'Node Type': 'Index Scan', Alias: 'page' };
    expect(tablesOf(readPostgresPlan({ 'Node Type': 'Seq Scan', Alias: 'page' }))).toEqual(['page']);
    expect(readPostgresPlan({ 'Node Type': 'Limit', Plans: [scan] })).toEqual([]);
    expect(readPostgresPlan({ 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Incremental Sort', Plans: [scan] }] })).toEqual([]);
    expect(tablesOf(readPostgresPlan({ 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Sort', Plans: [scan] }] }))).toEqual(['page']);
    expect(readPostgresPlan({ ...scan, 'Index Cond': '(page_id = 1)' })).toEqual([]);
  });
});
