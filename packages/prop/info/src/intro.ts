import { addressRange, isAddress } from '@wikiquery/addresses';
import { isoTimestamp, NS, type Title, titleKey, toTimestamp } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { escapeAttribute } from '@wikiquery/html';
import {
  isInForce,
  isSubpage,
  loadCascadingRestrictions,
  loadPageRestrictions,
  loadTitleProtections,
  type Subject,
} from '@wikiquery/permissions';
import { renderInterfaceTexts } from '@wikiquery/rendering';
import { coveringTargets, isBlockInForce, isHiddenUser, loadBlockScope, selectBlocks, toBlock, whereShown } from '@wikiquery/users';
import type { InfoQuery } from './info-query.ts';
import { isDisabled, loadTexts } from './interface-texts.ts';
import { isTalk } from './subjects.ts';

/** An edit notice with its message key. */
type Notice = readonly [key: string, html: string, frame?: 'notice' | 'warning' | 'error'];

interface NoticeContext {
  readonly q: InfoQuery;
  readonly subject: Subject;
  readonly text: (key: string) => string | undefined;
}

const CODE: ReadonlySet<string> = new Set(['css', 'javascript', 'json']);

/** Returns the edit notices of the requested page in MediaWiki's order. */
export async function introMessages(q: InfoQuery, [subject]: readonly Subject[]) {
  if (!subject) return () => ({ editintro: {} });
  const context = { q, subject, text: await loadTexts(q, [...INTERFACE_KEYS, ...noticeKeys(q, subject)]) };
  const notices: Notice[] = [];
  for (const make of makers) notices.push(...(await make(context)));
  const { editintrostyle, editintroskip } = q.params;
  const shown = notices.filter(([key, html]) => html !== '' && !editintroskip?.has(key));
  return () => ({
    editintro: Object.fromEntries(shown.map(([key, html, frame]) => [key, editintrostyle === 'lessframes' ? html : framed(html, frame)])),
  });
}

const framed = (html: string, frame: Notice[2]): string => (frame ? `<div class="mw-${frame}box">${html}</div>` : html);

type Maker = (context: NoticeContext) => Notice[] | Promise<Notice[]>;

const makers: readonly Maker[] = [
  oldRevision,
  code,
  owner,
  introduction,
  deletedBefore,
  context => interfaceText(context, 'talkpagetext', isTalk(context.subject)),
  editNotices,
  anonymous,
  ownCode,
  protection,
  context => interfaceText(context, 'editpage-head-copy-warn'),
];

/** Keys of the interface messages that are shown as notices. */
const INTERFACE_KEYS = [
  'editpage-code-message',
  'editnotice-notext',
  'talkpagetext',
  'newarticletext',
  'newarticletextanon',
  'editpage-head-copy-warn',
];

async function interfaceText(context: NoticeContext, key: string, applies = true): Promise<Notice[]> {
  const text = context.text(key);
  return applies && text !== undefined && !isDisabled(text) ? [[key, await toHtml(context, text), 'notice']] : [];
}

function oldRevision({ q, subject }: NoticeContext): Notice[] {
  const [revision] = q.pages.revisions.keys();
  const isOld = revision !== undefined && subject.row !== undefined && revision !== subject.row.latest;
  return isOld ? [['editingold', '<p>You are editing an old revision. All later changes will be lost.</p>']] : [];
}

/** Returns warnings for scripts, styles and interface messages. */
async function code(context: NoticeContext): Promise<Notice[]> {
  const { q, subject, text } = context;
  const paragraphs: string[] = [];
  if (isUserCode(q, subject) && isBelow(subject, q.actor.name)) paragraphs.push('<p>This page is public. Do not store secrets in it.</p>');
  if (subject.namespace === NS.MEDIAWIKI) paragraphs.push('<p>This page contains an interface message. All users see a change.</p>');
  if (isUserCode(q, subject) && subject.contentModel === 'javascript') {
    paragraphs.push('<p>This script runs with the rights of each user who loads it. Do not copy code that you do not understand.</p>');
  }
  const general = text('editpage-code-message');
  const isProgram = subject.contentModel === 'css' || subject.contentModel === 'javascript';
  if (isProgram && general !== undefined && !isDisabled(general)) paragraphs.push(await toHtml(context, general));
  return [['code-editing-intro', paragraphs.join(''), 'error']];
}

