import { NS, type Site, type Title, type Titles, titleKey } from '@wikiquery/core';
import { converterOf, type LanguageConverter, namespaceName, type OwnTables, type PageConversion } from '@wikiquery/language-converters';

/** Converts the text of a page to a variant of the content language, in the process for long tasks. */
export interface VariantConversion {
  readonly converter: LanguageConverter;
  readonly page: PageConversion;
}

export interface ConversionHost {
  /** Returns the wiki's own conversion tables, or undefined if the content language has no variants. */
  conversionTables(): Promise<OwnTables | undefined>;
  contentMessage(key: string, params: readonly string[]): Promise<string>;
}

/** Starts the conversion of a page. Returns undefined without a variant, or if the content language has no variants. */
export async function startConversion(
  variant: string | undefined,
  site: Site,
  host: ConversionHost,
): Promise<VariantConversion | undefined> {
  const tables = variant === undefined ? undefined : await host.conversionTables();
  const converter = tables && (await converterOf(site, tables));
  if (variant === undefined || !converter) return undefined;
  const written = await host.contentMessage('converter-manual-rule-error', []);
  const invalid = written === '' || written.startsWith('⧼') ? 'The rule for language conversion is invalid.' : written;
  return { converter, page: converter.pageConversion(variant, site, `<span class="error">${invalid}</span>`) };
}

/** The title of a page in a variant. */
export interface ConvertedTitle {
  readonly variant: string;
  /** Title that a rule sets, as HTML. */
  readonly rule: string | undefined;
  readonly namespace: string;
  readonly main: string;
}

export const convertTitle = ({ page, converter }: VariantConversion, { namespace, dbkey }: Title, site: Site): ConvertedTitle => ({
  variant: page.variant,
  rule: page.title,
  namespace: namespace === NS.MAIN ? '' : namespaceName(site, namespace, page.variant),
  main: converter.convert(dbkey.replaceAll('_', ' '), page.variant),
});

/** Returns the forms of missing titles in other variants, by `titleKey`. */
export function variantsOfTitles(
  missing: readonly Title[],
  { converter }: VariantConversion,
  titles: Titles,
): Map<string, readonly Title[]> {
  const forms = new Map<string, readonly Title[]>();
  for (const { namespace, dbkey } of missing) {
    if (converter.keepsUserNames && (namespace === NS.USER || namespace === NS.USER_TALK)) continue;
    const others = converter.everyForm(dbkey.replaceAll('_', ' ')).flatMap(form => titles.make(namespace, form) ?? []);
    const different = others.filter(other => other.dbkey !== dbkey);
    if (different.length > 0) forms.set(titleKey(namespace, dbkey), different);
  }
  return forms;
}
