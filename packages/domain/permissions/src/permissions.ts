import { type Actor, type Message, NS, type Site, type Timestamp, titleKey, toTimestamp } from '@wikiquery/core';
import { redirectTargets } from '@wikiquery/pages';
import { isImplicitRight, rightsOf } from '@wikiquery/users';
import { type ApplicableBlock, loadBlockCheck } from './block-check.ts';
import { loadGroupLinks } from './group-links.ts';
import {
  type CascadingRestriction,
  isInForce,
  loadCascadingRestrictions,
  loadPageRestrictions,
  loadTitleProtections,
  type PageRestriction,
  restrictionTypes,
  rightOfLevel,
  type TitleProtection,
} from './protection.ts';
import * as refuse from './refusals.ts';
import { isSubpage, type PermissionEnv, type Subject } from './subjects.ts';

/** Extent of the checks. `quick` skips the slowest ones: blocks and cascading protection. */
export type PermissionRigor = 'quick' | 'full';

/** Permission checks of the current user for loaded pages. */
export interface Permissions {
  /** Returns the reasons why the user may not perform the action. Empty if it is allowed. */
  refusals(action: string, subject: Subject): Message[];
  /** Whether the action would create a temporary account. */
  wouldAutocreate(action: string): boolean;
}

/** The user, or the temporary account that the action would create. */
interface Performer {
  readonly name: string;
  readonly isAnon: boolean;
  /** Whether the performer has an account that is not temporary. */
  readonly isNamed: boolean;
  can(right: string): boolean;
}

interface Facts {
  readonly site: Site;
  readonly now: Timestamp;
  readonly rigor: PermissionRigor;
  readonly restrictions: ReadonlyMap<number, readonly PageRestriction[]>;
  readonly creation: ReadonlyMap<string, TitleProtection>;
  readonly cascading: ReadonlyMap<string, readonly CascadingRestriction[]>;
  /** Redirect targets of the user's own scripts by page id. Empty for targets outside the User namespace. */
  readonly scriptTargets: ReadonlyMap<number, string>;
  readonly blockFor: ApplicableBlock;
  readonly groupLinks: (right: string) => readonly string[];
  readonly titleText: (title: { readonly namespace: number; readonly dbkey: string }) => string;
}

interface Request extends Facts {
  readonly action: string;
  readonly subject: Subject;
  readonly performer: Performer;
  /** Whether to stop at the first reason, for checks within other checks. */
  readonly brief: boolean;
}

type Check = (request: Request) => Iterable<Message>;

/**
 * Loads the data for the checks of MediaWiki's PermissionManager, with a fixed number of queries. Hooks of extensions are not called. If
 * `explains` is set, messages list the groups that have a missing right.
 */
export async function loadPermissions(
  q: PermissionEnv,
  subjects: readonly Subject[],
  rigor: PermissionRigor,
  explains: boolean,
): Promise<Permissions> {
  const { db, site, actor, now } = q;
  const existing = subjects.flatMap(({ row }) => row?.id ?? []);
  const missing = subjects.filter(({ row }) => !row);
  const scripts = subjects.filter(subject => subject.row?.isRedirect && isUserConfig(site, subject) && isBelow(subject, actor.name));
  const [restrictions, creation, cascading, targets, blockFor, groupLinks] = await Promise.all([
    loadPageRestrictions(db, existing),
    loadTitleProtections(db, missing),
    rigor === 'full' ? loadCascadingRestrictions(db, subjects) : new Map<string, CascadingRestriction[]>(),
    scripts.length > 0
      ? redirectTargets(
          db,
          scripts.map(({ id }) => id),
        )
      : [],
    rigor === 'full' ? loadBlockCheck(q) : () => [],
    explains ? loadGroupLinks(q) : () => [],
  ]);
  const facts: Facts = {
    site,
    now: toTimestamp(now),
    rigor,
    restrictions,
    creation,
    cascading,
    scriptTargets: new Map(targets.map(target => [target.from, target.namespace === NS.USER ? target.dbkey : ''])),
    blockFor,
    groupLinks,
    titleText: title => q.titles.text(title),
  };
  const user = performerOf(site, actor);
  const temporary = temporaryPerformer(site);
  const wouldAutocreate = (action: string) => autocreates(site, action) && actor.isAnon && actor.can('createaccount');
  const isTemporary = (action: string) => wouldAutocreate(action) || (rigor === 'quick' && actor.isAnon && autocreates(site, action));
  return {
    wouldAutocreate,
    refusals: (action, subject) =>
      withoutRepeats(runChecks({ ...facts, action, subject, performer: isTemporary(action) ? temporary : user, brief: false })),
  };
}

