import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { createStatements, isBefore, RELEASES, type Release } from '@wikiquery/database';
import Sqlite from 'better-sqlite3';
import { type BenchmarkWiki, RELEASE } from './wiki-file.ts';

/** The same wiki in the tables of another release, made when it is not there yet. */
export function inRelease(wiki: BenchmarkWiki, release: string): BenchmarkWiki {
  const wanted = RELEASES.find(known => known === release);
  if (!wanted) throw new Error(`The tables of MediaWiki ${release} are not known: ${RELEASES.join(', ')}.`);
  if (wanted === RELEASE) return wiki;
  const file = wiki.file.replace('.sqlite', `-${release}.sqlite`);
  if (!existsSync(file)) {
    const unfinished = `${file}.unfinished`;
    rmSync(unfinished, { force: true });
    copyFileSync(wiki.file, unfinished);
    remake(unfinished, wanted);
    renameSync(unfinished, file);
  }
  return { ...wiki, file };
}

/** A table that is filled from what it was in the tables that the wiki is made in. */
interface Change {
  readonly isIn: (release: Release) => boolean;
  readonly table: string;
  readonly from: string;
  readonly columns: string;
  readonly values: string;
  readonly joins?: string;
}

const since = (first: Release) => (release: Release) => !isBefore(release, first);
const until = (first: Release) => (release: Release) => isBefore(release, first);

const CHANGES: readonly Change[] = [
  {
    isIn: since('1.45'),
    table: 'categorylinks',
    from: 'categorylinks',
    columns: 'cl_from, cl_sortkey, cl_sortkey_prefix, cl_timestamp, cl_type, cl_collation_id, cl_target_id',
    values: 'cl_from, cl_sortkey, cl_sortkey_prefix, cl_timestamp, cl_type, 1, lt_id',
    joins: 'join linktarget on lt_namespace = 14 and lt_title = cl_to',
  },
  {
    isIn: since('1.46'),
    table: 'imagelinks',
    from: 'imagelinks',
    columns: 'il_from, il_from_namespace, il_target_id',
    values: 'il_from, il_from_namespace, lt_id',
    joins: 'join linktarget on lt_namespace = 6 and lt_title = il_to',
  },
  {
    isIn: until('1.43'),
    table: 'pagelinks',
    from: 'pagelinks',
    columns: 'pl_from, pl_namespace, pl_title, pl_from_namespace',
    values: 'pl_from, lt_namespace, lt_title, pl_from_namespace',
    joins: 'join linktarget on lt_id = pl_target_id',
  },
  {
    isIn: until('1.43'),
    table: 'ipblocks',
    from: 'block',
    columns: 'ipb_id, ipb_address, ipb_user, ipb_by_actor, ipb_reason_id, ipb_timestamp, ipb_expiry, ipb_range_start, ipb_range_end',
    values: "bl_id, bt_user_text, bt_user, bl_by_actor, bl_reason_id, bl_timestamp, bl_expiry, '', ''",
    joins: 'join block_target on bt_id = bl_target',
  },
];

const DROPPED: readonly (readonly [since: Release, table: string, column: string])[] = [
  ['1.45', 'recentchanges', 'rc_new'],
  ['1.46', 'recentchanges', 'rc_type'],
  ['1.46', 'revision', 'rev_sha1'],
  ['1.46', 'archive', 'ar_sha1'],
];

function remake(file: string, release: Release): void {
  const db = new Sqlite(file);
  for (const { isIn, table, from, columns, values, joins = '' } of CHANGES) {
    if (!isIn(release)) continue;
    dropIndexes(db, from);
    db.exec(`alter table ${from} rename to old_table`);
    const own = createStatements('sqlite', '', release).filter(
      text => text.includes(`create table "${table}"`) || text.includes(` on "${table}" `),
    );
    for (const statement of own.filter(text => text.startsWith('create table'))) db.exec(statement);
    db.exec(`insert into ${table} (${columns}) select ${values} from old_table ${joins}`);
    for (const statement of own.filter(text => !text.startsWith('create table'))) db.exec(statement);
    db.exec('drop table old_table');
  }
  if (isBefore(release, '1.43')) db.exec('drop table block_target');
  const dropped = DROPPED.filter(([first]) => !isBefore(release, first));
  for (const table of new Set(dropped.map(([, name]) => name))) dropIndexes(db, table);
  for (const [, table, column] of dropped) db.exec(`alter table ${table} drop column ${column}`);
  for (const statement of createStatements('sqlite', '', release)) {
    const [, table = ''] = /^create (?:unique )?index \w+ on "(\w+)"/.exec(statement) ?? [];
    if (dropped.some(([, name]) => name === table)) db.exec(statement);
  }
  db.close();
}

function dropIndexes(db: Sqlite.Database, table: string): void {
  const indexes = db.prepare<[string], { name: string }>(
    "select name from sqlite_master where type = 'index' and tbl_name = ? and sql is not null",
  );
  for (const { name } of indexes.all(table)) db.exec(`drop index ${name}`);
}
