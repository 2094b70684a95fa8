import { f, isoTimestamp, type PageSet, type Site } from '@wikiquery/core';
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

const MEDIAWIKI = 8;
/** Code is English, whoever writes it. */
const CODE_MODELS: ReadonlySet<string> = new Set(['css', 'javascript', 'json']);

function language(site: Site, { namespace, dbkey, row, contentModel }: Subject) {
  if (row?.lang) return describeLanguage(site, row.lang);
  if (CODE_MODELS.has(contentModel)) return describeLanguage(site, 'en');
  const translation = namespace === MEDIAWIKI ? dbkey.slice(dbkey.lastIndexOf('/') + 1) : '';
  return describeLanguage(site, translation !== dbkey && codesOf(site).has(translation) ? translation : site.lang);
}

/** Codes that stand for another language as a whole, besides those that their standard code tells. */
const REPLACED: Readonly<Record<string, string>> = { no: 'nb', simple: 'en' };

function describeLanguage(site: Site, wanted: string) {
  const codes = codesOf(site);
  const standard = codes.get(wanted)?.toLowerCase();
  // `als` is `gsw` today: an old code whose standard code the wiki knows as a language of its own.
  const code = REPLACED[wanted] ?? (standard !== undefined && codes.has(standard) ? standard : wanted);
  return {
    pagelanguage: code,
    pagelanguagehtmlcode: codes.get(code) ?? standardCase(code),
    pagelanguagedir: code === site.lang && typeof site.general.rtl === 'boolean' ? direction(site.general.rtl) : writingDirection(code),
  };
}

const knownCodes = new WeakMap<Site, ReadonlyMap<string, string>>();

/** The wiki's languages: MediaWiki's code to the standard one. */
function codesOf(site: Site): ReadonlyMap<string, string> {
  let codes = knownCodes.get(site);
  if (!codes) {
    const list = (site.info.languages ?? []) as readonly { readonly code: string; readonly bcp47: string }[];
    codes = new Map(list.map(({ code, bcp47 }) => [code, bcp47]));
    knownCodes.set(site, codes);
  }
  return codes;
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