/** Returns warnings for the user pages of missing or blocked users. */
async function owner({ q, subject }: NoticeContext): Promise<Notice[]> {
  if (subject.namespace !== NS.USER && subject.namespace !== NS.USER_TALK) return [];
  const name = (subject.dbkey.split('/', 1)[0] ?? '').replaceAll('_', ' ');
  const users = q.db.selectFrom('user').select('user_id').where('user_name', '=', name);
  const visible = q.actor.can('hideuser') ? users : users.where(({ not }) => not(isHiddenUser('user_id')));
  const user = await visible.executeTakeFirst();
  if (!user && !isAddress(name)) return [['userpage-userdoesnotexist', `<p>There is no user "${escapeAttribute(name)}".</p>`, 'warning']];
  const all = selectBlocks(q.db);
  const address = user ? undefined : addressRange(name);
  const found = address ? all.where(({ or }) => or(coveringTargets(address, q.site))) : whereEquals(all, { bt_user: user?.user_id ?? 0 });
  const rows = await found.execute();
  const now = toTimestamp(q.now);
  const blocks = rows.filter(row => row.bt_auto === 0 && isBlockInForce(row, now)).map(toBlock);
  for (const block of blocks) {
    if ((await loadBlockScope(q, block)).covers(block, subject))
      return [['blocked-notice-logextract', `<p>The user has been blocked since ${isoTimestamp(block.timestamp)}.</p>`, 'warning']];
  }
  return [];
}

/** Returns the introduction that the request specifies, or the default introduction for new pages. */
async function introduction(context: NoticeContext): Promise<Notice[]> {
  const { q, subject, text } = context;
  const custom = q.params.editintrocustom ? q.titles.local(q.params.editintrocustom) : undefined;
  const page = custom && custom.namespace >= 0 && q.actor.can('read') ? await existingTitle(q, custom) : undefined;
  if (page) return [['editintro', `<div class="mw-editintro">${await toHtml(context, `{{:${q.titles.text(page)}}}`)}</div>`]];
  if (subject.row) return [];
  const key = q.actor.isAnon ? 'newarticletextanon' : 'newarticletext';
  const own = text(key) ?? text('newarticletext');
  if (own === undefined) return [[key, '<p>The page does not exist yet. Write it, or go back.</p>', 'notice']];
  return isDisabled(own) ? [] : [[key, await toHtml(context, own), 'notice']];
}

async function existingTitle({ db }: InfoQuery, { namespace, dbkey }: Title): Promise<Title | undefined> {
  const row = await whereEquals(db.selectFrom('page').select('page_id'), {
    page_namespace: namespace,
    page_title: dbkey,
  }).executeTakeFirst();
  return row && { namespace, dbkey };
}

async function deletedBefore({ q, subject }: NoticeContext): Promise<Notice[]> {
  if (subject.row) return [];
  const entries = await logEntries(q, subject, ['delete', 'move', 'merge'], 10);
  return [['recreate-moveddeleted-warn', entries && `<p>A page with this title was deleted or moved:</p>${entries}`, 'warning']];
}

/** Lists the public log entries about a title in HTML. Returns an empty string if there are none. */
async function logEntries({ db }: InfoQuery, { namespace, dbkey }: Title, types: readonly string[], most: number): Promise<string> {
  const log = db.selectFrom('logging').select(['log_type', 'log_action', 'log_timestamp', 'log_deleted']);
  const rows = await whereEquals(log, { log_namespace: namespace, log_title: dbkey, log_type: types })
    .where('log_action', '!=', 'revision')
    .where(whereShown('log_deleted', 'action'))
    .orderBy('log_timestamp', 'desc')
    .limit(most)
    .execute();
  const items = rows.map(
    row => `<li>${isoTimestamp(row.log_timestamp)} ${escapeAttribute(row.log_type)}/${escapeAttribute(row.log_action)}</li>`,
  );
  return items.length > 0 ? `<ul>${items.join('')}</ul>` : '';
}
/** Returns the keys of edit notices for the namespace, the page and its parent pages, such as `editnotice-4-Help-Start`. */
function noticeKeys({ site }: InfoQuery, { namespace, dbkey }: Subject): string[] {
  const ofNamespace = `editnotice-${namespace}`;
  if (!site.namespaces.get(namespace)?.subpages) return [ofNamespace, `${ofNamespace}-${dbkey.replaceAll('/', '-')}`];
  const parts = dbkey.split('/');
  return [ofNamespace, ...parts.map((_, i) => `${ofNamespace}-${parts.slice(0, i + 1).join('-')}`)];
}

