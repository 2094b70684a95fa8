import { type Env, isInvalid, NS, type ParsedTitle, titleKey } from '@wikiquery/core';
import { contentConverter } from '@wikiquery/language-converters';
import { type Messages, messageKey } from '@wikiquery/messages';
import { existingFiles, pagesByTitle } from '@wikiquery/pages';
import type { Hit } from '@wikiquery/search';

/**
 * Finds the page with a nearly equal title: in another language variant, in a different letter case, or without quotes.
 * Files do not need a page. Returns undefined for invalid and interwiki titles and for special pages.
 */
export async function nearMatch(env: Env, messages: Messages | undefined, text: string): Promise<Hit | undefined> {
  if (text.startsWith('#')) return undefined;
  const forms = [...new Set([text, ...((await contentConverter(env))?.everyForm(text) ?? [])])].map(form => ({
    title: readTitle(env, form),
    cases: otherCases(form).flatMap(each => readTitle(env, each) ?? []),
  }));
  const local = forms.flatMap(({ title, cases }) => [...(title ? [title] : []), ...cases]).filter(({ interwiki }) => interwiki === '');
  const pages = new Map((await pagesByTitle(env.db, local)).map(page => [titleKey(page.namespace, page.dbkey), page]));
  const pageOf = ({ namespace, dbkey, interwiki }: ParsedTitle) => (interwiki === '' ? pages.get(titleKey(namespace, dbkey)) : undefined);

  for (const { title, cases } of forms) {
    if (title?.interwiki !== '' || title.namespace < 0) return undefined;
    const exact = pageOf(title);
    if (exact) return { ...exact, page: exact };
    if (title.namespace === NS.FILE && (await existingFiles(env, [title.dbkey])).has(title.dbkey)) return title;
    if (await isKnown(env, messages, title)) return undefined;
    const near = cases.map(pageOf).find(page => page !== undefined);
    if (near) return { ...near, page: near };
  }
  const quoted = /^"([^"]+)"$/.exec(text)?.[1];
  return quoted === undefined ? undefined : nearMatch(env, messages, quoted);
}

function readTitle({ titles }: Env, text: string): ParsedTitle | undefined {
  const title = titles.parse(text);
  if (isInvalid(title)) return undefined;
  return title.namespace === NS.MEDIA ? { ...title, namespace: NS.FILE } : title;
}

/** Returns a text in lower case, in title case, in upper case, and with capitals after punctuation. */
function otherCases(text: string): string[] {
  const lower = text.toLowerCase();
  const isAscii = !/[^\0-\x7f]/.test(text);
  const capitalize = (pattern: RegExp) => lower.replace(pattern, letter => letter.toUpperCase());
  return [
    lower,
    capitalize(isAscii ? /(?<=^|[ \t\r\n\f\v])[a-z]/g : /(?<=^| )(?:[a-z]|[^\0-\x7f])/gu),
    text.toUpperCase(),
    isAscii ? text.replace(/\b\w/g, letter => letter.toUpperCase()) : capitalize(/(?<=^|[ \-(){}.,?!])(?:[a-z]|[^\0-\x7f])/gu),
  ];
}

/** Whether a title without a page exists as an interface message or as a category with members. */
async function isKnown({ db }: Env, messages: Messages | undefined, { namespace, dbkey }: ParsedTitle): Promise<boolean> {
  if (namespace === NS.MEDIAWIKI) return messages?.has(messageKey(dbkey.replace(/\/.*/s, ''))) ?? false;
  if (namespace !== NS.CATEGORY) return false;
  const category = await db.selectFrom('category').select('cat_pages').where('cat_title', '=', dbkey).executeTakeFirst();
  return (category?.cat_pages ?? 0) > 0;
}
