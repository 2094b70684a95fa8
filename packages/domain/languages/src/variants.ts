import type { Site } from '@wikiquery/core';
import { currentCode } from './fallbacks.ts';
import { languageName } from './names.ts';
import data from './variants.json' with { type: 'json' };

const orders: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(data.variants));
const names: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(data.names).map(([code, own]) => [code, new Map(Object.entries(own))]),
);

/** Returns the variants of a language, including the language itself, or only the language itself if it has none. */
export function variantsOf(site: Site, code: string): readonly string[] {
  const current = currentCode(code);
  const listed = (site.info.languagevariants ?? {}) as Readonly<Record<string, object | undefined>>;
  const variants = Object.hasOwn(listed, current) ? listed[current] : undefined;
  if (!variants) return [current];
  const usual = orders.get(current) ?? [];
  return [...usual.filter(variant => variant in variants), ...Object.keys(variants).filter(variant => !usual.includes(variant))];
}

/** Returns the local name of a language's variant, or the variant's code if it has no name. */
export const variantName = (site: Site, code: string, variant: string): string =>
  names.get(currentCode(code))?.get(variant) ?? (languageName(site, variant) || variant);
