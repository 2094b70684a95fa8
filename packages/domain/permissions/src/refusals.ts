import { type Message, type MessageParam, message } from '@wikiquery/core';
import type { TitleProtection } from './protection.ts';

/** Returns a function that creates a message with MediaWiki's code and key. */
const reason =
  <Data = void>(code: string, key: string, text: (data: Data) => string, params: (data: Data) => readonly MessageParam[] = () => []) =>
  (data: Data): Message =>
    message(code, text(data), { key, params: params(data) });

const fixed = (code: string, text: string, key = code) => reason(code, key, () => text);

const ofAction = (code: string, text: string, key = code) => {
  const params = (action: string) => [action];
  return reason<string>(code, key, () => text, params);
};

export const missingRight = ({ action, groups }: { readonly action: string; readonly groups: readonly string[] }): Message =>
  groups.length > 0
    ? message('permissiondenied', `The action "${action}" is limited to these groups: ${groups.map(labelOf).join(', ')}.`, {
        key: 'badaccess-groups',
        params: [{ list: groups, type: 'comma' }, groups.length],
      })
    : message('permissiondenied', `You do not have the right to perform the action "${action}".`, { key: 'badaccess-group0' });

const labelOf = (link: string): string => /^\[\[[^|]*\|(.*)\]\]$/.exec(link)?.[1] ?? link;

export const creationLoggedIn = fixed('cantcreate', 'You may not create pages.', 'nocreate-loggedin');
export const creation = fixed('cantcreate-anon', 'Log in to create pages.', 'nocreatetext');

export const move = fixed('cantmove', 'You may not move pages.', 'movenotallowed');
export const moveWithoutLogin = fixed('cantmove-anon', 'Log in to move pages.', 'movenologintext');
export const moveFile = fixed('cantmovefile', 'You may not move files.', 'movenotallowedfile');
export const moveUserPage = fixed('cant-move-user-page', 'You may not move root user pages, only their subpages.');
export const moveToUserPage = fixed('cant-move-to-user-page', 'You may not move a page to a root user page, only to a subpage.');
export const moveCategoryPage = fixed('cant-move-category-page', 'You may not move category pages.');
export const moveToCategoryPage = fixed('cant-move-to-category-page', 'You may not move a page into the Category namespace.');

export const interfacePage = ofAction(
  'protectednamespace-interface',
  'This page contains an interface message. Changing it requires a special right.',
  'protectedinterface',
);
export const namespaceProtected = reason<{ readonly name: string; readonly action: string }>(
  'protectednamespace',
  'namespaceprotected',
  ({ name }) => `You may not change pages of the namespace "${name}".`,
  ({ name, action }) => [name, action],
);

export const siteCss = ofAction('sitecssprotected', 'This style sheet applies to all users. Changing it requires a special right.');
export const siteJson = ofAction('sitejsonprotected', 'These settings apply to all users. Changing them requires a special right.');
export const siteJs = ofAction('sitejsprotected', 'This script runs for all users. Changing it requires a special right.');
export const siteRawHtml = ofAction(
  'siterawhtmlprotected',
  'Pages contain this message as raw HTML. Changing it requires a special right.',
);
export const ownCss = ofAction('mycustomcssprotected', 'You may not change your style sheets.');
export const ownJson = ofAction('mycustomjsonprotected', 'You may not change your JSON pages.');
export const ownJs = ofAction('mycustomjsprotected', 'You may not change your scripts.');
export const ownJsRedirect = ofAction(
  'mycustomjsredirectprotected',
  'You may not change a script that redirects to a page of another user.',
);
export const userCss = ofAction('customcssprotected', 'You may not change style sheets of other users.');
export const userJson = ofAction('customjsonprotected', 'You may not change JSON pages of other users.');
export const userJs = ofAction('customjsprotected', 'You may not change scripts of other users.');

export const protectedPage = reason<{ readonly right: string; readonly action: string }>(
  'protectedpage',
  'protectedpagetext',
  ({ right }) => `The page is protected. This action requires the right "${right}".`,
  ({ right, action }) => [right, action],
);
export const cascadeProtected = reason<{ readonly sources: readonly string[]; readonly action: string }>(
  'cascadeprotected',
  'cascadeprotected',
  ({ sources }) => `The page has cascading protection from these pages: ${sources.join(', ')}.`,
  ({ sources, action }) => [sources.length, sources.map(source => `* [[:${source}]]\n`).join(''), action],
);
export const protectedTitle = reason<TitleProtection>(
  'protectedtitle',
  'titleprotected',
  ({ by, reason: why }) => `The title is protected from creation by ${by || 'an administrator'}${why && `: ${why}`}.`,
  ({ by, reason: why }) => [by, why],
);

export const protectWithoutEdit = fixed('cantedit', 'You may not protect a page that you may not edit.', 'protect-cantedit');
export const deleteProtected = fixed('cantedit', 'You may not delete a page that is protected against your edits.', 'deleteprotected');
export const undeleteWithoutEdit = fixed('undelete-cantedit', 'You may not restore a page that you may not edit.');
export const undeleteWithoutCreate = fixed('undelete-cantcreate', 'You may not restore a page that you may not create.');
