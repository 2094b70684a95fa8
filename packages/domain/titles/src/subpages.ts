import type { Site, Title, Titles } from '@wikiquery/core';

/**
 * A link or the name of a template as it is meant on a page: `/X` and `../X` are relative to it in a namespace that has subpages, other texts stay
 * as they are. No page is above the base page.
 */
export function resolveSubpage(link: string, title: Title | undefined, site: Site, titles: Titles): string {
  if (title === undefined || !site.namespaces.get(title.namespace)?.subpages) return link;
  const hash = link.indexOf('#');
  const fragment = hash === -1 ? '' : link.slice(hash);
  const path = trim(hash === -1 ? link : link.slice(0, hash));
  const base = titles.text(title);
  if (path.startsWith('/')) return `${base}/${trim(path.slice(1).replace(/(?<!\/)\/+$/, ''))}${fragment}`;
  const up = /^(?:\.\.\/)+/.exec(path)?.[0] ?? '';
  const levels = base.split('/');
  const climbed = up.length / 3;
  if (climbed === 0 || levels.length <= climbed) return link;
  const rest = trim(path.slice(up.length).replace(/(?<!\/)\/+$/, ''));
  return [...levels.slice(0, -climbed), ...(rest === '' ? [] : [rest])].join('/') + fragment;
}

// Only the blanks of ASCII: a no-break space is part of a title.
const trim = (text: string): string => text.replace(/^[ \t\n\v\f\r]+/, '').replace(/(?<![ \t\n\v\f\r])[ \t\n\v\f\r]+$/, '');
