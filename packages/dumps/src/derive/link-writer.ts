import { NS, type ParsedTitle, type Title, titleKey } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { LinkTargets } from '../write/names.ts';
import type { TargetDatabase } from '../write/target.ts';
import { cutBytes, type DerivedPage } from './derive-page.ts';

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

export class LinkWriter {
  readonly #target: TargetDatabase;
  readonly #targets: LinkTargets;
  /** Tables that were imported from table dumps, and so are not derived. */
  readonly #imported: ReadonlySet<string>;

  constructor(target: TargetDatabase, imported: ReadonlySet<string>) {
    this.#target = target;
    this.#targets = new LinkTargets(target);
    this.#imported = imported;
  }

  /** Replaces the redirects that were derived from texts. Other redirects stay as they are in the dump. */
  async writeRedirects(pages: readonly DerivedPage[]): Promise<void> {
    const ids = pages.filter(({ redirect }) => redirect).map(({ id }) => id);
    if (this.#imported.has('redirect') || ids.length === 0) return;
    const { db } = this.#target;
    const abroad = await db
      .selectFrom('redirect')
      .select(['rd_from', 'rd_interwiki', 'rd_title'])
      .where('rd_from', 'in', ids)
      .where('rd_interwiki', '!=', '')
      .execute();
    const known = new Map(abroad.map(row => [row.rd_from, { interwiki: row.rd_interwiki ?? '', dbkey: row.rd_title }]));
    await db.deleteFrom('redirect').where('rd_from', 'in', ids).execute();
    for (const { id, redirect } of pages) {
      if (!redirect) continue;
      const { dbkey, interwiki } = interwikiOf(redirect, known.get(id)) ?? redirect;
      this.#target.add('redirect', id, redirect.namespace, dbkey, interwiki, redirect.fragment);
    }
  }

  async write(ids: readonly number[], pages: readonly DerivedPage[]): Promise<void> {
    for (const [table, owner] of Object.entries(OWNERS) as [LinkTable, string][]) {
      if (!this.#imported.has(table))
        await this.#target.db
          .deleteFrom(table)
          .where(owner as never, 'in', ids as never)
          .execute();
    }
    const targets = await this.#numbers(pages);
    // Only MariaDB and MySQL limit the length of sort keys.
    const maxKey = this.#target.database.engine === 'mariadb' ? 230 : Number.POSITIVE_INFINITY;
    for (const page of pages) {
      for (const row of rowsOf(page, targets, maxKey)) {
        const [table, ...values] = row;
        if (this.#imported.has(table)) continue;
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

interface InterwikiTarget {
  readonly interwiki: string;
  readonly dbkey: string;
}

/** Returns the interwiki target that the dump specifies if its prefix is unknown: the text then looks like a local title. */
function interwikiOf({ interwiki, namespace, dbkey }: ParsedTitle, known: InterwikiTarget | undefined): InterwikiTarget | undefined {
  if (!known || interwiki !== '' || namespace !== NS.MAIN) return undefined;
  return `${known.interwiki}:${known.dbkey}`.slice(1) === dbkey.slice(1) ? known : undefined;
}

const fileOf = (dbkey: string): Title => ({ namespace: FILE, dbkey });
const categoryOf = (dbkey: string): Title => ({ namespace: CATEGORY, dbkey });

const keyOf = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);

type Row = readonly [table: LinkTable, ...values: (string | number | null)[]];

function* rowsOf(page: DerivedPage, targets: ReadonlyMap<string, number>, maxKey: number): Generator<Row> {
  const { id, namespace } = page;
  const numberOf = (title: Title): number => targets.get(keyOf(title)) as number;
  for (const link of page.links) yield ['pagelinks', id, numberOf(link), namespace];
  for (const template of page.templates) yield ['templatelinks', id, numberOf(template), namespace];
  for (const file of page.files) yield ['imagelinks', id, numberOf(fileOf(file)), namespace];
  const type = namespace === CATEGORY ? 'subcat' : namespace === FILE ? 'file' : 'page';
  for (const { to, sortkey, prefix } of page.categories) {
    yield ['categorylinks', id, numberOf(categoryOf(to)), cutBytes(sortkey, maxKey), prefix, page.timestamp, type];
  }
  for (const { el_to_domain_index, el_to_path } of page.urls) yield ['externallinks', id, el_to_domain_index, el_to_path];
  for (const [code, title] of page.languages) yield ['langlinks', id, code, title];
  for (const { prefix, dbkey } of page.interwikis) yield ['iwlinks', id, prefix, dbkey];
  for (const [name, value] of page.properties) yield ['page_props', id, name, value, null];
}
