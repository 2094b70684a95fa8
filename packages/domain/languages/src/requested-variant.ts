import type { Site } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { newCode } from './fallbacks.ts';

/** Parts of a request and configuration that select a language variant. Parameter `variant` takes precedence over `uselang`. */
export interface VariantRequest {
  readonly variant: string | undefined;
  readonly uselang: string | undefined;
  /** Returns the codes in `Accept-Language`, most preferred first. */
  readonly accepted: () => Iterable<string>;
  /** The wiki's default variant (`$wgDefaultLanguageVariant`). */
  readonly usual?: string;
}

/** Returns the variant for a request. Default: the wiki's default variant, then the language itself, or its first variant. */
export function requestedVariant(site: Site, { variant, uselang, accepted, usual }: VariantRequest): string {
  const known = variantsIn(site);
  if (!known) return site.lang;
  const requested = known.named(variant || uselang);
  if (requested !== undefined) return requested;
  const languages = [...accepted()];
  const candidates = [...languages, ...languages.flatMap(known.fallbacks), usual];
  return candidates.map(known.named).find(found => found !== undefined) ?? known.usual;
}

interface Variants {
  readonly usual: string;
  named(code: string | undefined): string | undefined;
  fallbacks(code: string): readonly string[];
}

const variantsIn = perSite((site): Variants | undefined => {
  const listed = site.general.variants as readonly { readonly code: string }[] | undefined;
  if (!listed?.[0]) return undefined;
  const codes = new Set(listed.map(({ code }) => code));
  const usual = codes.has(site.lang) ? site.lang : listed[0].code;
  const tags = new Map<string, string>();
  for (const { code, bcp47 } of (site.info.languages ?? []) as readonly { readonly code: string; readonly bcp47: string }[]) {
    if (codes.has(code)) tags.set(bcp47.toLowerCase(), code);
  }
  const described = (site.info.languagevariants ?? {}) as Readonly<
    Record<string, Record<string, { readonly fallbacks: readonly string[] }>>
  >;
  const fallbacks = new Map(Object.entries(described[site.lang] ?? {}).map(([code, variant]) => [code, variant.fallbacks]));
  return {
    usual,
    named(code) {
      const current = newCode((code ?? '').toLowerCase());
      return codes.has(current) ? current : tags.get(current);
    },
    // A list that contains only the default variant is ignored: that variant is the default anyway.
    fallbacks: code => (fallbacks.get(code) ?? []).filter((each, _, all) => all.length > 1 || each !== usual),
  };
});
