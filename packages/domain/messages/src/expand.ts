import { type Env, NS, type Title } from '@wikiquery/core';
import { loadCurrentTexts, loadStatistics, textKey } from '@wikiquery/revisions';
import { loadGenders } from '@wikiquery/users';
import { expandTemplates, type WikitextContext } from '@wikiquery/wikitext';
import { messageKey } from './pages.ts';
import { type Messages, softwareText } from './software.ts';
import { KEY_ITSELF, loadInterfaceTexts, type TextQuery } from './texts.ts';

/** Puts parameters in the places of `$1`, `$2` …, and the key and all parameters in that of `$*` (language `qqx`). */
export function fillIn(text: string, params: readonly string[], name = ''): string {
  const key = messageKey(name) === name ? name : `${name} = ${messageKey(name)}`;
  const places = params.length > 0 ? `: ${params.map((_, i) => `$${i + 1}`).join(', ')}` : '';
  const longest = String(params.length).length;
  let room = MOST_FILLED;
  return (text === KEY_ITSELF ? `(${key}${places})` : text).replaceAll(/\$([1-9]\d*)/g, (whole, digits: string) => {
    for (let length = Math.min(digits.length, longest); length > 0; length--) {
      const param = params[Number(digits.slice(0, length)) - 1];
      if (param === undefined) continue;
      room -= param.length;
      return room < 0 ? whole : param + digits.slice(length);
    }
    return whole;
  });
}

/** Characters that parameters may take of one text: twice a response. Further ones stay `$1`. */
const MOST_FILLED = 16 << 20;

/** Expands the templates, plural forms, genders … of texts in which the parameters stand already. */
export type ExpandMessage = (text: string) => Promise<string>;

/** For whom texts are expanded, and with what. */
export type ExpansionContext = Pick<Env, 'db' | 'site' | 'titles' | 'users' | 'now' | 'lang'> & {
  readonly request: Pick<Env['request'], 'ip' | 'signal'>;
};

interface Place {
  readonly messages: Messages | undefined;
  /** Of the texts. */
  readonly language: string;
  /** The page on which they are shown. */
  readonly title: Title;
}

/** For texts shown in one place. The genders of the users whom the given texts name are read in one query. */
export async function expandMessages(env: ExpansionContext, texts: readonly string[], place: Place): Promise<ExpandMessage> {
  const context = await wikitextContext(env, texts, place);
  return text => (text.includes('{{') ? expandTemplates(text, context) : Promise.resolve(text));
}

/** What wikitext in one place may refer to: pages, messages in the language of the place, statistics, genders. */
export async function wikitextContext(
  env: ExpansionContext,
  texts: readonly string[],
  { messages, language, title }: Place,
): Promise<WikitextContext> {
  const { db, site, titles, users, now, request } = env;
  const asked = new Set(namedIn(texts).flatMap(name => users.canonical(name) ?? []));
  const genders = new Map(await loadGenders(db, [...asked]));
  let statistics: ReturnType<typeof loadStatistics> | undefined;
  return {
    site,
    titles,
    title,
    now,
    lang: language,
    keyOf: textKey,
    async loadTexts(wanted) {
      const usual = wanted.flatMap(page => {
        const said = page.namespace === NS.MEDIAWIKI ? softwareText(messages, site.lang, messageKey(page.dbkey)) : undefined;
        return said ? [[textKey(page), said.text] as const] : [];
      });
      return new Map([...usual, ...(await loadCurrentTexts(db, wanted))]);
    },
    statistics: () => (statistics ??= loadStatistics(db)),
    async genderOf(written) {
      const name = users.canonical(written);
      if (name === undefined) return undefined;
      if (!asked.has(name) && asked.size < MOST_NAMED) {
        asked.add(name);
        for (const [each, gender] of await loadGenders(db, [name])) genders.set(each, gender);
      }
      return genders.get(name);
    },
    message: async (name, values) => (await loadMessages(env, [name], { messages, language }))(name, values),
    requester: request,
  };
}

/** What `{{int:key|…}}` stands for: messages of these names with their parameters put in. */
export async function loadMessages(
  env: Pick<Env, 'db' | 'site' | 'titles' | 'lang'>,
  names: readonly string[],
  query: TextQuery,
): Promise<(name: string, values: readonly string[]) => string> {
  const texts = await loadInterfaceTexts(env, names, query);
  return (name, values) => {
    const text = texts.text(name);
    return text === undefined ? `⧼${name}⧽` : fillIn(text, values, name);
  };
}

/** Users whose gender one answer asks for. */
const MOST_NAMED = 1000;

function namedIn(texts: readonly string[]): string[] {
  const names = new Set<string>();
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(/\{\{\s*gender:([^|{}]*)/gi)) {
      if (name.length <= LONGEST_NAME) names.add(name.trim());
      if (names.size === MOST_NAMED) return [...names];
    }
  }
  return [...names];
}
const LONGEST_NAME = 300;
