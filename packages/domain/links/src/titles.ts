import type { Title } from '@wikiquery/core';

/** Whether a part of the titles differs, so that it must be in the continue value. */
export const differ = (titles: readonly Title[], part: (title: Title) => number | string): boolean =>
  titles.some(title => part(title) !== part(titles[0] as Title));
