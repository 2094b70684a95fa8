import { type Env, NS, type Title, titleKey, toTimestamp } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { repositoryUrls } from '@wikiquery/files';
import { scribunto } from '@wikiquery/lua';
import { type Messages, wikitextContext } from '@wikiquery/messages';
import { existingFiles, pagesByTitle } from '@wikiquery/pages';
import { isInForce, loadCascadingRestrictions, loadPageRestrictions, loadTitleProtections, restrictionTypes } from '@wikiquery/permissions';
import { isHidden } from '@wikiquery/users';
import type { CategorySize, PageFacts, WikitextContext } from '@wikiquery/wikitext';
import { pageText } from './page-text.ts';

/** Parts of a request's environment that rendering needs. */
export type RenderingEnv = Pick<Env, 'db' | 'site' | 'titles' | 'users' | 'now' | 'lang' | 'filesElsewhere' | 'request'>;

/** Page whose text is rendered. */
export interface PageState {
  readonly title: Title;
  /** Revision id of the text. Undefined for an unsaved text. */
  readonly revision?: number | undefined;
  /** Language code of the page. Default: the wiki's language. */
  readonly language?: string;
  readonly messages?: Messages | undefined;
}

/**
 * Returns the context in which the text of a page is expanded. Suppressed and deleted text is not transcluded for any user. Messages
 * (`{{int:…}}`) are in the user's language.
 */
export async function pageContext(
  env: RenderingEnv,
  { title, revision, language = env.site.lang, messages }: PageState,
): Promise<WikitextContext> {
  const context = await wikitextContext(env, [], { messages, language, title });
  const inUserLanguage = language === env.lang ? context : await wikitextContext(env, [], { messages, language: env.lang, title });
  return {
    ...context,
    ...(inUserLanguage.message && { message: inUserLanguage.message }),
    revision,
    exists: page => exists(env, page),
    pageFacts: (page, ofRevision) => pageFacts(env, page, ofRevision),
    categorySize: dbkey => categorySize(env, dbkey),
    restriction: (page, type) => restriction(env, page, type),
    cascadingSources: page => cascadingSources(env, page),
    groupSize: group => groupSize(env, group),
    fileUrl: dbkey => fileUrl(env, dbkey),
    page: page => pageText(env, page),
    extensions: [scribunto],
  };
}

async function exists(env: RenderingEnv, title: Title): Promise<boolean> {
  if (title.namespace >= 0) return (await pagesByTitle(env.db, [title])).length > 0;
  return title.namespace === NS.MEDIA && (await existingFiles(env, [title.dbkey])).has(title.dbkey);
}

/** Returns facts about the current revision of a page, or about `revision`, which may belong to another page. */
async function pageFacts({ db }: RenderingEnv, { namespace, dbkey }: Title, revision?: number): Promise<PageFacts | undefined> {
  const rows = db
    .selectFrom('page')
    .innerJoin('revision', join =>
      revision === undefined ? join.onRef('rev_id', '=', 'page_latest') : join.onRef('rev_page', '=', 'page_id'),
    )
    .leftJoin('actor', 'actor_id', 'rev_actor')
    .select(['page_id', 'rev_id', 'rev_timestamp', 'rev_len', 'rev_deleted', 'actor_name']);
  const row = await whereEquals(rows, {
    ...(revision === undefined ? { page_namespace: namespace, page_title: dbkey } : { rev_id: revision }),
  }).executeTakeFirst();
  return (
    row && {
      id: row.page_id,
      revision: row.rev_id,
      timestamp: row.rev_timestamp,
      user: isHidden(row.rev_deleted, 'user') ? undefined : (row.actor_name ?? undefined),
      size: row.rev_len ?? 0,
    }
  );
}

async function categorySize({ db }: RenderingEnv, dbkey: string): Promise<CategorySize | undefined> {
  const row = await db
    .selectFrom('category')
    .select(['cat_pages', 'cat_subcats', 'cat_files'])
    .where('cat_title', '=', dbkey)
    .executeTakeFirst();
  return row && { pages: row.cat_pages, subcats: row.cat_subcats, files: row.cat_files };
}

/** Returns the protection of a page against an action. Missing pages can be protected from creation. */
async function restriction({ db, site, now }: RenderingEnv, title: Title, type: string): Promise<{ level: string; expiry: string }> {
  const [page] = await pagesByTitle(db, [title]);
  if (!restrictionTypes(site, title.namespace, page !== undefined).includes(type)) return { level: '', expiry: '' };
  const found = page
    ? (await loadPageRestrictions(db, [page.id])).get(page.id)?.filter(each => each.type === type)
    : [...(await loadTitleProtections(db, [title])).values()];
  const [inForce] = (found ?? []).filter(each => each.level !== '' && isInForce(each, toTimestamp(now)));
  return { level: inForce?.level ?? '', expiry: inForce?.expiry ?? 'infinity' };
}

async function cascadingSources({ db, now, titles }: RenderingEnv, title: Title): Promise<readonly string[]> {
  const found = (await loadCascadingRestrictions(db, [title])).get(titleKey(title.namespace, title.dbkey)) ?? [];
  const inForce = found.filter(each => isInForce(each, toTimestamp(now)));
  return [...new Set(inForce.map(({ source }) => titles.text(source)))];
}

async function groupSize({ db, now }: RenderingEnv, group: string): Promise<number> {
  const row = await db
    .selectFrom('user_groups')
    .select(is => is.fn.countAll<number>().as('members'))
    .where('ug_group', '=', group)
    .where(is => is.or([is('ug_expiry', 'is', null), is('ug_expiry', '>=', toTimestamp(now))]))
    .executeTakeFirstOrThrow();
  return Number(row.members);
}

async function fileUrl(env: RenderingEnv, dbkey: string): Promise<string | undefined> {
  const files = await existingFiles(env, [dbkey]);
  if (!files.has(dbkey)) return undefined;
  return env.site.urls.expand(files.get(dbkey) ?? repositoryUrls(env.site).original({ name: dbkey }));
}
