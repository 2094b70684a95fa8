import { isAddress } from '@wikiquery/addresses';
import { serializePhp } from '@wikiquery/text-storage';
import type { BuiltPage } from './ledger.ts';
import { PagesBuilder } from './pages.ts';

/** Properties of a category membership. */
export interface CategoryOptions {
  readonly sortkey?: string;
  readonly timestamp?: string;
  /** Whether to add a recent change for the membership. Default: false. */
  readonly change?: boolean;
}

export abstract class LinksBuilder extends PagesBuilder {
  /** Adds a link from a page to a title. */
  link(from: string | BuiltPage, to: string): Promise<void> {
    return this.#addLink('pagelinks', 'pl', from, to, 0);
  }

  /** Adds the transclusion of a template into a page. */
  template(from: string | BuiltPage, template: string): Promise<void> {
    return this.#addLink('templatelinks', 'tl', from, template, 10);
  }

  /** Adds the use of a file in a page. */
  image(from: string | BuiltPage, file: string): Promise<void> {
    return this.#addLink('imagelinks', 'il', from, file, 6);
  }

  async #addLink(table: string, prefix: string, from: string | BuiltPage, to: string, namespace: number): Promise<void> {
    const page = await this.pageOf(from);
    const target = await this.dictionary.linkTarget(this.titleOf(to, namespace));
    const row = { [`${prefix}_from`]: page.id, [`${prefix}_from_namespace`]: page.namespace, [`${prefix}_target_id`]: target };
    await this.db
      .insertInto(table as 'pagelinks')
      .values(row as never)
      .execute();
  }

  /** Adds a page to a category, and updates the counts of the category. */
  async category(
    page: string | BuiltPage,
    category: string,
    { sortkey = '', timestamp, change = false }: CategoryOptions = {},
  ): Promise<void> {
    const member = await this.pageOf(page);
    const title = this.titleOf(category, 14);
    const { dbkey } = title;
    const name = member.dbkey.replaceAll('_', ' ').toUpperCase();
    const type = member.namespace === 14 ? 'subcat' : member.namespace === 6 ? 'file' : 'page';
    const time = this.tick(timestamp);
    await this.db
      .insertInto('categorylinks')
      .values({
        cl_from: member.id,
        cl_target_id: await this.dictionary.linkTarget(title),
        cl_sortkey: sortkey === '' ? name : `${sortkey.toUpperCase()}\n${name}`,
        cl_sortkey_prefix: sortkey,
        cl_timestamp: time,
        cl_collation_id: await this.dictionary.collation('uppercase'),
        cl_type: type,
      })
      .execute();
    const known = await this.db.selectFrom('category').select('cat_id').where('cat_title', '=', dbkey).executeTakeFirst();
    if (!known) await this.db.insertInto('category').values({ cat_title: dbkey }).execute();
    await this.db
      .updateTable('category')
      .set(is => ({
        cat_pages: is('cat_pages', '+', 1),
        cat_subcats: is('cat_subcats', '+', Number(type === 'subcat')),
        cat_files: is('cat_files', '+', Number(type === 'file')),
      }))
      .where('cat_title', '=', dbkey)
      .execute();
    if (!change) return;
    await this.addChange(
      { namespace: 14, dbkey },
      {
        rc_timestamp: time,
        rc_actor: await this.actorOf('Admin'),
        rc_comment_id: await this.dictionary.comment(`[[:${this.titles.text(member)}]] added to category`),
        rc_cur_id: member.id,
        rc_this_oldid: member.latest,
        rc_source: 'mw.categorize',
        rc_patrolled: 2,
        rc_params: serializePhp({ 'hidden-cat': false, added: true }),
      },
    );
  }

  /** Adds a link to the same page in another language. */
  async langlink(from: string | BuiltPage, lang: string, title: string): Promise<void> {
    const { id } = await this.pageOf(from);
    await this.db.insertInto('langlinks').values({ ll_from: id, ll_lang: lang, ll_title: title }).execute();
  }

  /** Adds an interwiki link. */
  async iwlink(from: string | BuiltPage, prefix: string, title: string): Promise<void> {
    const { id } = await this.pageOf(from);
    await this.db
      .insertInto('iwlinks')
      .values({ iwl_from: id, iwl_prefix: prefix, iwl_title: title.replaceAll(' ', '_') })
      .execute();
  }

  /** Adds an external link. Throws a TypeError for an invalid URL. */
  async extlink(from: string | BuiltPage, url: string): Promise<void> {
    const { id } = await this.pageOf(from);
    const { protocol, hostname, port, pathname, search, hash } = new URL(url);
    const reversed = isAddress(hostname) ? `V4.${hostname}.` : `${hostname.split('.').reverse().join('.')}.`;
    const domain = `${protocol}//${reversed}${port && `:${port}`}`;
    await this.db
      .insertInto('externallinks')
      .values({ el_from: id, el_to_domain_index: domain, el_to_path: pathname + search + hash })
      .execute();
  }

  /** Adds a page property. */
  async prop(page: string | BuiltPage, name: string, value: string, sortkey: number | null = null): Promise<void> {
    const { id } = await this.pageOf(page);
    await this.db.insertInto('page_props').values({ pp_page: id, pp_propname: name, pp_value: value, pp_sortkey: sortkey }).execute();
  }
}
