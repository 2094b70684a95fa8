import type { Site, Title, Titles } from '@wikiquery/core';

/** Resolves links such as `/X` and `../X` relative to a page, in namespaces with subpages. Returns other links unchanged. */
export function resolveSubpage(link: string, title: Title | undefined, site: Site, titles: Titles): string {
  if (title === undefined || !site.namespaces.get(title.namespace)?.subpages) return link;
  const hash = link.indexOf('#');
  const fragment = hash === -1 ? '' : link.slice(hash);
  const path = trimAscii(hash === -1 ? link : link.slice(0, hash));
  const base = titles.text(title);
  if (path.startsWith('/')) return `${base}/${trimAscii(path.slice(1).replace(/(?<!\/)\/+$/, ''))}${fragment}`;
  const up = /^(?:\.\.\/)+/.exec(path)?.[0] ?? '';
  const levels = base.split('/');
  const climbed = up.length / 3;
  if (climbed === 0 || levels.length <= climbed) return link;
  const rest = trimAscii(path.slice(up.length).replace(/(?<!\/)\/+$/, ''));
  return [...levels.slice(0, -climbed), ...(rest === '' ? [] : [rest])].join('/') + fragment;
}

/** Trims only ASCII whitespace, because MediaWiki keeps no-break spaces. */
export const trimAscii = (text: string): string => text.replace(/^[ \t\n\v\f\r]+/, '').replace(/(?<![ \t\n\v\f\r])[ \t\n\v\f\r]+$/, '');