function runChecks(request: Request): Message[] {
  const refusals: Message[] = [];
  for (const check of checksOf(request.action)) {
    refusals.push(...check(request));
    if (request.brief && refusals.length > 0) break;
  }
  return refusals;
}

const isAllowed = (request: Request, action = request.action): boolean => runChecks({ ...request, action, brief: true }).length === 0;

/** Actions that users may perform on another user's script without the right to change it. */
const NOT_CHANGING: ReadonlySet<string> = new Set([
  'patrol',
  'delete',
  'deleterevision',
  'suppressrevision',
  'deletedhistory',
  'deletedtext',
  'viewsuppressed',
]);
const LOOKING_AT_DELETED: ReadonlySet<string> = new Set(['deletedhistory', 'deletedtext', 'viewsuppressed']);

function checksOf(action: string): readonly Check[] {
  if (action === 'read') return [readRight, block];
  // The remaining checks for creation are part of the checks for editing.
  if (action === 'create') return [right, ownProtection, cascadingProtection, particulars, block];
  const checks = [right, namespaceProtection, siteCode];
  if (!NOT_CHANGING.has(action)) checks.push(userCode);
  return [...checks, ownProtection, cascadingProtection, particulars, block];
}

function* readRight({ performer, brief, groupLinks }: Request): Iterable<Message> {
  if (!performer.can('read')) yield missingRight('read', brief, groupLinks);
}

/** Checks rights that do not depend on protection. */
function* right({ action, subject, performer, site, brief, groupLinks }: Request): Iterable<Message> {
  const { namespace } = subject;
  const isRootUserPage = namespace === NS.USER && !isSubpage(site, subject);
  switch (action) {
    case 'create':
      if (!performer.can(isTalk(namespace) ? 'createtalk' : 'createpage'))
        yield performer.isNamed ? refuse.creationLoggedIn() : refuse.creation();
      break;
    case 'move':
      if (isRootUserPage && !performer.can('move-rootuserpages')) yield refuse.moveUserPage();
      if (namespace === NS.FILE && !performer.can('movefile')) yield refuse.moveFile();
      if (namespace === NS.CATEGORY && !performer.can('move-categorypages')) yield refuse.moveCategoryPage();
      if (!performer.can('move')) yield loginHelps(site, performer) ? refuse.moveWithoutLogin() : refuse.move();
      break;
    case 'move-target':
      if (!performer.can('move')) yield refuse.move();
      else if (isRootUserPage && !performer.can('move-rootuserpages')) yield refuse.moveToUserPage();
      else if (namespace === NS.CATEGORY && !performer.can('move-categorypages')) yield refuse.moveToCategoryPage();
      break;
    case 'autocreateaccount':
      if (!performer.can('autocreateaccount') && !performer.can('createaccount')) yield missingRight(action, brief, groupLinks);
      break;
    default:
      if (!performer.can(action)) yield missingRight(action, brief, groupLinks);
  }
}

const missingRight = (action: string, brief: boolean, groupLinks: Facts['groupLinks']): Message =>
  refuse.missingRight({ action, groups: brief ? [] : groupLinks(action) });

function loginHelps(site: Site, performer: Performer): boolean {
  const mayMove = (group: string) => site.groups.get(group)?.rights.includes('move') ?? false;
  if (performer.isAnon) return mayMove('user') || mayMove('autoconfirmed');
  return !performer.isNamed && mayMove('autoconfirmed');
}

