import { type Env, NS, type Title } from '@wikiquery/core';
import { escapeSpecialChars } from '@wikiquery/html';
import { directionOf } from '@wikiquery/languages';
import { missingTitle } from '@wikiquery/rendering';
import { localSpecialName } from '@wikiquery/titles';
import { type Messages, messageIn } from './message-in.ts';

interface Category {
  readonly category: string;
  readonly missing?: true;
  readonly hidden?: true;
}

/** Builds the HTML of the category links box below a page. */
export async function categoriesHtml(q: Env, messages: Messages, categories: readonly Category[]): Promise<string> {
  const { site, titles } = q;
  const say = await messageIn(q, messages);
  const redLink = await missingTitle(q, messages, { namespace: NS.SPECIAL, dbkey: 'Badtitle' });
  const item = ({ category, missing }: Category): string => {
    const title = { namespace: NS.CATEGORY, dbkey: category };
    const name = titles.text(title);
    const about = missing ? redLink.replace('$1', () => name) : name;
    const href = site.urls.local(title, ...(missing ? ['action=edit&redlink=1'] : []));
    return `<li><a href="${escapeSpecialChars(href)}"${missing ? ' class="new"' : ''} title="${escapeSpecialChars(about)}">${escapeSpecialChars(category.replaceAll('_', ' '))}</a></li>`;
  };
  const list = (some: readonly Category[]): string => `<ul>${some.map(item).join('')}</ul>`;
  const [usual, hidden] = [categories.filter(each => !each.hidden), categories.filter(each => each.hidden)];
  const written = titles.local(await say('pagecategorieslink', 'Special:Categories'));
  const special = written?.namespace === NS.SPECIAL ? localSpecialName(site, written.dbkey) : undefined;
  const all = written && { ...written, dbkey: special ?? written.dbkey };
  const label = escapeSpecialChars(await say('pagecategories', usual.length === 1 ? 'Category' : 'Categories', String(usual.length)));
  const linked = all
    ? `<a href="${escapeSpecialChars(site.urls.local(all))}" title="${escapeSpecialChars(titles.text(all))}">${label}</a>`
    : label;
  const colon = escapeSpecialChars(await say('colon-separator', ': '));
  const boxes = [
    usual.length === 0 ? '' : `<div id="mw-normal-catlinks" class="mw-normal-catlinks">${linked}${colon}${list(usual)}</div>`,
    hidden.length === 0
      ? ''
      : `<div id="mw-hidden-catlinks" class="mw-hidden-catlinks mw-hidden-cats-hidden">${escapeSpecialChars(
          await say('hidden-categories', hidden.length === 1 ? 'Hidden category' : 'Hidden categories', String(hidden.length)),
        )}${colon}${list(hidden)}</div>`,
  ];
  return `<div id="catlinks" class="catlinks${usual.length === 0 ? ' catlinks-allhidden' : ''}" data-mw="interface">${boxes.join('')}</div>`;
}

/** Builds the start of the HTML document, without the elements that skins add. */
export function headHtml({ site, titles, lang }: Env, title: Title): string {
  const direction = directionOf(lang);
  const kind = title.namespace < 0 ? 'special' : title.namespace % 2 === 1 ? 'talk' : 'subject';
  const name = (text: string): string => escapeSpecialChars(text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_'));
  const page = titles.dbText(title);
  const root = site.namespaces.get(title.namespace)?.subpages
    ? titles.dbText({ ...title, dbkey: title.dbkey.split('/')[0] as string })
    : page;
  return [
    '<!DOCTYPE html>',
    `<html class="client-nojs" lang="${escapeSpecialChars(lang)}" dir="${direction}">`,
    '<head>',
    '<meta charset="UTF-8">',
    `<title>${escapeSpecialChars(titles.text(title))} - ${escapeSpecialChars(typeof site.general.sitename === 'string' ? site.general.sitename : '')}</title>`,
    '</head>',
    `<body class="mediawiki ${direction} sitedir-${directionOf(site.lang)} ns-${title.namespace} ns-${kind} page-${name(page)} rootpage-${name(root)} action-view">`,
  ].join('\n');
}
