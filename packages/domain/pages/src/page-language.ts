import { NS, type Site, type Title } from '@wikiquery/core';

const MODEL_OF_SUFFIX: Readonly<Record<string, string>> = { css: 'css', js: 'javascript', json: 'json' };

/** The content model of a page that does not say: of its suffix where pages may hold code, else of its namespace. */
export function defaultContentModel(site: Site, { namespace, dbkey }: Title): string {
  const suffix =
    namespace === NS.MEDIAWIKI || (namespace === NS.USER && dbkey.includes('/')) ? /\.(css|js|json)$/.exec(dbkey)?.[1] : undefined;
  return (suffix && MODEL_OF_SUFFIX[suffix]) ?? site.namespaces.get(namespace)?.defaultContentModel ?? 'wikitext';
}

/** What the language of a page depends on. `lang` is the one that was chosen for it. */
export interface PageLanguageFacts extends Title {
  readonly lang: string | undefined;
  readonly contentModel: string | undefined;
}

/** Code is English, whoever writes it. */
const CODE_MODELS: ReadonlySet<string> = new Set(['css', 'javascript', 'json']);

/** Code of the language in which a page is written; it need not have been created. */
export function pageLanguage(site: Site, page: PageLanguageFacts): string {
  const { namespace, dbkey, lang } = page;
  if (lang) return currentCode(site, lang);
  if (CODE_MODELS.has(page.contentModel ?? defaultContentModel(site, page))) return currentCode(site, 'en');
  const translation = namespace === NS.MEDIAWIKI ? dbkey.slice(dbkey.lastIndexOf('/') + 1) : '';
  return currentCode(site, translation !== dbkey && languageCodes(site).has(translation) ? translation : site.lang);
}

/** Codes that stand for another language as a whole, besides those that their standard code tells. */
const REPLACED: Readonly<Record<string, string>> = { no: 'nb', simple: 'en' };

function currentCode(site: Site, code: string): string {
  const codes = languageCodes(site);
  const standard = codes.get(code)?.toLowerCase();
  // `als` is `gsw` today: an old code whose standard code the wiki knows as a language of its own.
  return REPLACED[code] ?? (standard !== undefined && codes.has(standard) ? standard : code);
}

const knownCodes = new WeakMap<Site, ReadonlyMap<string, string>>();

/** The wiki's languages: MediaWiki's code to the standard one. */
export function languageCodes(site: Site): ReadonlyMap<string, string> {
  let codes = knownCodes.get(site);
  if (!codes) {
    const list = (site.info.languages ?? []) as readonly { readonly code: string; readonly bcp47: string }[];
    codes = new Map(list.map(({ code, bcp47 }) => [code, bcp47]));
    knownCodes.set(site, codes);
  }
  return codes;
}
