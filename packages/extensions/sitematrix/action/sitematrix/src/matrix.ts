import type { ListedWiki } from '@wikiquery/wiki-list';

/** A wiki as it is told. */
export interface Special extends Pick<ListedWiki, 'url' | 'dbname' | 'sitename' | 'lang' | 'closed' | 'private' | 'fishbowl'> {
  /** The family, in the row of a language; of other wikis what stands before it in the name of the database. */
  readonly code: string;
}

export interface Matrix {
  readonly count: number;
  /** By code, in its order; each with its wikis in the order of the families. */
  readonly languages: ReadonlyMap<string, readonly Special[]>;
  readonly specials: readonly Special[];
}

/** Names of databases end with these, as those of Wikimedia do. */
const FAMILIES = ['wiki', 'wiktionary', 'wikibooks', 'wikinews', 'wikiquote', 'wikisource', 'wikiversity', 'wikivoyage'];

/** The wikis by language and family, as far as the names of their databases say so. */
export function createMatrix(wikis: readonly ListedWiki[], languages: ReadonlySet<string>): Matrix {
  const rows = new Map<string, Special[]>();
  const specials: Special[] = [];
  for (const wiki of wikis) {
    const { url, dbname, sitename, closed } = wiki;
    const family = FAMILIES.find(each => dbname.endsWith(each));
    const code = (family === undefined ? dbname : dbname.slice(0, -family.length)).replaceAll('_', '-');
    const lang = wiki.lang;
    const told = { url, dbname, lang, sitename, closed, private: wiki.private, fishbowl: wiki.fishbowl };
    if (family !== undefined && languages.has(code)) {
      const row = rows.get(code) ?? [];
      rows.set(code, row);
      row.push({ ...told, code: family });
    } else specials.push({ ...told, code: family === undefined || family === 'wiki' ? code : code + family });
  }
  for (const row of rows.values()) row.sort((a, b) => FAMILIES.indexOf(a.code) - FAMILIES.indexOf(b.code));
  return {
    count: wikis.length,
    languages: new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1))),
    specials: specials.sort((a, b) => (a.dbname < b.dbname ? -1 : 1)),
  };
}
