import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { addressToHex, isAddress } from '@wikiquery/addresses';
import { titleKey } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { sha1Base36 } from '@wikiquery/text-storage';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { ChangesBuilder } from './changes.ts';
import type { ActionOptions, BuiltPage } from './ledger.ts';
import { SearchIndexBuilder } from './search-index.ts';

/** Properties of a revision. */
export interface EditOptions extends ActionOptions {
  readonly text?: string;
  readonly minor?: boolean;
  readonly bot?: boolean;
  readonly tags?: readonly string[];
  readonly model?: string;
  /** Texts of other slots by role. */
  readonly slots?: Readonly<Record<string, string>>;
  /** Bit mask of suppressed parts: 1 text, 2 comment, 4 user, 8 also suppressed for administrators. */
  readonly hidden?: number;
  /** 0 unpatrolled, 1 patrolled, 2 autopatrolled. Default: 0. */
  readonly patrolled?: 0 | 1 | 2;
  /** Whether to store the text compressed. Default: false. */
  readonly compressed?: boolean;
  /** Whether to add a recent change. Default: true. */
  readonly recent?: boolean;
}

export abstract class PagesBuilder extends ChangesBuilder {
  readonly #searchIndex = new SearchIndexBuilder(this.database, this.site);

  /** Creates a page. Text that begins with `#REDIRECT [[…]]` makes it a redirect. Throws if the page exists. */
  async page(title: string, options: EditOptions & { readonly lang?: string; readonly id?: number } = {}): Promise<BuiltPage> {
    const at = this.titleOf(title);
    if (this.pages.has(titleKey(at.namespace, at.dbkey))) throw new Error(`The page "${title}" already exists. Call edit() instead.`);
    const { text = '', lang = null, id } = options;
    const timestamp = this.tick(options.timestamp);
    const model = options.model ?? 'wikitext';
    const row: Insertable<Database['page']> = {
      page_namespace: at.namespace,
      page_title: at.dbkey,
      page_is_redirect: Number(redirectTarget(text) !== undefined),
      page_is_new: 1,
      page_random: ((this.pages.size + 1) * 0.618033988749895) % 1,
      page_touched: timestamp,
      page_links_updated: timestamp,
      page_latest: 0,
      page_len: Buffer.byteLength(text),
      page_content_model: model,
      page_lang: lang,
      ...(id !== undefined && { page_id: id }),
    };
    const { page_id } = await this.db.insertInto('page').values(row).returning('page_id').executeTakeFirstOrThrow();
    const page: BuiltPage = { ...at, id: page_id, latest: 0 };
    this.pages.set(titleKey(at.namespace, at.dbkey), page);
    await this.count({ ss_total_pages: 1, ...(at.namespace === 0 && text.includes('[[') && { ss_good_articles: 1 }) });
    await this.#revision(page, { ...options, text, model, timestamp });
    return page;
  }

  /** Returns an existing page. Throws if it does not exist. */
  get(title: string): BuiltPage {
    const page = this.findPage(title);
    if (!page) throw new Error(`The page "${title}" does not exist. Create it with page().`);
    return page;
  }

  /** Adds a revision, and creates the page if needed. Returns the revision id. */
  async edit(title: string | BuiltPage, options: EditOptions = {}): Promise<number> {
    const existing = this.findPage(title);
    if (existing) return this.#revision(existing, { ...options, timestamp: this.tick(options.timestamp) });
    return (await this.page(typeof title === 'string' ? title : this.titles.text(title), options)).latest;
  }

  /** Turns a page into a redirect, and creates the page if needed. Returns the redirect. */
  async redirect(
    from: string | BuiltPage,
    to: string,
    { fragment = '', ...options }: EditOptions & { readonly fragment?: string } = {},
  ): Promise<BuiltPage> {
    const text = `#REDIRECT [[${to}${fragment && `#${fragment}`}]]`;
    await this.edit(from, { text, ...options });
    return this.pageOf(from);
  }

  /** Moves a page, and leaves a redirect by default. Returns the moved page. */
  async move(
    from: string | BuiltPage,
    to: string,
    { leaveRedirect = true, ...action }: ActionOptions & { readonly leaveRedirect?: boolean } = {},
  ): Promise<BuiltPage> {
    const page = await this.pageOf(from);
    const old = this.titles.text(page);
    const at = this.titleOf(to);
    this.pages.delete(titleKey(page.namespace, page.dbkey));
    const moved: BuiltPage = { ...at, id: page.id, latest: page.latest };
    this.pages.set(titleKey(at.namespace, at.dbkey), moved);
    await this.db.updateTable('page').set({ page_namespace: at.namespace, page_title: at.dbkey }).where('page_id', '=', page.id).execute();
    await this.edit(moved, { recent: false, ...action });
    if (leaveRedirect) await this.redirect(old, to, { recent: false, ...action });
    return moved;
  }

