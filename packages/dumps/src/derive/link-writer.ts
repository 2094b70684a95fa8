import { NS, type ParsedTitle, type Title, titleKey } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { LinkTargets } from '../write/names.ts';
import type { TargetDatabase } from '../write/target.ts';
import { cutBytes, type DerivedPage } from './derive-page.ts';

/** Tables of links, and the column that says which page a row belongs to. */
const OWNERS = {
  pagelinks: 'pl_from',
  templatelinks: 'tl_from',
  imagelinks: 'il_from',
  categorylinks: 'cl_from',
  externallinks: 'el_from',
  langlinks: 'll_from',
  iwlinks: 'iwl_from',
  page_props: 'pp_page',
} as const satisfies Partial<Record<keyof Database, string>>;
type LinkTable = keyof typeof OWNERS;

const [FILE, CATEGORY] = [6, 14];

/** Writes the links and properties of pages in the place of those that they had before. */
export class LinkWriter {
  readonly #target: TargetDatabase;
  readonly #targets: LinkTargets;
  /** Tables that a dump held stay as they are. */
  readonly #given: ReadonlySet<string>;

  constructor(target: TargetDatabase, given: ReadonlySet<string>) {
    this.#target = target;
    this.#targets = new LinkTargets(target);
    this.#given = given;
  }

  /** Redirects that the texts say something of; others are as the dump said. */
  async writeRedirects(pages: readonly DerivedPage[]): Promise<void> {
    const ids = pages.filter(({ redirect }) => redirect).map(({ id }) => id);
    if (this.#given.has('redirect') || ids.length === 0) return;
    const { db } = this.#target;
    const abroad = await db
      .selectFrom('redirect')
      .select(['rd_from', 'rd_interwiki', 'rd_title'])
      .where('rd_from', 'in', ids)
      .where('rd_interwiki', '!=', '')
      .execute();
    const told = new Map(abroad.map(row => [row.rd_from, { interwiki: row.rd_interwiki ?? '', dbkey: row.rd_title }]));
    await db.deleteFrom('redirect').where('rd_from', 'in', ids).execute();
    for (const { id, redirect } of pages) {
      if (!redirect) continue;
      const { dbkey, interwiki } = abroadOf(redirect, told.get(id)) ?? redirect;
      this.#target.add('redirect', id, redirect.namespace, dbkey, interwiki, redirect.fragment);
    }
  }

  async write(ids: readonly number[], pages: readonly DerivedPage[]): Promise<void> {
    for (const [table, owner] of Object.entries(OWNERS) as [LinkTable, string][]) {
      if (!this.#given.has(table))
        await this.#target.db
          .deleteFrom(table)
          .where(owner as never, 'in', ids as never)
          .execute();
    }
    const targets = await this.#numbers(pages);
    // Only this engine has a limit for the length of sort keys.
    const longestKey = this.#target.database.engine === 'mariadb' ? 230 : Number.POSITIVE_INFINITY;
    for (const page of pages) {
      for (const row of rowsOf(page, targets, longestKey)) {
        const [table, ...values] = row;
        if (this.#given.has(table)) continue;
        if (table === 'externallinks') this.#target.add(table, this.#target.nextId(table), ...values);
        else this.#target.add(table, ...values);
      }
    }
  }

  async #numbers(pages: readonly DerivedPage[]): Promise<ReadonlyMap<string, number>> {
    const titles = pages.flatMap(({ links, templates, files, categories }) => [
      ...[...links, ...templates, ...Array.from(files, fileOf)],
      ...Array.from(categories, ({ to }) => categoryOf(to)),
    ]);
    return this.#targets.numbers(new Map(titles.map(title => [keyOf(title), title])));
  }
}

interface Abroad {
  readonly interwiki: string;
  readonly dbkey: string;
}

/** What the dump told of a target in another wiki, whose prefix is not known here: the text alone seems to name a page of this wiki. */
function abroadOf({ interwiki, namespace, dbkey }: ParsedTitle, told: Abroad | undefined): Abroad | undefined {
  if (!told || interwiki !== '' || namespace !== NS.MAIN) return undefined;
  return `${told.interwiki}:${told.dbkey}`.slice(1) === dbkey.slice(1) ? told : undefined;
}

const fileOf = (dbkey: string): Title => ({ namespace: FILE, dbkey });
const categoryOf = (dbkey: string): Title => ({ namespace: CATEGORY, dbkey });

const keyOf = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);

type Row = readonly [table: LinkTable, ...values: (string | number | null)[]];

function* rowsOf(page: DerivedPage, targets: ReadonlyMap<string, number>, longestKey: number): Generator<Row> {
  const { id, namespace } = page;
  const numberOf = (title: Title): number => targets.get(keyOf(title)) as number;
  for (const link of page.links) yield ['pagelinks', id, numberOf(link), namespace];
  for (const template of page.templates) yield ['templatelinks', id, numberOf(template), namespace];
  for (const file of page.files) yield ['imagelinks', id, numberOf(fileOf(file)), namespace];
  const type = namespace === CATEGORY ? 'subcat' : namespace === FILE ? 'file' : 'page';
  for (const { to, sortkey, prefix } of page.categories) {
    yield ['categorylinks', id, numberOf(categoryOf(to)), cutBytes(sortkey, longestKey), prefix, page.timestamp, type];
  }
  for (const { el_to_domain_index, el_to_path } of page.urls) yield ['externallinks', id, el_to_domain_index, el_to_path];
  for (const [code, title] of page.languages) yield ['langlinks', id, code, title];
  for (const { prefix, dbkey } of page.interwikis) yield ['iwlinks', id, prefix, dbkey];
  for (const [name, value] of page.properties) yield ['page_props', id, name, value, null];
}
