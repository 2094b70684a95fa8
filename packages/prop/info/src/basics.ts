import { f, isoTimestamp, type PageSet, type Site } from '@wikiquery/core';
import { languageCodes, pageLanguage } from '@wikiquery/pages';
import type { Subject } from './subjects.ts';

/** What is said of every page. */
export const basicShape = {
  contentmodel: f.string(),
  pagelanguage: f.string(),
  pagelanguagehtmlcode: f.string(),
  pagelanguagedir: f.string(),
  touched: f.timestamp().optional(),
  lastrevid: f.int().optional(),
  length: f.int().optional(),
  redirect: f.flag(),
  new: f.flag(),
};

export function basics({ site, pages }: { readonly site: Site; readonly pages: PageSet }, subject: Subject) {
  const { row, contentModel } = subject;
  return {
    contentmodel: contentModel,
    ...language(site, subject),
    ...(row && {
      touched: isoTimestamp(row.touched),
      lastrevid: row.latest,
      length: row.length,
      // As in MediaWiki, a request that follows redirects is not told which ones could not be followed.
      ...(row.isRedirect && !pages.resolvesRedirects && { redirect: true as const }),
      ...(row.isNew && { new: true as const }),
    }),
  };
}

function language(site: Site, { row, ...subject }: Subject) {
  const code = pageLanguage(site, { ...subject, lang: row?.lang });
  return {
    pagelanguage: code,
    pagelanguagehtmlcode: languageCodes(site).get(code) ?? standardCase(code),
    pagelanguagedir: code === site.lang && typeof site.general.rtl === 'boolean' ? direction(site.general.rtl) : writingDirection(code),
  };
}

const direction = (isRightToLeft: boolean): string => (isRightToLeft ? 'rtl' : 'ltr');

function standardCase(code: string): string {
  try {
    return new Intl.Locale(code).toString();
  } catch {
    return code;
  }
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

function writingDirection(code: string): string {
  try {
    return direction(RIGHT_TO_LEFT.has(new Intl.Locale(code).maximize().script ?? ''));
  } catch {
    return 'ltr';
  }
}
