import { NS, type Site, type Title } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';

const MODEL_OF_SUFFIX: Readonly<Record<string, string>> = { css: 'css', js: 'javascript', json: 'json' };

/** Returns the default content model of a page: by its suffix where code is allowed, otherwise by its namespace. */
export function defaultContentModel(site: Site, { namespace, dbkey }: Title): string {
  const suffix =
    namespace === NS.MEDIAWIKI || (namespace === NS.USER && dbkey.includes('/')) ? /\.(css|js|json)$/.exec(dbkey)?.[1] : undefined;
  return (suffix && MODEL_OF_SUFFIX[suffix]) ?? site.namespaces.get(namespace)?.defaultContentModel ?? 'wikitext';
}

/** Facts that determine the language of a page. `lang`: the language that was set for the page (`page_lang`). */
export interface PageLanguageFacts extends Title {
  readonly lang: string | undefined;
  readonly contentModel: string | undefined;
}

/** Content models of code. Their pages are always in English. */
const CODE_MODELS: ReadonlySet<string> = new Set(['css', 'javascript', 'json']);

/** Returns the language code of a page, existing or not. */
export function pageLanguage(site: Site, page: PageLanguageFacts): string {
  const { namespace, dbkey, lang } = page;
  if (lang) return currentCode(site, lang);
  if (CODE_MODELS.has(page.contentModel ?? defaultContentModel(site, page))) return currentCode(site, 'en');
  const translation = namespace === NS.MEDIAWIKI ? dbkey.slice(dbkey.lastIndexOf('/') + 1) : '';
  return currentCode(site, translation !== dbkey && languageCodes(site).has(translation) ? translation : site.lang);
}

/** Deprecated codes and their replacements, apart from codes whose standard code is another MediaWiki code. */
const REPLACED: ReadonlyMap<string, string> = new Map(Object.entries({ no: 'nb', simple: 'en' }));

function currentCode(site: Site, code: string): string {
  const codes = languageCodes(site);
  const standard = codes.get(code)?.toLowerCase();
  // A deprecated code such as `als` has the standard code of another language (`gsw`).
  return REPLACED.get(code) ?? (standard !== undefined && codes.has(standard) ? standard : code);
}

/** Returns the standard (BCP 47) code of each MediaWiki language code. */
export const languageCodes = perSite((site): ReadonlyMap<string, string> => {
  const languages = (site.info.languages ?? []) as readonly { readonly code: string; readonly bcp47: string }[];
  return new Map(languages.map(({ code, bcp47 }) => [code, bcp47]));
});