function* namespaceProtection({ action, subject, performer, site }: Request): Iterable<Message> {
  const { namespace } = subject;
  if (LOOKING_AT_DELETED.has(action)) return;
  const rights = [
    ...(site.namespaces.get(namespace)?.protection?.split('|') ?? []),
    ...(site.configuration.namespaceProtection[namespace] ?? []),
  ];
  if (rights.every(needed => needed === '' || performer.can(needed))) return;
  const name = site.namespaces.get(namespace)?.name || 'Page';
  yield namespace === NS.MEDIAWIKI ? refuse.interfacePage(action) : refuse.namespaceProtected({ name, action });
}

/** Interface messages that pages contain as raw HTML (`$wgRawHtmlMessages`). */
const RAW_HTML_MESSAGES: ReadonlySet<string> = new Set(['copyright', 'history_copyright', 'googlesearch']);

function* siteCode({ action, subject, performer }: Request): Iterable<Message> {
  const { namespace, dbkey, contentModel } = subject;
  if (namespace !== NS.MEDIAWIKI || action === 'patrol' || LOOKING_AT_DELETED.has(action)) return;
  // Also checks the suffix, because a page whose content model does not match its suffix must not bypass the check.
  const isModel = (model: string, suffix: string) => contentModel === model || dbkey.endsWith(suffix);
  if (isModel('css', '.css') && !performer.can('editsitecss')) yield refuse.siteCss(action);
  else if (isModel('json', '.json') && !performer.can('editsitejson')) yield refuse.siteJson(action);
  else if (isModel('javascript', '.js') && !performer.can('editsitejs')) yield refuse.siteJs(action);
  const key = dbkey.split('/', 1)[0] ?? '';
  const isRawHtml = RAW_HTML_MESSAGES.has(key.charAt(0).toLowerCase() + key.slice(1));
  if (isRawHtml && !(performer.can('editsitecss') && performer.can('editsitejs'))) yield refuse.siteRawHtml(action);
}

const USER_CODE = {
  css: { own: 'editmyusercss', others: 'editusercss', refuseOwn: refuse.ownCss, refuseOthers: refuse.userCss },
  json: { own: 'editmyuserjson', others: 'edituserjson', refuseOwn: refuse.ownJson, refuseOthers: refuse.userJson },
  javascript: { own: 'editmyuserjs', others: 'edituserjs', refuseOwn: refuse.ownJs, refuseOthers: refuse.userJs },
} as const;

function* userCode({ action, subject, performer, site, scriptTargets }: Request): Iterable<Message> {
  if (!isUserConfig(site, subject)) return;
  const { own, others, refuseOwn, refuseOthers } = USER_CODE[subject.contentModel as keyof typeof USER_CODE];
  if (!isBelow(subject, performer.name)) {
    if (!performer.can(others)) yield refuseOthers(action);
  } else if (!performer.can(own) && !performer.can(others)) yield refuseOwn(action);
  else if (subject.contentModel === 'javascript' && !performer.can('edituserjs') && !performer.can('editmyuserjsredirect')) {
    // A script must not redirect to a page that the user may not edit.
    const target = scriptTargets.get(subject.id);
    if (target !== undefined && !target.startsWith(`${performer.name.replaceAll(' ', '_')}/`)) yield refuse.ownJsRedirect(action);
  }
}

const isUserConfig = (site: Site, subject: Subject): boolean =>
  subject.namespace === NS.USER && Object.hasOwn(USER_CODE, subject.contentModel) && isSubpage(site, subject);
const isBelow = ({ dbkey }: Subject, userName: string): boolean => dbkey.startsWith(`${userName.replaceAll(' ', '_')}/`);

