import { Files } from './files.ts';

/** Fills the database of a wiki with the rows that MediaWiki would write. Only `log` writes log entries. */
export class WikiBuilder extends Files {
  /** Adds an interwiki prefix. `url` contains `$1` in place of the title. */
  async interwiki(
    prefix: string,
    url: string,
    { local = false, trans = false, api = '' }: { readonly local?: boolean; readonly trans?: boolean; readonly api?: string } = {},
  ): Promise<void> {
    await this.db
      .insertInto('interwiki')
      .values({ iw_prefix: prefix, iw_url: url, iw_api: api, iw_wikiid: '', iw_local: Number(local), iw_trans: Number(trans) })
      .execute();
  }

  /** Saves the cached rows of a special page such as `Ancientpages`. */
  async queryCache(type: string, rows: readonly { readonly title: string; readonly value?: number }[]): Promise<void> {
    for (const { title, value = 0 } of rows) {
      const { namespace, dbkey } = this.titleOf(title);
      await this.db.insertInto('querycache').values({ qc_type: type, qc_value: value, qc_namespace: namespace, qc_title: dbkey }).execute();
    }
    await this.db.insertInto('querycache_info').values({ qci_type: type, qci_timestamp: this.tick() }).execute();
  }
}
