import type { Site } from '@wikiquery/core';
import type { ManualWords } from './manual-words.ts';
import { betweenMarkup } from './markup.ts';
import { PageConversion } from './page-conversion.ts';
import { createReplacement } from './replacement.ts';
import { ruleLanguage } from './rule-language.ts';
import type { ConversionTable, Replace, Rules } from './rules.ts';

/** Converts text between the variants of a language. */
export interface LanguageConverter {
  /** Codes of the variants in MediaWiki's order, including the language itself. */
  readonly variants: readonly string[];
  /** Whether titles of user pages are not converted. */
  readonly keepsUserNames: boolean;
  convert(text: string, variant: string): string;
  /** Converts HTML to a variant. Keeps markup unchanged, and text that seems to be in the variant already. */
  convertHtml(html: string, variant: string): string;
  /** Returns the distinct forms of a text in all variants. */
  everyForm(text: string): readonly string[];
  /** Starts the conversion of a page. `invalid`: HTML that replaces an invalid rule. */
  pageConversion(variant: string, site: Site, invalid: string): PageConversion;
}

/** Creates a converter. `own` contains the wiki's conversion tables by variant, which override those of `rules`. */
export function createConverter(rules: Rules, variants: readonly string[], own: ReadonlyMap<string, ConversionTable>): LanguageConverter {
  const chains = new Map(Object.entries(rules.chains ?? {}));
  const tables = new Map(Object.entries(rules.tables));
  const replacements = new Map<string, Replace>();
  const tablesOf = (variant: string): ConversionTable[] =>
    (chains.get(variant) ?? [variant]).flatMap(name => [own.get(name) ?? EMPTY, tables.get(name) ?? EMPTY]);
  const replacementOf = (variant: string): Replace => {
    let replace = replacements.get(variant);
    if (!replace) {
      replace = createReplacement(tablesOf(variant));
      replacements.set(variant, replace);
    }
    return replace;
  };
  const convert = (text: string, variant: string): string => {
    if (text.trim() === '') return text;
    const replace = replacementOf(variant);
    return rules.convert ? rules.convert(text, variant, replace) : replace(text);
  };
  const convertWith = (text: string, variant: string, words: ManualWords | undefined): string => {
    if (words === undefined) return convert(text, variant);
    if (text.trim() === '') return text;
    const replace = createReplacement(tablesOf(variant), words);
    return rules.convert ? rules.convert(text, variant, replace) : replace(text);
  };
  return {
    variants,
    pageConversion: (variant, site, invalid) =>
      new PageConversion({
        ...{ variant, invalid, convert: convertWith, language: ruleLanguage(site, variants, convert) },
        isWrittenIn: (text, code) => rules.seemsWrittenIn?.(text, code) ?? false,
      }),
    keepsUserNames: rules.keepsUserNames ?? false,
    convert,
    convertHtml: (html, variant) => (rules.seemsWrittenIn?.(html, variant) ? html : betweenMarkup(html, text => convert(text, variant))),
    everyForm: text => [...new Set(variants.map(variant => convert(text, variant)))],
  };
}

const EMPTY: ConversionTable = {};
