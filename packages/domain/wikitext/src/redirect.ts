import { isInvalid, type ParsedTitle, type Site, type Titles } from '@wikiquery/core';
import { unescapedTarget } from './link-syntax.ts';
import { magicWordsIn } from './magic-words.ts';

/** Returns the target of `#REDIRECT [[target]]` and the text after it. Returns undefined and the whole text if it is not a redirect. */
export function readRedirect(text: string, isRedirect: boolean, site: Site, titles: Titles): readonly [ParsedTitle | undefined, string] {
  const words = magicWordsIn(site).find(({ name }) => name === 'redirect');
  const known = (words?.aliases ?? ['#REDIRECT']).map(alias => RegExp.escape(alias)).join('|');
  const pattern = new RegExp(
    `^\\s*(?:${isRedirect ? `${known}|#[^\\[\\n]{1,40}?` : known})\\s*(?::\\s*)?\\[{2}([^\\]|]*)(?:\\|[^\\]]*)?\\]{2}\\s*`,
    'i',
  );
  const match = pattern.exec(text);
  const target = match?.[1] === undefined ? undefined : titles.parse(unescapedTarget(match[1].replace(/^\s*:/, '')));
  if (!match || !target || isInvalid(target) || (target.dbkey === '' && target.interwiki === '')) return [undefined, text];
  return [target, text.slice(match[0].length)];
}
