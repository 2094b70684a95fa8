import { type Namespace, NS } from '@wikiquery/core';
import type { HostConfiguration } from '@wikiquery/core/host';
import languageForms from './user-namespace-forms.json' with { type: 'json' };

/** The gender that a user chose in the preferences (`female`, `male`, `unknown`); undefined for one who did not choose, and for nobody. */
export type GenderOf = (userName: string) => string | undefined;

export interface Prefixes {
  /** What the full name of a page begins with, as `Site.prefix` has it. */
  prefix(namespace: number, dbkey: string): string;
  /** Whether the name of a user's namespace depends on the user. */
  readonly hasGenderedNamespaces: boolean;
}

/** The names of a wiki's namespaces in front of page names. */
export const createPrefixes = (
  { lang, defaultGender }: { readonly lang: string; readonly defaultGender: string },
  namespaces: ReadonlyMap<number, Namespace>,
  { extraGenderNamespaces }: Pick<HostConfiguration, 'extraGenderNamespaces'>,
  genderOf: GenderOf,
): Prefixes => {
  const prefixes = new Map([...namespaces.values()].map(({ id, name }) => [id, written(name)]));
  const special = namespaces.get(-1)?.name ?? 'Special';
  const plain = (namespace: number): string => {
    let known = prefixes.get(namespace);
    if (known === undefined) {
      // MediaWiki's way to show a page whose namespace is gone.
      known = written(`${special}:Badtitle/NS${namespace}`);
      prefixes.set(namespace, known);
    }
    return known;
  };

  const forms = genderedForms(lang, namespaces, extraGenderNamespaces);
  if (forms.size === 0) return { prefix: plain, hasGenderedNamespaces: false };
  const prefix = (namespace: number, dbkey: string): string => {
    const gendered = namespace === NS.USER || namespace === NS.USER_TALK ? forms.get(namespace) : undefined;
    return gendered?.get(genderOf(ownerOf(dbkey)) ?? defaultGender) ?? plain(namespace);
  };
  return { prefix, hasGenderedNamespaces: true };
};

type Forms = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** By namespace and gender; nothing where all are called the same. */
const genderedForms = (
  lang: string,
  namespaces: ReadonlyMap<number, Namespace>,
  extra: Forms,
): Map<number, ReadonlyMap<string, string>> => {
  const language = (languageForms as Readonly<Record<string, Forms>>)[lang] ?? {};
  const isRenamed = (id: number) => language[id]?.name !== namespaces.get(id)?.name;
  // A wiki with names of its own for both namespaces calls all users the same, unless it says how it does not.
  const own = isRenamed(NS.USER) && isRenamed(NS.USER_TALK) ? {} : language;
  return new Map(
    [NS.USER, NS.USER_TALK].flatMap(id => {
      const { male, female } = { ...own[id], ...extra[id] };
      const known = Object.entries({ male, female }).flatMap(([gender, name]) => (name ? [[gender, written(name)] as const] : []));
      return known.length === 0 ? [] : [[id, new Map(known)] as const];
    }),
  );
};

/** The user whom a page of namespace User belongs to. */
const ownerOf = (dbkey: string): string => {
  const slash = dbkey.indexOf('/');
  return (slash === -1 ? dbkey : dbkey.slice(0, slash)).replaceAll('_', ' ');
};

const written = (name: string): string => (name === '' ? '' : `${name.replaceAll(' ', '_')}:`);
