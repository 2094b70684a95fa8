import type { Env, Site } from '@wikiquery/core';
import { currentCode } from '@wikiquery/languages';
import { loadMainTexts } from '@wikiquery/revisions';
import { findMessagePages, type MessagePages, messageKey, pageOfMessage } from './pages.ts';
import { chainOf, type Messages, softwareText } from './software.ts';

export interface TextQuery {
  /** What the software says; nothing when left out. */
  readonly messages?: Messages | undefined;
  /** The language of the reader unless it is said. */
  readonly language?: string | undefined;
  /** When all pages of the MediaWiki namespace are known. */
  readonly pages?: MessagePages | undefined;
}

/** Messages as wikitext, undefined where there is none. For the language `qqx` a text tells what was asked for; `fillIn` puts it in. */
export interface InterfaceTexts {
  text(name: string): string | undefined;
  /** What the software says, whatever pages say. */
  softwareText(name: string): string | undefined;
}

/**
 * The messages of these names: as pages of the MediaWiki namespace change them, else as the software has them, in the language or those
 * that it falls back to, else in the language of the wiki. MediaWiki's order: in each language the page comes before the software.
 */
export async function loadInterfaceTexts(
  env: Pick<Env, 'db' | 'site' | 'titles' | 'lang'>,
  names: readonly string[],
  { messages, language = env.lang, pages }: TextQuery,
): Promise<InterfaceTexts> {
  const { db, site } = env;
  const own = currentCode(language);
  const languages = [...new Set([...chainOf(own), ...chainOf(site.lang)])];
  const nameOf = (key: string, code: string) => pageOfMessage(env, key, code);
  const wanted = names.flatMap(name => languages.map(code => nameOf(messageKey(name), code)));
  const found = pages ?? (await findMessagePages(db, wanted));
  const revisionOf = (name: string): number | undefined => {
    const page = found.get(name);
    return page && !page.isRedirect ? page.latest : undefined;
  };
  const texts = await loadMainTexts(db, new Set(wanted.flatMap(name => revisionOf(name) ?? [])), TEXT_MODELS);

  const known = knownLanguages(site);
  const lookUp = (key: string, code: string, usesPages: boolean): string | undefined => {
    const page = (language: string) => (usesPages ? texts.get(revisionOf(nameOf(key, language)) ?? 0) : undefined);
    const changed = page(code);
    if (changed !== undefined) return changed;
    if (code === 'qqx') return KEY_ITSELF;
    const said = softwareText(messages, code, key);
    // Of a language that nobody knows MediaWiki takes the English texts for its own.
    if (said && !known.has(code)) return said.text;
    for (const fallback of chainOf(code)) {
      const text = fallback === said?.language ? (page(fallback) ?? said.text) : page(fallback);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  const find = (name: string, usesPages: boolean): string | undefined => {
    const key = messageKey(name);
    if (key === '') return undefined;
    const hasPages = usesPages && !key.startsWith(CONVERSION_TABLE);
    const text = lookUp(key, own, hasPages) ?? lookUp(key, site.lang, hasPages) ?? ofOtherLanguage(messages, key);
    return text?.replaceAll(/&#32;|&nbsp;|&#160;|&shy;/g, entity => BLANKS[entity] as string);
  };
  return { text: name => find(name, true), softwareText: name => find(name, false) };
}

/** The table of a variant (`MediaWiki:Conversiontable/zh-tw`) is the message `conversiontable` in that language, and none of its own. */
const CONVERSION_TABLE = 'conversiontable/';

const knownLanguages = (site: Site): ReadonlySet<string> =>
  new Set(((site.info.languages ?? []) as readonly { readonly code: string }[]).map(({ code }) => code));

/** Stands for the key and the parameters of a message. */
export const KEY_ITSELF = '($*)';

/** What may be read as wikitext, whatever it is meant for. */
export const TEXT_MODELS: ReadonlySet<string> = new Set(['wikitext', 'text', 'css', 'javascript', 'json']);

/** Blanks that an edit form would lose. */
const BLANKS: Readonly<Record<string, string>> = { '&#32;': ' ', '&nbsp;': '\u00A0', '&#160;': '\u00A0', '&shy;': '\u00AD' };

/** `mainpage/de` is what the software says in German. */
function ofOtherLanguage(messages: Messages | undefined, key: string): string | undefined {
  const [name = '', language, ...more] = key.split('/');
  return language && more.length === 0 ? softwareText(messages, language, name)?.text : undefined;
}
