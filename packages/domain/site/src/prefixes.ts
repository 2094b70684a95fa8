import { type Namespace, NS, type Site } from '@wikiquery/core';
import type { HostConfiguration } from '@wikiquery/core/host';
import languageForms from './user-namespace-forms.json' with { type: 'json' };

/** Returns the gender that a user chose (`female`, `male`, `unknown`), or undefined if none was chosen. */
export type GenderOf = (userName: string) => string | undefined;

/** Creates `Site.prefix`, which returns namespace prefixes of page names. */
export const createPrefixes = (
  { lang, defaultGender }: { readonly lang: string; readonly defaultGender: string },
  namespaces: ReadonlyMap<number, Namespace>,
  { extraGenderNamespaces }: Pick<HostConfiguration, 'extraGenderNamespaces'>,
  genderOf: GenderOf,
): Pick<Site, 'prefix' | 'hasGenderedNamespaces'> => {
  const prefixes = new Map([...namespaces.values()].map(({ id, name }) => [id, toPrefix(name)]));
  const special = namespaces.get(-1)?.name ?? 'Special';
  // MediaWiki shows the pages of unknown namespaces as Special:Badtitle.
  const plain = (namespace: number): string => prefixes.get(namespace) ?? toPrefix(`${special}:Badtitle/NS${namespace}`);

  const forms = genderedForms(lang, namespaces, extraGenderNamespaces);
  if (forms.size === 0) return { prefix: plain, hasGenderedNamespaces: false };
  const prefix = (namespace: number, dbkey: string): string => {
    const gendered = namespace === NS.USER || namespace === NS.USER_TALK ? forms.get(namespace) : undefined;
    return gendered?.get(genderOf(ownerOf(dbkey)) ?? defaultGender) ?? plain(namespace);
  };
  return { prefix, hasGenderedNamespaces: true };
};

type Forms = Readonly<Record<string, Readonly<Record<string, string>>>>;
const FORMS: ReadonlyMap<string, Forms> = new Map<string, Forms>(Object.entries(languageForms));

/** Returns the prefixes of user namespaces by namespace and gender, if their names depend on gender. */
const genderedForms = (
  lang: string,
  namespaces: ReadonlyMap<number, Namespace>,
  extra: Forms,
): Map<number, ReadonlyMap<string, string>> => {
  const language = FORMS.get(lang) ?? {};
  const isRenamed = (id: number) => language[id]?.name !== namespaces.get(id)?.name;
  // Renaming both namespaces disables the gendered forms of the language, but not the configured ones.
  const own = isRenamed(NS.USER) && isRenamed(NS.USER_TALK) ? {} : language;
  return new Map(
    [NS.USER, NS.USER_TALK].flatMap(id => {
      const { male, female } = { ...own[id], ...extra[id] };
      const known = Object.entries({ male, female }).flatMap(([gender, name]) => (name ? [[gender, toPrefix(name)] as const] : []));
      return known.length === 0 ? [] : [[id, new Map(known)] as const];
    }),
  );
};

const ownerOf = (dbkey: string): string => {
  const slash = dbkey.indexOf('/');
  return (slash === -1 ? dbkey : dbkey.slice(0, slash)).replaceAll('_', ' ');
};

const toPrefix = (name: string): string => (name === '' ? '' : `${name.replaceAll(' ', '_')}:`);
