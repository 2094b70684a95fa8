import type { ListedWiki } from '@wikiquery/wiki-list';

export interface Special extends Pick<ListedWiki, 'url' | 'dbname' | 'sitename' | 'lang' | 'closed' | 'private' | 'fishbowl'> {
  /** Family of a language's wiki, such as `wiktionary`. For special wikis: a code derived from the database name. */
  readonly code: string;
}

export interface Matrix {
  readonly count: number;
  /** Wikis by language code, sorted within a language by family. */
  readonly languages: ReadonlyMap<string, readonly Special[]>;
  readonly specials: readonly Special[];
}

/** Wiki families in Wikimedia's order. Each is a suffix of database names. */
const FAMILIES = ['wiki', 'wiktionary', 'wikibooks', 'wikinews', 'wikiquote', 'wikisource', 'wikiversity', 'wikivoyage'];

export function createMatrix(wikis: readonly ListedWiki[], languages: ReadonlySet<string>): Matrix {
  const rows = new Map<string, Special[]>();
  const specials: Special[] = [];
  for (const wiki of wikis) {
    const { url, dbname, sitename, closed } = wiki;
    const family = FAMILIES.find(each => dbname.endsWith(each));
    const code = (family === undefined ? dbname : dbname.slice(0, -family.length)).replaceAll('_', '-');
    const lang = wiki.lang;
    const shown = { url, dbname, lang, sitename, closed, private: wiki.private, fishbowl: wiki.fishbowl };
    if (family !== undefined && languages.has(code)) {
      const row = rows.get(code) ?? [];
      rows.set(code, row);
      row.push({ ...shown, code: family });
    } else specials.push({ ...shown, code: family === undefined || family === 'wiki' ? code : code + family });
  }
  for (const row of rows.values()) row.sort((a, b) => FAMILIES.indexOf(a.code) - FAMILIES.indexOf(b.code));
  return {
    count: wikis.length,
    languages: new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1))),
    specials: specials.sort((a, b) => (a.dbname < b.dbname ? -1 : 1)),
  };
}
