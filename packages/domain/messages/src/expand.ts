import { type Env, NS, type Title } from '@wikiquery/core';
import { loadCurrentTexts, loadStatistics, textKey } from '@wikiquery/revisions';
import { loadGenders } from '@wikiquery/users';
import { expandTemplates, type WikitextContext } from '@wikiquery/wikitext';
import { messageKey } from './pages.ts';
import { type Messages, softwareText } from './software.ts';
import { KEY_ITSELF, loadInterfaceTexts, type TextQuery } from './texts.ts';

/**
 * Replaces `$1`, `$2` … with parameters. The text `($*)` (language `qqx`) becomes the key and all parameters.
 * `name`: name of the message, needed for `qqx`.
 */
export function fillIn(text: string, params: readonly string[], name = ''): string {
  const key = messageKey(name) === name ? name : `${name} = ${messageKey(name)}`;
  const markers = params.length > 0 ? `: ${params.map((_, i) => `$${i + 1}`).join(', ')}` : '';
  const longest = String(params.length).length;
  let room = MAX_INSERTED;
  return (text === KEY_ITSELF ? `(${key}${markers})` : text).replaceAll(/\$([1-9]\d*)/g, (whole, digits: string) => {
    for (let length = Math.min(digits.length, longest); length > 0; length--) {
      const param = params[Number(digits.slice(0, length)) - 1];
      if (param === undefined) continue;
      room -= param.length;
      return room < 0 ? whole : param + digits.slice(length);
    }
    return whole;
  });
}

/** Maximum total length of inserted parameters in characters: twice the maximum size of a response. Further markers stay as written. */
const MAX_INSERTED = 16 << 20;

/** Expands templates and functions such as `{{PLURAL:…}}` in a message whose parameters are already inserted. */
export type ExpandMessage = (text: string) => Promise<string>;

/** Parts of a request's environment that are needed to expand messages. */
export type ExpansionContext = Pick<Env, 'db' | 'site' | 'titles' | 'users' | 'now' | 'lang'> & {
  readonly request: Pick<Env['request'], 'ip' | 'signal'>;
};

interface DisplayContext {
  readonly messages: Messages | undefined;
  readonly language: string;
  readonly title: Title;
}

/** Returns a function that expands messages. One query loads the genders of all users that `texts` mention. */
export async function expandMessages(env: ExpansionContext, texts: readonly string[], display: DisplayContext): Promise<ExpandMessage> {
  const context = await wikitextContext(env, texts, display);
  return text => (text.includes('{{') ? expandTemplates(text, context) : Promise.resolve(text));
}

/** Creates the context in which wikitext and messages are expanded. One query loads the genders of all users that `texts` mention. */
export async function wikitextContext(
  env: ExpansionContext,
  texts: readonly string[],
  { messages, language, title }: DisplayContext,
): Promise<WikitextContext> {
  const { db, site, titles, users, now, request } = env;
  const loaded = new Set(namedIn(texts).flatMap(name => users.canonical(name) ?? []));
  const genders = new Map(await loadGenders(db, [...loaded]));
  let statistics: ReturnType<typeof loadStatistics> | undefined;
  return {
    site,
    titles,
    title,
    now,
    lang: language,
    keyOf: textKey,
    async loadTexts(pages) {
      const defaults = pages.flatMap(page => {
        const found = page.namespace === NS.MEDIAWIKI ? softwareText(messages, site.lang, messageKey(page.dbkey)) : undefined;
        return found ? [[textKey(page), found.text] as const] : [];
      });
      return new Map([...defaults, ...(await loadCurrentTexts(db, pages))]);
    },
    statistics: () => (statistics ??= loadStatistics(db)),
    async genderOf(written) {
      const name = users.canonical(written);
      if (name === undefined) return undefined;
      if (!loaded.has(name) && loaded.size < MAX_USERS) {
        loaded.add(name);
        for (const [each, gender] of await loadGenders(db, [name])) genders.set(each, gender);
      }
      return genders.get(name);
    },
    message: async (name, values) => (await loadMessages(env, [name], { messages, language }))(name, values),
    contentMessage: async (name, values) => (await loadMessages(env, [name], { messages, language: site.lang }))(name, values),
    gendersOf: async names => [...(await loadGenders(db, names))],
    requester: request,
  };
}

/** Loads messages by name. Returns a function that inserts parameters into one of them. A missing message becomes `⧼name⧽`. */
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

const MAX_USERS = 1000;

function namedIn(texts: readonly string[]): string[] {
  const names = new Set<string>();
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(/\{\{\s*gender:([^|{}]*)/gi)) {
      if (name.length <= MAX_NAME_LENGTH) names.add(name.trim());
      if (names.size === MAX_USERS) return [...names];
    }
  }
  return [...names];
}
const MAX_NAME_LENGTH = 300;
