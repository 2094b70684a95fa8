import type { Title } from '@wikiquery/core';

/** Whether a part of the titles differs, and so belongs into the continue value. */
export const differ = (titles: readonly Title[], part: (title: Title) => number | string): boolean =>
  titles.some(title => part(title) !== part(titles[0] as Title));
