import type { WikiDatabase } from '@wikiquery/database';
import { defaultSite, type InterwikiRow } from '@wikiquery/site';
import list from './interwikis.json' with { type: 'json' };

/** Prefixes of Wikimedia's multilingual projects: see https://meta.wikimedia.org/wiki/Help:Interwiki_linking. */
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

const SPECIAL: Readonly<Record<string, string>> = {
  commonswiki: 'commons.wikimedia.org',
  foundationwiki: 'foundation.wikimedia.org',
  incubatorwiki: 'incubator.wikimedia.org',
  mediawikiwiki: 'www.mediawiki.org',
  metawiki: 'meta.wikimedia.org',
  sourceswiki: 'wikisource.org',
  specieswiki: 'species.wikimedia.org',
  wikidatawiki: 'www.wikidata.org',
};

type Entry = InterwikiRow & { readonly iw_local: number; readonly iw_trans: number };

export interface MapOwner {
  readonly base?: string | undefined;
  readonly id?: string | undefined;
}

export function ownerOf(description: object): MapOwner {
  const { general = {} } = (description as { readonly query?: { readonly general?: Record<string, unknown> } }).query ?? {};
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return { base: text(general.base), id: text(general.wikiid) };
}

export const hasInterwikiMap = (description: object): boolean =>
  (description as { readonly query?: { readonly interwikimap?: unknown } }).query?.interwikimap !== undefined;

/** Fills an empty interwiki table with the default prefixes for this kind of wiki, because dumps do not contain the table. */
export async function fillInterwikis({ db }: Pick<WikiDatabase, 'db'>, owner: MapOwner): Promise<void> {
  if ((await db.selectFrom('interwiki').select('iw_prefix').limit(1).executeTakeFirst()) !== undefined) return;
  await db.insertInto('interwiki').values(defaultInterwikis(owner)).execute();
}

/** Returns the prefixes of a Wikimedia, Fandom or Miraheze wiki. For any other wiki, returns those of a new MediaWiki. */
export function defaultInterwikis({ base, id }: MapOwner): Entry[] {
  const entries = wikimedia(base, id) ?? fandom(base) ?? miraheze(base) ?? standard();
  return [...new Map(entries.map(entry => [entry.iw_prefix, entry])).values()];
}

const entry = (prefix: string, url: string, { api = '', local = 0 } = {}): Entry => ({
  iw_prefix: prefix,
  iw_url: url,
  iw_api: api,
  iw_wikiid: '',
  iw_local: local,
  iw_trans: 0,
});

/** Entries of MediaWiki's `maintenance/interwiki.list` (GPL-2.0-or-later). */
const standard = (): Entry[] => (list as [string, string, string?][]).map(([prefix, url, api = '']) => entry(prefix, url, { api }));

const languages = (): readonly string[] => (defaultSite().info.languages as readonly { code: string }[]).map(({ code }) => code);

function wikimedia(base: string | undefined, id: string | undefined): Entry[] | undefined {
  const project = projectOfUrl(base) ?? (base === undefined ? projectOfDatabase(id) : undefined);
  if (!project) return undefined;
  const { own, family } = project;
  const local = { local: 1 };
  return [
    ...standard(),
    ...languages().map(code => entry(code, `https://${code}.${family}.org/wiki/$1`, local)),
    ...Object.entries(FAMILIES).flatMap(([name, prefixes]) =>
      prefixes.map(prefix => entry(prefix, `https://${own}.${name}.org/wiki/$1`, local)),
    ),
    ...Object.entries(OTHERS).map(([prefix, host]) => entry(prefix, `https://${host}/wiki/$1`, local)),
  ];
}

interface WikimediaProject {
  readonly own: string;
  readonly family: string;
}

function projectOfUrl(base: string | undefined): WikimediaProject | undefined {
  const host = URL.parse(base ?? '')?.hostname ?? '';
  const [, own, family = ''] = /^([a-z-]+)\.(\w+)\.org$/.exec(host) ?? [];
  if (own !== undefined && Object.hasOwn(FAMILIES, family)) return { own, family };
  return Object.values(SPECIAL).includes(host) || host.endsWith('.wikimedia.org') ? { own: 'en', family: 'wikipedia' } : undefined;
}

/** Parses the name of a Wikimedia database, such as `be_x_oldwiki`, `dewikivoyage` or `commonswiki`. */
function projectOfDatabase(id = ''): WikimediaProject | undefined {
  if (Object.hasOwn(SPECIAL, id)) return { own: 'en', family: 'wikipedia' };
  const [, language = '', suffix = ''] = /^([a-z_]+?)(wik(?:i|tionary|ibooks|inews|iquote|isource|iversity|ivoyage))$/.exec(id) ?? [];
  const own = language.replaceAll('_', '-');
  if (!languages().includes(own) && !OLD_LANGUAGES.has(own)) return undefined;
  return { own, family: suffix === 'wiki' ? 'wikipedia' : suffix };
}

const OLD_LANGUAGES: ReadonlySet<string> = new Set([
  'be-x-old',
  'simple',
  'roa-rup',
  'zh-classical',
  'zh-min-nan',
  'zh-yue',
  'bat-smg',
  'fiu-vro',
  'nds-nl',
]);

function fandom(base: string | undefined): Entry[] | undefined {
  const [, name] = /^https?:\/\/(?:[a-z-]+\.)?([\w-]+)\.(?:fandom|wikia|gamepedia)\.com\//.exec(base ?? '') ?? [];
  if (name === undefined) return undefined;
  const community = 'https://community.fandom.com/wiki';
  return [
    ...standard(),
    ...languages().map(code => entry(code, `https://${name}.fandom.com/${code === 'en' ? '' : `${code}/`}wiki/$1`)),
    entry('c', `${community}/w:c:$1`),
    entry('w', `${community}/$1`),
    entry('wikicities', `${community}/$1`),
  ];
}

function miraheze(base: string | undefined): Entry[] | undefined {
  if (!/^https?:\/\/[\w-]+\.miraheze\.org\//.test(base ?? '')) return undefined;
  const meta = 'https://meta.miraheze.org/wiki';
  return [
    ...standard(),
    ...['m', 'meta', 'miraheze'].map(prefix => entry(prefix, `${meta}/$1`)),
    entry('mh', `${meta}/mh:$1`),
    ...Object.entries(FAMILIES).flatMap(([family, prefixes]) => prefixes.map(prefix => entry(prefix, `https://en.${family}.org/wiki/$1`))),
    entry('c', 'https://commons.wikimedia.org/wiki/$1'),
    entry('d', 'https://www.wikidata.org/wiki/$1'),
    entry('metawikipedia', 'https://meta.wikimedia.org/wiki/$1'),
  ];
}
