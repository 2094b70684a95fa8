import type { Env, Site } from '@wikiquery/core';
import { currentCode } from '@wikiquery/languages';
import { loadMainTexts } from '@wikiquery/revisions';
import { findMessagePages, type MessagePages, messageKey, pageOfMessage } from './pages.ts';
import { chainOf, type Messages, softwareText } from './software.ts';

/** Options for loading messages. */
export interface TextQuery {
  readonly messages?: Messages | undefined;
  /** Language code. Default: the user's language. */
  readonly language?: string | undefined;
  /** All pages in the MediaWiki namespace, if already loaded. */
  readonly pages?: MessagePages | undefined;
}

/** Messages as wikitext, or undefined if a message does not exist. In language `qqx`, `fillIn` inserts the key and the parameters. */
export interface InterfaceTexts {
  text(name: string): string | undefined;
  /** Returns the message of the software, even if a page overrides it. */
  softwareText(name: string): string | undefined;
}

/** Loads messages. In each language of the fallback chain, and then in the wiki's language, a page takes precedence over the software. */
export async function loadInterfaceTexts(
  env: Pick<Env, 'db' | 'site' | 'titles' | 'lang'>,
  names: readonly string[],
  { messages, language = env.lang, pages }: TextQuery,
): Promise<InterfaceTexts> {
  const { db, site } = env;
  const own = currentCode(language);
  const languages = [...new Set([...chainOf(own), ...chainOf(site.lang)])];
  const nameOf = (key: string, code: string) => pageOfMessage(env, key, code);
  const titles = names.flatMap(name => languages.map(code => nameOf(messageKey(name), code)));
  const found = pages ?? (await findMessagePages(db, titles));
  const revisionOf = (name: string): number | undefined => {
    const page = found.get(name);
    return page && !page.isRedirect ? page.latest : undefined;
  };
  const texts = await loadMainTexts(db, new Set(titles.flatMap(name => revisionOf(name) ?? [])), TEXT_MODELS);

  const known = knownLanguages(site);
  const lookUp = (key: string, code: string, usesPages: boolean): string | undefined => {
    const page = (language: string) => (usesPages ? texts.get(revisionOf(nameOf(key, language)) ?? 0) : undefined);
    const changed = page(code);
    if (changed !== undefined) return changed;
    if (code === 'qqx') return KEY_ITSELF;
    const standard = softwareText(messages, code, key);
    // As in MediaWiki, an unknown language uses English messages before page overrides.
    if (standard && !known.has(code)) return standard.text;
    for (const fallback of chainOf(code)) {
      const text = fallback === standard?.language ? (page(fallback) ?? standard.text) : page(fallback);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  const find = (name: string, usesPages: boolean): string | undefined => {
    const key = messageKey(name);
    if (key === '') return undefined;
    const hasPages = usesPages && !key.startsWith(CONVERSION_TABLE);
    const text = lookUp(key, own, hasPages) ?? lookUp(key, site.lang, hasPages) ?? ofOtherLanguage(messages, key);
    return text?.replaceAll(/&#32;|&nbsp;|&#160;|&shy;/g, entity => SPACES[entity] as string);
  };
  return { text: name => find(name, true), softwareText: name => find(name, false) };
}

/** Key prefix that pages do not override: `MediaWiki:Conversiontable/zh-tw` is the page of message `conversiontable`. */
const CONVERSION_TABLE = 'conversiontable/';

const knownLanguages = (site: Site): ReadonlySet<string> =>
  new Set(((site.info.languages ?? []) as readonly { readonly code: string }[]).map(({ code }) => code));

/** Text that `fillIn` replaces with the key and parameters of the message. */
export const KEY_ITSELF = '($*)';

/** Content models of pages that can override messages. */
export const TEXT_MODELS: ReadonlySet<string> = new Set(['wikitext', 'text', 'css', 'javascript', 'json']);

/** Character references for characters that an edit form would lose. */
const SPACES: Readonly<Record<string, string>> = { '&#32;': ' ', '&nbsp;': '\u00A0', '&#160;': '\u00A0', '&shy;': '\u00AD' };

/** Resolves `mainpage/de` to the German message `mainpage`. */
function ofOtherLanguage(messages: Messages | undefined, key: string): string | undefined {
  const [name = '', language, ...more] = key.split('/');
  return language && more.length === 0 ? softwareText(messages, language, name)?.text : undefined;
}
