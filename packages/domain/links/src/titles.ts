import type { Title } from '@wikiquery/core';

/** Whether the titles have more than one namespace, or more than one name: what is the same in all rows has no place in a continue value. */
export const differ = (titles: readonly Title[], part: (title: Title) => number | string): boolean =>
  titles.some(title => part(title) !== part(titles[0] as Title));
