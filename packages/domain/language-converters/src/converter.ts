import { betweenMarkup } from './markup.ts';
import { createReplacement } from './replacement.ts';
import type { ConversionTable, Replace, Rules } from './rules.ts';

/** Converts between the variants of a language. */
export interface LanguageConverter {
  /** Codes of the variants in MediaWiki's order, the language itself among them. */
  readonly variants: readonly string[];
  /** Pages of users are found under their very names only. */
  readonly keepsUserNames: boolean;
  /** A plain text in a variant. */
  convert(text: string, variant: string): string;
  /** HTML in a variant; what seems to be written in it already, and all markup, stays. */
  convertHtml(html: string, variant: string): string;
  /** A text in all variants, each form once, in the order of the variants. */
  everyForm(text: string): readonly string[];
}

/** A converter by the rules of a language; `own` are the words that the wiki adds to the tables, by variant. */
export function createConverter(rules: Rules, variants: readonly string[], own: ReadonlyMap<string, ConversionTable>): LanguageConverter {
  const replacements = new Map<string, Replace>();
  const replacementOf = (variant: string): Replace => {
    let replace = replacements.get(variant);
    if (!replace) {
      const chain = rules.chains?.[variant] ?? [variant];
      replace = createReplacement(chain.flatMap(name => [own.get(name) ?? {}, rules.tables[name] ?? {}]));
      replacements.set(variant, replace);
    }
    return replace;
  };
  const convert = (text: string, variant: string): string => {
    if (text.trim() === '') return text;
    const replace = replacementOf(variant);
    return rules.convert ? rules.convert(text, variant, replace) : replace(text);
  };
  return {
    variants,
    keepsUserNames: rules.keepsUserNames ?? false,
    convert,
    convertHtml: (html, variant) => (rules.seemsWrittenIn?.(html, variant) ? html : betweenMarkup(html, text => convert(text, variant))),
    everyForm: text => [...new Set(variants.map(variant => convert(text, variant)))],
  };
}