  /** Moves all revisions of a page to the archive. */
  async deletePage(title: string | BuiltPage, options: { readonly timestamp?: string } = {}): Promise<void> {
    const page = await this.pageOf(title);
    this.tick(options.timestamp);
    const revisions = await this.db
      .selectFrom('revision')
      .selectAll('revision')
      .where('rev_page', '=', page.id)
      .orderBy('rev_id')
      .execute();
    for (const row of revisions) await this.db.insertInto('archive').values(archived(page, row)).execute();
    this.pages.delete(titleKey(page.namespace, page.dbkey));
    await this.db.deleteFrom('recentchanges').where('rc_cur_id', '=', page.id).where('rc_logid', '=', 0).execute();
    for (const [table, column] of Object.entries(ROWS_OF_PAGE))
      await this.db
        .deleteFrom(table as 'page')
        .where(column as 'page_id', '=', page.id)
        .execute();
    await this.#searchIndex.remove(page.id);
    await this.count({ ss_total_pages: -1 });
  }

  /** Revision-deletes parts of a current or archived revision. `bits`: 1 text, 2 comment, 4 user, 8 also suppressed for administrators. */
  async hideRevision(id: number, bits: number): Promise<void> {
    await this.db.updateTable('revision').set({ rev_deleted: bits }).where('rev_id', '=', id).execute();
    await this.db.updateTable('archive').set({ ar_deleted: bits }).where('ar_rev_id', '=', id).execute();
    await this.db.updateTable('recentchanges').set({ rc_deleted: bits }).where('rc_this_oldid', '=', id).execute();
  }

  protected async pageOf(page: string | BuiltPage): Promise<BuiltPage> {
    return this.findPage(page) ?? this.page(typeof page === 'string' ? page : this.titles.text(page));
  }

  async #revision(page: BuiltPage, options: EditOptions & { readonly timestamp: string }): Promise<number> {
    const { user = 'Admin', comment = '', timestamp, minor = false, bot = false, tags = [], hidden = 0, recent = true } = options;
    const previous = page.latest ? await this.#revisionRow(page.latest) : undefined;
    const text = options.text ?? (previous ? await this.#textOf(previous.rev_id) : '');
    const model = options.model ?? (await this.#modelOf(page));
    const actor = await this.actorOf(user);
    const commentId = await this.dictionary.comment(comment);
    const slots = { main: text, ...options.slots };
    const length = Object.values(slots).reduce((sum, slot) => sum + Buffer.byteLength(slot), 0);
    const { rev_id } = await this.db
      .insertInto('revision')
      .values({
        rev_page: page.id,
        rev_comment_id: commentId,
        rev_actor: actor,
        rev_timestamp: timestamp,
        rev_minor_edit: Number(minor),
        rev_deleted: hidden,
        rev_len: length,
        rev_parent_id: page.latest,
      })
      .returning('rev_id')
      .executeTakeFirstOrThrow();
    for (const [role, slot] of Object.entries(slots)) {
      await this.#slot(rev_id, role, slot, role === 'main' ? model : 'wikitext', options.compressed ?? false);
    }
    if (isAddress(user)) {
      await this.db
        .insertInto('ip_changes')
        .values({ ipc_rev_id: rev_id, ipc_rev_timestamp: timestamp, ipc_hex: addressToHex(user) ?? '' })
        .execute();
    }

    const target = redirectTarget(text);
    const isNew = !previous;
    const changed: Updateable<Database['page']> = {
      page_latest: rev_id,
      page_len: Buffer.byteLength(text),
      page_is_new: Number(isNew),
      page_is_redirect: Number(target !== undefined),
      page_touched: timestamp,
      page_content_model: model,
    };
    await this.db.updateTable('page').set(changed).where('page_id', '=', page.id).execute();
    await this.db.deleteFrom('redirect').where('rd_from', '=', page.id).execute();
    if (target !== undefined) await this.#redirectRow(page, target);
    await this.#searchIndex.write(page, text);
    page.latest = rev_id;
    await this.count({ ss_total_edits: 1 });
    const account = this.users.get(user);
    if (account) {
      await this.db
        .updateTable('user')
        .set(is => ({ user_editcount: is('user_editcount', '+', 1) }))
        .where('user_id', '=', account.id)
        .execute();
    }

    const change = recent
      ? await this.addChange(page, {
          rc_timestamp: timestamp,
          rc_actor: actor,
          rc_comment_id: commentId,
          rc_minor: Number(minor),
          rc_bot: Number(bot),
          rc_cur_id: page.id,
          rc_this_oldid: rev_id,
          rc_last_oldid: previous?.rev_id ?? 0,
          rc_source: isNew ? 'mw.new' : 'mw.edit',
          rc_patrolled: options.patrolled ?? 0,
          rc_ip: isAddress(user) ? user : '127.0.0.1',
          rc_old_len: previous?.rev_len ?? 0,
          rc_new_len: length,
          rc_deleted: hidden,
        })
      : undefined;
    for (const tag of tags) await this.tag({ revision: rev_id, ...(change !== undefined && { change }) }, tag);
    return rev_id;
  }

  async #slot(revision: number, role: string, text: string, model: string, compressed: boolean): Promise<void> {
    const bytes = Buffer.from(text);
    const stored = compressed ? deflateRawSync(bytes) : text;
    const { old_id } = await this.db
      .insertInto('text')
      .values({ old_text: stored, old_flags: compressed ? 'utf-8,gzip' : 'utf-8' })
      .returning('old_id')
      .executeTakeFirstOrThrow();
    const { content_id } = await this.db
      .insertInto('content')
      .values({
        content_size: bytes.length,
        content_sha1: sha1Base36(text),
        content_model: await this.dictionary.contentModel(model),
        content_address: `tt:${old_id}`,
      })
      .returning('content_id')
      .executeTakeFirstOrThrow();
    const slot = {
      slot_revision_id: revision,
      slot_role_id: await this.dictionary.slotRole(role),
      slot_content_id: content_id,
      slot_origin: revision,
    };
    await this.db.insertInto('slots').values(slot).execute();
  }

