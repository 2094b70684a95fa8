import { NS, type Titles } from '@wikiquery/core';
import { unescapedTarget } from '@wikiquery/wikitext';

/** Files that the text may show, by their names in database form. */
export function fileNames(text: string, titles: Titles): string[] {
  const names = new Set<string>();
  for (const [, target = ''] of text.matchAll(/\[\[ *([^[\]{}|\n]{1,300}:[^[\]{}|\n]{1,300})(?=\||\]\])/g)) {
    const title = titles.local(unescapedTarget(target));
    if (title?.namespace === NS.FILE) names.add(title.dbkey);
    if (names.size === MOST_FILES) break;
  }
  return [...names];
}

/** Files of one page that are asked for. */
const MOST_FILES = 5000;
