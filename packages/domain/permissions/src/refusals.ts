import { type Message, type MessageParam, message } from '@wikiquery/core';
import type { TitleProtection } from './protection.ts';

/** Why somebody may not do something with a page: one function for each reason, with MediaWiki's code and key. */
const reason =
  <Data = void>(code: string, key: string, text: (data: Data) => string, params: (data: Data) => readonly MessageParam[] = () => []) =>
  (data: Data): Message =>
    message(code, text(data), { key, params: params(data) });

const ofAction = (key: string, text: string) =>
  reason<string>(
    key,
    key,
    () => text,
    action => [action],
  );

export const missingRight = ({ action, groups }: { readonly action: string; readonly groups: readonly string[] }): Message =>
  groups.length > 0
    ? message('permissiondenied', `Only members of ${groups.map(plain).join(', ')} may do this ("${action}").`, {
        key: 'badaccess-groups',
        params: [{ list: groups, type: 'comma' }, groups.length],
      })
    : message('permissiondenied', `You do not have the right to do this ("${action}").`, { key: 'badaccess-group0' });

/** A link in wikitext as the text that it shows. */
const plain = (link: string): string => /^\[\[[^|]*\|(.*)\]\]$/.exec(link)?.[1] ?? link;

export const creationLoggedIn = reason('cantcreate', 'nocreate-loggedin', () => 'You may not create pages.');
export const creation = reason('cantcreate-anon', 'nocreatetext', () => 'Log in to create pages.');

export const move = reason('cantmove', 'movenotallowed', () => 'You may not move pages.');
export const moveWithoutLogin = reason('cantmove-anon', 'movenologintext', () => 'Log in to move pages.');
export const moveFile = reason('cantmovefile', 'movenotallowedfile', () => 'You may not move files.');
export const moveUserPage = reason(
  'cant-move-user-page',
  'cant-move-user-page',
  () => 'You may not move user pages; their subpages you may.',
);
export const moveToUserPage = reason(
  'cant-move-to-user-page',
  'cant-move-to-user-page',
  () => 'You may not make a page a user page, only a subpage of one.',
);
export const moveCategoryPage = reason('cant-move-category-page', 'cant-move-category-page', () => 'You may not move category pages.');
export const moveToCategoryPage = reason(
  'cant-move-to-category-page',
  'cant-move-to-category-page',
  () => 'You may not make a page a category page.',
);

export const interfacePage = reason<string>(
  'protectednamespace-interface',
  'protectedinterface',
  () => 'This page holds a text of the interface, which only some may change.',
  action => [action],
);
export const namespaceProtected = reason<{ readonly name: string; readonly action: string }>(
  'protectednamespace',
  'namespaceprotected',
  ({ name }) => `You may not change pages of the namespace "${name}".`,
  ({ name, action }) => [name, action],
);

export const siteCss = ofAction('sitecssprotected', 'This style sheet applies to everybody: only some may change it.');
export const siteJson = ofAction('sitejsonprotected', 'These settings apply to everybody: only some may change them.');
export const siteJs = ofAction('sitejsprotected', 'This script runs for everybody: only some may change it.');
export const siteRawHtml = ofAction('siterawhtmlprotected', 'This text goes into pages as HTML: only some may change it.');
export const ownCss = ofAction('mycustomcssprotected', 'You may not change your style sheets.');
export const ownJson = ofAction('mycustomjsonprotected', 'You may not change your JSON pages.');
export const ownJs = ofAction('mycustomjsprotected', 'You may not change your scripts.');
export const ownJsRedirect = ofAction('mycustomjsredirectprotected', 'You may not change a script that leads to a page of somebody else.');
export const userCss = ofAction('customcssprotected', 'You may not change style sheets of somebody else.');
export const userJson = ofAction('customjsonprotected', 'You may not change JSON pages of somebody else.');
export const userJs = ofAction('customjsprotected', 'You may not change scripts of somebody else.');

export const protectedPage = reason<{ readonly right: string; readonly action: string }>(
  'protectedpage',
  'protectedpagetext',
  ({ right }) => `The page is protected: this takes the right "${right}".`,
  ({ right, action }) => [right, action],
);
export const cascadeProtected = reason<{ readonly sources: readonly string[]; readonly action: string }>(
  'cascadeprotected',
  'cascadeprotected',
  ({ sources }) => `The page is protected along with what uses it: ${sources.join(', ')}.`,
  ({ sources, action }) => [sources.length, sources.map(source => `* [[:${source}]]\n`).join(''), action],
);
export const protectedTitle = reason<TitleProtection>(
  'protectedtitle',
  'titleprotected',
  ({ by, reason: why }) => `The title is protected from creation by ${by || 'an administrator'}${why && `: ${why}`}.`,
  ({ by, reason: why }) => [by, why],
);

export const protectWithoutEdit = reason('cantedit', 'protect-cantedit', () => 'You may not protect a page that you may not edit.');
export const deleteProtected = reason(
  'cantedit',
  'deleteprotected',
  () => 'You may not delete a page that is protected against your edits.',
);
export const undeleteWithoutEdit = reason(
  'undelete-cantedit',
  'undelete-cantedit',
  () => 'You may not restore a page that you may not edit.',
);
export const undeleteWithoutCreate = reason(
  'undelete-cantcreate',
  'undelete-cantcreate',
  () => 'You may not restore a page that you may not create.',
);
