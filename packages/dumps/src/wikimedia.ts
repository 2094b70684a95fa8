import { defaultSite } from '@wikiquery/site';

/** Families of wikis, one for each language: https://meta.wikimedia.org/wiki/Help:Interwiki_linking. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  wikipedia: ['w', 'wikipedia'],
  wiktionary: ['wikt', 'wiktionary'],
  wikibooks: ['b', 'wikibooks'],
  wikinews: ['n', 'wikinews'],
  wikiquote: ['q', 'wikiquote'],
  wikisource: ['s', 'wikisource'],
  wikiversity: ['v', 'wikiversity'],
  wikivoyage: ['voy', 'wikivoyage'],
};

const OTHERS: Readonly<Record<string, string>> = {
  c: 'commons.wikimedia.org',
  commons: 'commons.wikimedia.org',
  d: 'www.wikidata.org',
  foundation: 'foundation.wikimedia.org',
  incubator: 'incubator.wikimedia.org',
  m: 'meta.wikimedia.org',
  meta: 'meta.wikimedia.org',
  mw: 'www.mediawiki.org',
  species: 'species.wikimedia.org',
  wikidata: 'www.wikidata.org',
  wikispecies: 'species.wikimedia.org',
};

interface Entry {
  readonly prefix: string;
  readonly url: string;
  readonly language?: string;
  readonly bcp47?: string;
}

/**
 * The wiki map of a wiki of Wikimedia, whose dumps do not have it: languages of the same family, the other families in the same language, and
 * the wikis that all share. Undefined for other wikis, which have maps of their own.
 */
export function wikimediaInterwikis(base: string | undefined): Entry[] | undefined {
  const [, own, family = ''] = /^https?:\/\/([a-z-]+)\.(\w+)\.org\//.exec(base ?? '') ?? [];
  if (own === undefined || !(family in FAMILIES)) return undefined;
  const languages = (defaultSite().info.languages as readonly { code: string; bcp47: string; name: string }[]).map(
    ({ code, bcp47, name }): Entry => ({ prefix: code, url: `https://${code}.${family}.org/wiki/$1`, language: name, bcp47 }),
  );
  const families = Object.entries(FAMILIES).flatMap(([name, prefixes]) =>
    prefixes.map((prefix): Entry => ({ prefix, url: `https://${own}.${name}.org/wiki/$1` })),
  );
  const others = Object.entries(OTHERS).map(([prefix, host]): Entry => ({ prefix, url: `https://${host}/wiki/$1` }));
  return [...languages, ...families, ...others];
}
