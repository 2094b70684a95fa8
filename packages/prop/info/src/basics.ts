import { f, isoTimestamp, type PageSet, type ShapeOut, type Site } from '@wikiquery/core';
import { languageCodes, pageLanguage } from '@wikiquery/pages';
import type { Subject } from '@wikiquery/permissions';

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

export function basics({ site, pages }: { readonly site: Site; readonly pages: PageSet }, subject: Subject): Basics {
  const { namespace, dbkey, row, contentModel } = subject;
  const pagelanguage = pageLanguage(site, { namespace, dbkey, contentModel, lang: row?.lang });
  const { htmlCode, direction } = writing(site, pagelanguage);
  const record: Basics = { contentmodel: contentModel, pagelanguage, pagelanguagehtmlcode: htmlCode, pagelanguagedir: direction };
  if (row) {
    record.touched = isoTimestamp(row.touched);
    record.lastrevid = row.latest;
    record.length = row.length;
    // As in MediaWiki, redirects that stay unresolved are not marked if the request resolves redirects.
    if (row.isRedirect && !pages.resolvesRedirects) record.redirect = true;
    if (row.isNew) record.new = true;
  }
  return record;
}

export type Basics = ShapeOut<typeof basicShape>;

interface Writing {
  /** BCP 47 code of the language. */
  readonly htmlCode: string;
  readonly direction: string;
}

const writings = new WeakMap<Site, Map<string, Writing>>();

/** Returns the code and direction of a language. Cached per wiki, because nearly all pages have the same language. */
function writing(site: Site, code: string): Writing {
  const known = writings.get(site) ?? new Map<string, Writing>();
  writings.set(site, known);
  let found = known.get(code);
  if (!found) {
    const isRightToLeft = code === site.lang ? site.general.rtl : undefined;
    found = {
      htmlCode: languageCodes(site).get(code) ?? standardCase(code),
      direction: typeof isRightToLeft === 'boolean' ? direction(isRightToLeft) : writingDirection(code),
    };
    known.set(code, found);
  }
  return found;
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