function* ownProtection({ action, subject, performer, site, now, restrictions, creation }: Request): Iterable<Message> {
  const { id, namespace, dbkey, row } = subject;
  const types = restrictionTypes(site, namespace, row !== undefined);
  if (!types.includes(action)) return;
  const title = creation.get(titleKey(namespace, dbkey));
  const own = row ? (restrictions.get(id) ?? []) : title ? [{ ...title, type: 'create', cascades: false }] : [];
  const inForce = own.filter(restriction => types.includes(restriction.type) && isInForce(restriction, now));
  const cascades = inForce.some(restriction => restriction.cascades);
  for (const { level } of inForce.filter(restriction => restriction.type === action)) {
    for (const needed of level.split(',').map(part => rightOfLevel(part.trim()))) {
      if (needed === '') continue;
      if (!performer.can(needed)) yield refuse.protectedPage({ right: needed, action });
      else if (cascades && !performer.can('protect')) yield refuse.protectedPage({ right: 'protect', action });
    }
  }
}

function* cascadingProtection({ action, subject, performer, site, now, cascading, titleText }: Request): Iterable<Message> {
  if (isUserConfig(site, subject)) return;
  const inForce = (cascading.get(titleKey(subject.namespace, subject.dbkey)) ?? []).filter(restriction => isInForce(restriction, now));
  const isTranscluded = inForce.some(({ through }) => through === 'template');
  if (action === 'edit' && subject.namespace === NS.FILE && !isTranscluded) return;
  // Uploading a new version or moving the file changes the pages that show it, so the restrictions for `edit` apply.
  const isShown = inForce.some(({ through }) => through === 'file');
  const type = isShown && (action === 'upload' || action === 'move') ? 'edit' : action;
  const levels = new Set(inForce.filter(restriction => restriction.type === type).map(({ level }) => rightOfLevel(level)));
  const sources = [...new Map(inForce.map(({ source }) => [source.id, titleText(source)])).values()];
  for (const needed of levels) {
    if (needed !== '' && !(performer.can('protect') && performer.can(needed))) yield refuse.cascadeProtected({ sources, action });
  }
}

function* particulars(request: Request): Iterable<Message> {
  const { action, subject, performer, now, creation } = request;
  const { namespace, dbkey, row } = subject;
  switch (action) {
    case 'protect':
      if (!isAllowed(request, 'edit')) yield refuse.protectWithoutEdit();
      break;
    case 'create': {
      const protection = creation.get(titleKey(namespace, dbkey));
      const needed = protection && rightOfLevel(protection.level);
      if (protection && isInForce(protection, now) && (needed === '' || !performer.can(needed ?? '')))
        yield refuse.protectedTitle(protection);
      break;
    }
    case 'delete':
    case 'delete-redirect': {
      const edit = { ...request, action: 'edit' };
      if ([...ownProtection(edit), ...cascadingProtection(edit)].length > 0) yield refuse.deleteProtected();
      break;
    }
    case 'undelete':
      if (!isAllowed(request, 'edit')) yield refuse.undeleteWithoutEdit();
      if (!row && !isAllowed(request, 'create')) yield refuse.undeleteWithoutCreate();
      break;
    case 'edit':
      if (!row) yield* runChecks({ ...request, action: 'create', brief: true });
      break;
    default:
  }
}

function* block({ action, subject, blockFor }: Request): Iterable<Message> {
  yield* blockFor(action, subject);
}

const isTalk = (namespace: number): boolean => namespace > 0 && namespace % 2 === 1;

function performerOf(site: Site, actor: Actor): Performer {
  const { name, isAnon } = actor;
  const isNamed = !isAnon && !actor.groups.includes('temp');
  return { name, isAnon, isNamed, can: needed => needed === '' || isImplicitRight(site, needed) || actor.can(needed) };
}

function temporaryPerformer(site: Site): Performer {
  const rights = rightsOf(site, ['*', 'temp']);
  return { name: '', isAnon: false, isNamed: false, can: needed => needed === '' || isImplicitRight(site, needed) || rights.has(needed) };
}

/** Whether an action of a user who is not logged in creates a temporary account (`$wgAutoCreateTempUser`). */
function autocreates(site: Site, action: string): boolean {
  const { enabled } = (site.info.autocreatetempuser ?? {}) as { readonly enabled?: boolean };
  return enabled === true && (action === 'edit' || action === 'create');
}

function withoutRepeats(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map(message => [JSON.stringify([message.key, message.params]), message])).values()];
}
