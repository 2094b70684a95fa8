import type { Site } from '@wikiquery/core';
import { newCode } from './fallbacks.ts';

/** What a request says of the variant that it wants. */
export interface VariantWish {
  /** Parameter `variant`. */
  readonly variant: string | undefined;
  /** Parameter `uselang`. */
  readonly uselang: string | undefined;
  /** Codes of `Accept-Language`, the most wanted first. */
  readonly accepted: () => Iterable<string>;
  /** What the wiki gives those who ask for none (`$wgDefaultLanguageVariant`). */
  readonly usual?: string;
}

/** The variant of the content language that a visitor gets; when nothing else is asked for the usual one of the wiki, else the first, which as a rule is the language itself. */
export function requestedVariant(site: Site, { variant, uselang, accepted, usual }: VariantWish): string {
  const known = variantsIn(site);
  if (!known) return site.lang;
  const asked = known.named(variant || uselang);
  if (asked !== undefined) return asked;
  const languages = [...accepted()];
  const first = languages.map(known.named).find(found => found !== undefined);
  return (
    first ??
    languages
      .flatMap(known.fallbacks)
      .map(known.named)
      .find(found => found !== undefined) ??
    known.named(usual) ??
    known.usual
  );
}

interface Variants {
  readonly usual: string;
  named(code: string | undefined): string | undefined;
  fallbacks(code: string): readonly string[];
}

const variantsOfSites = new WeakMap<Site, Variants>();

function variantsIn(site: Site): Variants | undefined {
  const listed = site.general.variants as readonly { readonly code: string }[] | undefined;
  if (!listed?.[0]) return undefined;
  let variants = variantsOfSites.get(site);
  if (!variants) {
    const codes = new Set(listed.map(({ code }) => code));
    const usual = codes.has(site.lang) ? site.lang : listed[0].code;
    const tags = new Map<string, string>();
    for (const { code, bcp47 } of (site.info.languages ?? []) as readonly { readonly code: string; readonly bcp47: string }[]) {
      if (codes.has(code)) tags.set(bcp47.toLowerCase(), code);
    }
    const described = (site.info.languagevariants ?? {}) as Readonly<Record<string, Readonly<Record<string, Described>>>>;
    const fallbacks = new Map(Object.entries(described[site.lang] ?? {}).map(([code, { fallbacks }]) => [code, fallbacks]));
    variants = {
      usual,
      named(code) {
        const current = newCode((code ?? '').toLowerCase());
        return codes.has(current) ? current : tags.get(current);
      },
      // The usual variant is what is left anyway.
      fallbacks: code => (fallbacks.get(code) ?? []).filter((each, _, all) => all.length > 1 || each !== usual),
    };
    variantsOfSites.set(site, variants);
  }
  return variants;
}

interface Described {
  readonly fallbacks: readonly string[];
}
