import type { Env, Title } from '@wikiquery/core';
import { loadCurrentTexts, loadStatistics, textKey } from '@wikiquery/revisions';
import { loadGenders } from '@wikiquery/users';
import { expandTemplates, type WikitextContext } from '@wikiquery/wikitext';
import { MEDIAWIKI, messageKey } from './pages.ts';
import { type Messages, softwareText } from './software.ts';
import { KEY_ITSELF, loadInterfaceTexts } from './texts.ts';

/** Puts parameters in the places of `$1`, `$2` …, and the key and all parameters in that of `$*` (language `qqx`). */
export function fillIn(text: string, params: readonly string[], name = ''): string {
  const key = messageKey(name) === name ? name : `${name} = ${messageKey(name)}`;
  const places = params.length > 0 ? `: ${params.map((_, i) => `$${i + 1}`).join(', ')}` : '';
  return (text === KEY_ITSELF ? `(${key}${places})` : text).replaceAll(/\$([1-9]\d*)/g, (whole, digits: string) => {
    for (let length = digits.length; length > 0; length--) {
      const param = params[Number(digits.slice(0, length)) - 1];
      if (param !== undefined) return param + digits.slice(length);
    }
    return whole;
  });
}

/** Expands the templates, plural forms, genders … of texts in which the parameters stand already. */
export type Expander = (text: string) => Promise<string>;

interface Place {
  readonly messages: Messages | undefined;
  /** Of the texts. */
  readonly language: string;
  /** The page on which they are shown. */
  readonly title: Title;
}

/** For texts shown in one place; the genders of the users that they name are read in one query. */
export async function expandMessages(
  env: Pick<Env, 'db' | 'site' | 'titles' | 'users' | 'now' | 'lang'>,
  texts: readonly string[],
  { messages, language, title }: Place,
): Promise<Expander> {
  const { db, site, titles, users, now } = env;
  const named = texts.flatMap(text => [...text.matchAll(/\{\{\s*gender:([^|{}]*)/gi)].map(([, name = '']) => name.trim()));
  const genders = await loadGenders(db, [...new Set(named.flatMap(name => users.canonical(name) ?? []))]);
  let statistics: ReturnType<typeof loadStatistics> | undefined;
  const context: WikitextContext = {
    site,
    titles,
    title,
    now,
    lang: language,
    keyOf: textKey,
    async loadTexts(wanted) {
      const usual = wanted.flatMap(page => {
        const said = page.namespace === MEDIAWIKI ? softwareText(messages, site.lang, messageKey(page.dbkey)) : undefined;
        return said ? [[textKey(page), said.text] as const] : [];
      });
      return new Map([...usual, ...(await loadCurrentTexts(db, wanted))]);
    },
    statistics: () => (statistics ??= loadStatistics(db)),
    genderOf: name => genders.get(users.canonical(name) ?? ''),
  };

  const expand = async (text: string, outer: readonly string[]): Promise<string> =>
    text.includes('{{') ? expandTemplates(text, { ...context, message: (name, values) => include(name, values, outer) }) : text;
  /** `{{int:name|values}}`, in the same language. */
  const include = async (name: string, values: readonly string[], outer: readonly string[]): Promise<string> => {
    const key = messageKey(name);
    const text = outer.includes(key) ? undefined : (await loadInterfaceTexts(env, [name], { messages, language })).text(name);
    return text === undefined ? `⧼${name}⧽` : expand(fillIn(text, values, name), [...outer, key]);
  };
  return text => expand(text, []);
}
