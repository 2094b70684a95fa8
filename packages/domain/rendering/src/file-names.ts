import { NS, type Titles } from '@wikiquery/core';
import { unescapedTarget } from '@wikiquery/wikitext';

/** Returns the database keys of files that a text may display. */
export function fileNames(text: string, titles: Titles): string[] {
  const names = new Set<string>();
  for (const [, target = ''] of text.matchAll(/\[\[ *([^[\]{}|\n]{1,300}:[^[\]{}|\n]{1,300})(?=\||\]\])/g)) {
    const title = titles.local(unescapedTarget(target));
    if (title?.namespace === NS.FILE) names.add(title.dbkey);
    if (names.size === MOST_FILES) break;
  }
  return [...names];
}

const MOST_FILES = 5000;