async function editNotices(context: NoticeContext): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (const key of noticeKeys(context.q, context.subject)) {
    const text = context.text(key);
    const html = text === undefined ? '' : await toHtml(context, text);
    if (html.trim() !== '') notices.push([key, `<div class="mw-editnotice">${html}</div>`]);
  }
  return notices.length > 0 ? notices : interfaceText(context, 'editnotice-notext');
}

function anonymous({ q }: NoticeContext): Notice[] {
  return q.actor.isAnon ? [['anoneditwarning', '<p>Log in to edit without publishing your IP address.</p>', 'warning']] : [];
}

/** Returns hints for the user's own scripts and styles. */
function ownCode({ q, subject }: NoticeContext): Notice[] {
  if (!isUserCode(q, subject)) return [];
  const notices: Notice[] = [];
  const skin = /([^/]*)\.[a-z]+$/.exec(subject.dbkey)?.[1] ?? '';
  const skins = new Set([...((q.site.info.skins ?? []) as readonly { readonly code: string }[]).map(({ code }) => code), 'common']);
  if (subject.contentModel !== 'json' && !skins.has(skin) && skins.has(skin.toLowerCase())) {
    notices.push([
      'userinvalidconfigtitle',
      `<p>There is no skin "${escapeAttribute(skin)}". Names of skins are in lower case.</p>`,
      'error',
    ]);
  }
  if (isBelow(subject, q.actor.name)) {
    const suffix = subject.contentModel === 'javascript' ? 'js' : subject.contentModel;
    notices.push([`user${suffix}youcanpreview`, '<p>Preview the page to test it before you save it.</p>', 'notice']);
  }
  return notices;
}

async function protection({ q, subject }: NoticeContext): Promise<Notice[]> {
  const now = toTimestamp(q.now);
  const [own, cascading, creation] = await Promise.all([
    loadPageRestrictions(q.db, subject.row ? [subject.id] : []),
    loadCascadingRestrictions(q.db, [subject]),
    loadTitleProtections(q.db, subject.row ? [] : [subject]),
  ]);
  const key = titleKey(subject.namespace, subject.dbkey);
  const notices: Notice[] = [];
  const levels = (own.get(subject.id) ?? []).filter(({ type, level, ...rest }) => type === 'edit' && level !== '' && isInForce(rest, now));
  if (levels.length > 0) {
    const isSemi = levels.every(({ level }) => q.site.restrictions.semiprotectedlevels.includes(level));
    const who = isSemi ? 'registered users' : 'administrators';
    notices.push([
      isSemi ? 'semiprotectedpagewarning' : 'protectedpagewarning',
      `<p>The page is protected. Only ${who} can edit it.</p>`,
      'warning',
    ]);
  }
  const inForce = (cascading.get(key) ?? []).filter(restriction => restriction.through === 'template' && isInForce(restriction, now));
  const sources = new Set(inForce.map(({ source }) => q.titles.text(source)));
  if (sources.size > 0) {
    const list = [...sources].map(source => `<li>${escapeAttribute(source)}</li>`).join('');
    notices.push([
      'cascadeprotectedwarning',
      `<p>The page is protected, because these pages with cascading protection include it:</p><ul>${list}</ul>`,
      'warning',
    ]);
  }
  const title = creation.get(key);
  if (title && isInForce(title, now)) {
    const entries = await logEntries(q, subject, ['protect'], 1);
    notices.push(['titleprotectedwarning', entries && `<p>The title is protected from creation:</p>${entries}`, 'warning']);
  }
  return notices;
}

const isUserCode = ({ site }: InfoQuery, subject: Subject): boolean =>
  subject.namespace === NS.USER && CODE.has(subject.contentModel) && isSubpage(site, subject);
const isBelow = ({ dbkey }: Subject, userName: string): boolean => dbkey.startsWith(`${userName.replaceAll(' ', '_')}/`);

async function toHtml({ q, subject }: NoticeContext, text: string): Promise<string> {
  const [html = ''] = await renderInterfaceTexts(q, [text], { title: subject, messages: q.services.messages });
  return html;
}
