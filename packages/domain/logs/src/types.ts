import { type Actor, ApiError, escapeWikitext, type Lifetime, message, p, type Site } from '@wikiquery/core';
import { lives, Param } from '@wikiquery/core/host';

/** MediaWiki's own logs and their actions (`$wgLogTypes`, `$wgLogActionsHandlers`). */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  block: ['block', 'reblock', 'unblock'],
  protect: ['modify', 'move_prot', 'protect', 'unprotect'],
  rights: ['autopromote', 'rights'],
  delete: ['delete', 'delete_redir', 'delete_redir2', 'event', 'restore', 'revision'],
  upload: ['overwrite', 'revert', 'upload'],
  move: ['move', 'move_redir'],
  import: ['interwiki', 'upload'],
  interwiki: ['iw_add', 'iw_delete', 'iw_edit'],
  patrol: ['autopatrol', 'patrol'],
  merge: ['merge', 'merge-into'],
  suppress: ['block', 'delete', 'event', 'reblock', 'revision'],
  tag: ['update'],
  managetags: ['activate', 'create', 'deactivate', 'delete'],
  contentmodel: ['change', 'new'],
  renameuser: ['renameuser'],
  newusers: ['autocreate', 'byemail', 'create', 'create2', 'newusers'],
  create: ['create'],
  pagelang: ['pagelang'],
};

const CORE_ACTIONS = Object.entries(ACTIONS).flatMap(([type, actions]) => actions.map(action => `${type}/${action}`));

const LIFETIMES: Readonly<Record<string, Lifetime>> = {
  interwiki: { since: '1.44' },
  'merge/merge-into': { since: '1.45' },
  renameuser: { since: '1.40' },
};

const isIn = (site: Site, log: string): boolean => lives(LIFETIMES[log] ?? LIFETIMES[log.slice(0, log.indexOf('/'))] ?? {}, site.since);

/** Returns the log types of the wiki. Entries that are older than log types have the empty type. */
export const logTypes = (site: Site): readonly string[] => [
  ...new Set([
    '',
    ...Object.keys(ACTIONS).filter(type => isIn(site, type)),
    ...site.configuration.logActions.map(action => action.slice(0, action.indexOf('/'))),
  ]),
];

/** Returns the log actions of the wiki as `type/action`. An extension can list `type/*` for all actions of a type. */
export const logActions = (site: Site): readonly string[] => [
  ...new Set([...CORE_ACTIONS.filter(action => isIn(site, action)), ...site.configuration.logActions]),
];

/** Returns the log types that the user may not read (`$wgLogRestrictions`). An undefined user has no rights. */
export const unreadableLogTypes = (site: Site, actor: Actor | undefined): string[] =>
  Object.entries(site.configuration.logRestrictions).flatMap(([type, right]) => (actor?.can(right) ? [] : [type]));

/** Parameter for a log type of the wiki. */
export const logTypeParam = () => p.enum(logTypes);

/** Parameter for a log action of the wiki (`type/action`). A `type/*` of the wiki accepts any action of the type. */
export const logActionParam = () =>
  new Param<string>({
    name: 'enum',
    values: site => logActions(site).toSorted(),
    read(text, { site, wireName }) {
      const known = logActions(site);
      const slash = text.indexOf('/');
      if (slash === -1 || !(known.includes(text) || known.includes(`${text.slice(0, slash)}/*`))) throw unknownAction(wireName, text);
      return text;
    },
  });

const unknownAction = (param: string, value: string) =>
  new ApiError(
    message(`unknown_${param}`, `"${value}" is not a log action of this wiki. Actions have the form "move/move".`, {
      key: 'apierror-unrecognizedvalue',
      params: [param, escapeWikitext(value)],
    }),
  );
