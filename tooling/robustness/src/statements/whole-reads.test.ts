// Tests that no installed module has an SQL statement that reads a whole table without a reason.
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import type { EngineName, Statement } from '@wikiquery/database';
import { engines, openWiki } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { asker, login, openServer } from '../inside-process.ts';
import type { Question } from '../requests/modules.ts';
import { trialsOf } from '../requests/trials.ts';
import { PASSWORD, plant, SUPPRESSOR } from '../secrets/planted-wiki.ts';
import { openExplainer, readMariadbPlan, readPostgresPlan, readSqlitePlan, type WholeRead } from './whole-reads.ts';
import { SMALL_TABLES, widen } from './wide-wiki.ts';

/** Reasons for reading whole tables, by `engine: module.parameter: table`. */
const EXPECTED: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(import.meta.dirname, 'expected-whole-reads.json'), 'utf8'));

describe.each(engines)('every installed module on %s', engine => {
  it('reads no whole table without a documented reason', { timeout: 300_000 }, async () => {
    // All engines have nearly the same statements, so a sample is enough for engines other than SQLite.
    const every = engine === 'sqlite' || process.env.CI ? 1 : 4;
    const { findings, statements } = await findWholeReads(engine, every);
    expect(statements).toBeGreaterThan(300 / every);
    const patterns = Object.keys(EXPECTED);
    expect(findings.filter(({ what }) => !patterns.some(pattern => matchesGlob(`${engine}: ${what}`, pattern)))).toEqual([]);
    const unused = patterns.filter(pattern => !findings.some(({ what }) => matchesGlob(`sqlite: ${what}`, pattern)));
    expect(engine === 'sqlite' ? unused.filter(pattern => /^(?:\*|sqlite)/.test(pattern)) : []).toEqual([]);
  });
});

interface Finding {
  /** `module: table`, or `module.parameter: table` if the parameter is the cause. */
  readonly what: string;
  readonly question: Question;
  readonly sql: string;
  readonly plan: string;
}

/** Sends one in `every` trials, as a visitor and with all rights, and runs `explain` on each SQL statement. */
async function findWholeReads(
  engine: EngineName,
  every: number,
): Promise<{ readonly findings: readonly Finding[]; readonly statements: number }> {
  await using wiki = await openWiki(engine);
  const planted = await plant(wiki, []);
  await widen(wiki);
  await using explainer = await openExplainer(wiki);
  let statements: Statement[] = [];
  const server = await openServer(wiki.url, { statement: statement => statements.push(statement) });
  const explained = new Map<string, WholeRead[]>();
  const findings = new Map<string, Finding>();
  try {
    for (const cookie of ['', await login(server, SUPPRESSOR, PASSWORD)]) {
      const ask = asker(server, cookie);
      for (const [i, { what, question }] of (await trialsOf(ask, planted)).entries()) {
        if (i % every !== 0) continue;
        statements = [];
        await ask(question);
        // Statements such as `show replica status` have no plan.
        for (const statement of statements.filter(({ sql }) => /^(?:select|with) /.test(sql))) {
          const { sql } = statement;
          if (!explained.has(sql)) explained.set(sql, await explainer.wholeReads(statement));
          for (const { table: alias, plan } of explained.get(sql)!) {
            const table = tableNamed(alias, sql);
            const key = `${what}: ${table}`;
            if (!SMALL_TABLES.has(table) && !findings.has(key)) findings.set(key, { what: key, question, sql, plan });
          }
        }
      }
    }
  } finally {
    await server.close();
  }
  // If a module is reported for a table, its parameters are not reported for the same table.
  const own = [...findings.values()].filter(({ what }) => !what.includes('.') || !findings.has(what.replace(/\.[^:]*/, '')));
  return { findings: own, statements: explained.size };
}

const tableNamed = (alias: string, sql: string): string =>
  new RegExp(`(?:from|join) [\`"]?(\\w+)[\`"]? as [\`"]?${alias}[\`"]?(?!\\w)`).exec(sql)?.[1] ?? alias;

describe('the reader of query plans', () => {
  const tablesOf = (reads: readonly { table: string }[]) => reads.map(({ table }) => table);

  it('accepts lookups, and index scans that a limit ends, in plans of SQLite', () => {
    const limited = 'select 1 from page order by page_title limit +?';
    expect(tablesOf(readSqlitePlan('select 1 from page', ['SCAN page']))).toEqual(['page']);
    expect(readSqlitePlan(limited, ['SCAN page USING INDEX name_title'])).toEqual([]);
    expect(tablesOf(readSqlitePlan(limited, ['SCAN page USING INDEX other', 'USE TEMP B-TREE FOR ORDER BY']))).toEqual(['page']);
    expect(readSqlitePlan('select 1 from page', ['SEARCH page USING INDEX name_title (page_namespace=?)'])).toEqual([]);
    expect(readSqlitePlan('select 1', ['CO-ROUTINE found', 'SEARCH page USING INTEGER PRIMARY KEY (rowid=?)', 'SCAN found'])).toEqual([]);
    expect(readSqlitePlan('select 1', ['SCAN searchindex VIRTUAL TABLE INDEX 4:'])).toEqual([]);
  });
  it('reports scans without a key and sorted index scans in plans of MariaDB', () => {
    const step = { table: 'page', type: 'index', key: 'name_title', Extra: 'Using index' };
    expect(readMariadbPlan([step])).toEqual([]);
    expect(tablesOf(readMariadbPlan([{ ...step, Extra: 'Using index; Using filesort' }]))).toEqual(['page']);
    expect(tablesOf(readMariadbPlan([{ ...step, type: 'ALL', key: null }]))).toEqual(['page']);
    const lookups = [
      { ...step, type: 'ref' },
      { ...step, table: '<derived2>', type: 'ALL' },
    ];
    expect(readMariadbPlan(lookups)).toEqual([]);
  });
  it('reports table scans and sorted index scans in plans of PostgreSQL', () => {
    const scan = { 'Node Type': 'Index Scan', Alias: 'page' };
    expect(tablesOf(readPostgresPlan({ 'Node Type': 'Seq Scan', Alias: 'page' }))).toEqual(['page']);
    expect(readPostgresPlan({ 'Node Type': 'Limit', Plans: [scan] })).toEqual([]);
    expect(readPostgresPlan({ 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Incremental Sort', Plans: [scan] }] })).toEqual([]);
    expect(tablesOf(readPostgresPlan({ 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Sort', Plans: [scan] }] }))).toEqual(['page']);
    expect(readPostgresPlan({ ...scan, 'Index Cond': '(page_id = 1)' })).toEqual([]);
  });
});