  async #redirectRow(page: BuiltPage, target: string): Promise<void> {
    const parsed = this.titles.parse(target);
    if ('invalid' in parsed) throw new Error(`The redirect target "${target}" is invalid: ${parsed.reason}`);
    const { namespace, dbkey, fragment, interwiki } = parsed;
    await this.db
      .insertInto('redirect')
      .values({ rd_from: page.id, rd_namespace: namespace, rd_title: dbkey, rd_interwiki: interwiki, rd_fragment: fragment })
      .execute();
  }

  #revisionRow(id: number): Promise<{ rev_id: number; rev_len: number | null }> {
    return this.db.selectFrom('revision').select(['rev_id', 'rev_len']).where('rev_id', '=', id).executeTakeFirstOrThrow();
  }

  async #textOf(revision: number): Promise<string> {
    const slot = this.db
      .selectFrom('slots')
      .innerJoin('content', 'content_id', 'slot_content_id')
      .select('content_address')
      .where('slot_revision_id', '=', revision);
    const { content_address } = await slot.orderBy('slot_role_id').executeTakeFirstOrThrow();
    const id = Number(content_address.slice('tt:'.length));
    const { old_text, old_flags } = await this.db
      .selectFrom('text')
      .select(['old_text', 'old_flags'])
      .where('old_id', '=', id)
      .executeTakeFirstOrThrow();
    return (old_flags.includes('gzip') ? inflateRawSync(old_text) : Buffer.from(old_text)).toString();
  }

  async #modelOf({ id }: BuiltPage): Promise<string> {
    const row = await this.db.selectFrom('page').select('page_content_model').where('page_id', '=', id).executeTakeFirstOrThrow();
    return row.page_content_model ?? 'wikitext';
  }
}

const redirectTarget = (text: string): string | undefined => /^#REDIRECT\s*\[\[([^\]|]+)/i.exec(text)?.[1];

const archived = ({ namespace, dbkey }: BuiltPage, row: Selectable<Database['revision']>): Insertable<Database['archive']> => ({
  ar_namespace: namespace,
  ar_title: dbkey,
  ar_comment_id: row.rev_comment_id,
  ar_actor: row.rev_actor,
  ar_timestamp: row.rev_timestamp,
  ar_minor_edit: row.rev_minor_edit,
  ar_rev_id: row.rev_id,
  ar_deleted: row.rev_deleted,
  ar_len: row.rev_len,
  ar_page_id: row.rev_page,
  ar_parent_id: row.rev_parent_id,
});

/** Tables whose rows are deleted together with a page, each with its column of page ids. */
const ROWS_OF_PAGE = {
  revision: 'rev_page',
  page: 'page_id',
  redirect: 'rd_from',
  pagelinks: 'pl_from',
  templatelinks: 'tl_from',
  imagelinks: 'il_from',
  categorylinks: 'cl_from',
  langlinks: 'll_from',
  iwlinks: 'iwl_from',
  externallinks: 'el_from',
  page_props: 'pp_page',
  page_restrictions: 'pr_page',
};
