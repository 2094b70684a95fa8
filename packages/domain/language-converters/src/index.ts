import type { Env, Site } from '@wikiquery/core';
import { createConverter, type LanguageConverter } from './converter.ts';
import { findTablePages, readTables, type TablePage } from './own-tables.ts';
import type { ConversionTable, Rules } from './rules.ts';

export type { LanguageConverter } from './converter.ts';
export { namespaceName } from './namespaces.ts';
export type { PageConversion } from './page-conversion.ts';

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
  const state = stateOf(pages);
  const known = converters.get(site);
  if (known?.state === state) return known.converter;
  const converter = readTables({ db, site }, pages, variants).then(own => converterWith(site, variants, own));
  converters.set(site, { state, converter });
  // A failed load, such as from an unreachable database, must not be cached.
  converter.catch(() => converters.delete(site));
  return converter;
}

const stateOf = (pages: readonly TablePage[]): string => pages.map(({ name, latest }) => `${name}|${latest}`).join('\n');

/** The wiki's own conversion tables, in a form that can be sent to another process. */
export interface OwnTables {
  /** Changes whenever the tables change. */
  readonly state: string;
  readonly tables: readonly (readonly [variant: string, table: ConversionTable])[];
}

/** Loads the wiki's own conversion tables for `converterOf`. Without variants, there are none. */
export async function loadOwnTables({ db, site }: Pick<Env, 'db' | 'site'>): Promise<OwnTables | undefined> {
  const variants = contentVariants(site);
  if (!variants) return undefined;
  const pages = await findTablePages(db);
  const state = stateOf(pages);
  const known = ownTables.get(site);
  if (known?.state === state) return known;
  const loaded = { state, tables: [...(await readTables({ db, site }, pages, variants))] };
  ownTables.set(site, loaded);
  return loaded;
}
const ownTables = new WeakMap<Site, OwnTables>();

/** Returns a converter with tables that another process loaded. */
export async function converterOf(site: Site, { state, tables }: OwnTables): Promise<LanguageConverter | undefined> {
  const variants = contentVariants(site);
  if (!variants) return undefined;
  const known = converters.get(site);
  if (known?.state === state) return known.converter;
  const converter = converterWith(site, variants, new Map(tables));
  converters.set(site, { state, converter });
  return converter;
}

const converterWith = async (
  site: Site,
  variants: readonly string[],
  own: ReadonlyMap<string, ConversionTable>,
): Promise<LanguageConverter> => createConverter(await rulesOf(site.lang), variants, own);

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
