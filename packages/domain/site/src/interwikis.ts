import type { Description } from './description.ts';

/** Row of table `interwiki`. */
export interface InterwikiRow {
  readonly iw_prefix: string;
  readonly iw_url: string;
  readonly iw_api: string;
  readonly iw_wikiid: string;
  readonly iw_local: number | boolean;
  readonly iw_trans: number | boolean;
}

/** Builds `siprop=interwikimap` from table `interwiki`, sorted by prefix. A prefix that is a language code is for interlanguage links. */
export const interwikiMap = (
  rows: readonly InterwikiRow[],
  languages: Description['languages'],
  protocol: string,
): Description['interwikimap'] => {
  const names = new Map(languages.map(language => [language.code, language]));
  return rows
    .toSorted((a, b) => (a.iw_prefix < b.iw_prefix ? -1 : 1))
    .map(row => {
      const language = names.get(row.iw_prefix);
      return {
        prefix: row.iw_prefix,
        ...(row.iw_local && { local: true }),
        ...(row.iw_trans && { trans: true }),
        ...(language && { language: language.name, bcp47: language.bcp47 }),
        url: row.iw_url.startsWith('//') ? protocol + row.iw_url : row.iw_url,
        protorel: row.iw_url.startsWith('//'),
        ...(row.iw_wikiid !== '' && { wikiid: row.iw_wikiid }),
        ...(row.iw_api !== '' && { api: row.iw_api }),
      };
    });
};
