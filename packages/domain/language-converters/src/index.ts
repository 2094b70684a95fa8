import type { Env, Site } from '@wikiquery/core';
import { createConverter, type LanguageConverter } from './converter.ts';
import { findTablePages, readTables } from './own-tables.ts';
import type { Rules } from './rules.ts';

export type { LanguageConverter } from './converter.ts';
export { namespaceName } from './namespaces.ts';

/** Returns the variants of the content language, or undefined if it has none. */
export function contentVariants(site: Site): readonly string[] | undefined {
  const variants = site.general.variants as readonly { readonly code: string }[] | undefined;
  return variants && variants.length > 1 ? variants.map(({ code }) => code) : undefined;
}

/**
 * Returns a converter for the content language, or undefined if the language has no variants. The converter uses MediaWiki's conversion
 * tables and the wiki's own. Takes one query if no table has changed.
 */
export async function contentConverter({ db, site }: Pick<Env, 'db' | 'site'>): Promise<LanguageConverter | undefined> {
  const variants = contentVariants(site);
  if (!variants) return undefined;
  const pages = await findTablePages(db);
  const state = pages.map(({ name, latest }) => `${name}|${latest}`).join('\n');
  const known = converters.get(site);
  if (known?.state === state) return known.converter;
  const converter = Promise.all([rulesOf(site.lang), readTables({ db, site }, pages, variants)]).then(([rules, own]) =>
    createConverter(rules, variants, own),
  );
  converters.set(site, { state, converter });
  // A failed load, such as from an unreachable database, must not be cached.
  converter.catch(() => converters.delete(site));
  return converter;
}

interface Known {
  readonly state: string;
  readonly converter: Promise<LanguageConverter>;
}
const converters = new WeakMap<Site, Known>();

async function rulesOf(language: string): Promise<Rules> {
  return (await RULES.get(language)?.()) ?? { tables: {} };
}

/** Conversion rules by language. They are loaded on demand, because some tables are large. */
const RULES: ReadonlyMap<string, () => Promise<Rules>> = new Map(
  Object.entries({
    ban: async () => (await import('./languages/balinese.ts')).balinese,
    crh: async () => (await import('./languages/crimean-tatar.ts')).crimeanTatar,
    en: async () => (await import('./languages/pig-latin.ts')).pigLatin,
    gan: async () => (await import('./languages/chinese.ts')).gan,
    iu: async () => (await import('./languages/syllabics.ts')).inuktitut,
    kk: async () => (await import('./languages/kazakh.ts')).kazakh,
    ku: async () => (await import('./languages/alphabets.ts')).kurdish,
    mni: async () => (await import('./languages/meitei.ts')).meitei,
    sh: async () => (await import('./languages/serbian.ts')).serboCroatian,
    shi: async () => (await import('./languages/syllabics.ts')).tachelhit,
    sr: async () => (await import('./languages/serbian.ts')).serbian,
    tg: async () => (await import('./languages/alphabets.ts')).tajik,
    tly: async () => (await import('./languages/alphabets.ts')).talysh,
    uz: async () => (await import('./languages/uzbek.ts')).uzbek,
    wuu: async () => (await import('./languages/chinese.ts')).wu,
    zgh: async () => (await import('./languages/alphabets.ts')).amazigh,
    zh: async () => (await import('./languages/chinese.ts')).chinese,
  }),
);
