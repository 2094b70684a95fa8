import type { TrackingCategory } from '@wikiquery/categories';
import { NS, type ParsedTitle, type Site, type Title, titleKey } from '@wikiquery/core';
import type { Coordinates } from '@wikiquery/geo-tags';
import { type StoredLink, storedLink } from '@wikiquery/links/external';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { expandWithin, readRedirect, type WikitextContext } from '@wikiquery/wikitext';
import { CoordinateCollector, hasGeoData } from './coordinates.ts';
import { HOLDS_WIKITEXT, LinkFinder } from './links.ts';
import { bestPicture, hasPageImages, type LeadPicture, PAGE_IMAGE, picturesOfLead } from './page-images.ts';

export interface SourcePage extends Title {
  readonly id: number;
  readonly model: string;
  readonly isRedirect: boolean;
  readonly timestamp: string;
  readonly text: string | undefined;
}

export interface DerivedPage {
  readonly id: number;
  readonly namespace: number;
  readonly timestamp: string;
  readonly links: readonly Title[];
  readonly templates: readonly Title[];
  readonly files: readonly string[];
  readonly categories: readonly { readonly to: string; readonly sortkey: string; readonly prefix: string }[];
  readonly urls: readonly StoredLink[];
  readonly languages: readonly (readonly [code: string, title: string])[];
  readonly interwikis: readonly { readonly prefix: string; readonly dbkey: string }[];
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly coordinates: readonly Coordinates[];
  readonly redirect: ParsedTitle | undefined;
  readonly unknown: readonly string[];
}

export interface WikiLookup extends Pick<WikitextContext, 'site' | 'titles' | 'loadTexts' | 'keyOf' | 'now'> {
  exists(title: Title): Promise<boolean>;
  /** Target of a transcluded page that is a redirect. Undefined for other pages. */
  redirectOf(title: Title): Title | undefined;
  /** Name of a tracking category. Undefined if the category is unknown or disabled. */
  trackingCategory(key: TrackingCategory): string | undefined;
  /** Resolves redirects of file pages. `isMissing`: whether a file is missing, always false if the database has no files. */
  filesOf(names: readonly string[]): Promise<{ readonly redirected: readonly string[]; readonly isMissing: boolean }>;
  /** Returns the existing images by their names in `names`. If the database has no files, every name with an image extension counts. */
  picturesOf(names: readonly string[]): Promise<ReadonlyMap<string, LeadPicture>>;
  deniedPictures(): Promise<ReadonlySet<string>>;
}

/** Content models whose pages have links. MediaWiki parses scripts and stylesheets as wikitext, too. */
const PARSED_MODELS: ReadonlySet<string> = new Set(['wikitext', 'javascript', 'css']);

export async function derivePage(page: SourcePage, lookup: WikiLookup): Promise<DerivedPage> {
  const { site, titles } = lookup;
  const finder = new LinkFinder({ site, titles, title: page });
  const templates = new Map<string, Title>();
  const checked = new Map<string, Title>();
  const properties = new Map<string, string>();
  const unknown = new Set<string>();
  const coordinates = new CoordinateCollector(site.lang);
  const tracking = new Set<TrackingCategory>();
  let redirect: ParsedTitle | undefined;

  if (page.text !== undefined && PARSED_MODELS.has(page.model)) {
    const [target, rest] = page.model === 'wikitext' ? readRedirect(page.text, page.isRedirect, site, titles) : [undefined, page.text];
    redirect = target;
    if (target) finder.add(target);
    const context: WikitextContext = {
      ...lookup,
      title: page,
      observer: {
        included: title => templates.set(titleKey(title.namespace, title.dbkey), title),
        checked: title => checked.set(titleKey(title.namespace, title.dbkey), title),
        property: (name, value) => properties.set(name, value),
        limit: key => tracking.add(key),
        unknown: name => unknown.add(name),
        ...(hasGeoData(site) && coordinates.observer),
        ...(hasDescriptions(site) && {
          description(text: string, yields: boolean) {
            const known = properties.has(DESCRIPTION);
            const description = text === '' ? '' : plainDescription(text);
            if (description !== undefined && !(known && yields)) properties.set(DESCRIPTION, description);
          },
        }),
      },
    };
    const expanded = await expandWithin(rest, context, { names: [...HOLDS_WIKITEXT, 'gallery'], inOrder: tags => tags });
    finder.read(expanded);
    const image =
      hasPageImages(site) && site.namespaces.get(page.namespace)?.content ? await imageOf(expanded, finder, page, lookup) : undefined;
    if (image !== undefined) properties.set(PAGE_IMAGE, image);
  }
  for (const title of [...templates.values()]) {
    const target = lookup.redirectOf(title);
    if (target) templates.set(titleKey(target.namespace, target.dbkey), target);
  }
  const { links } = finder;
  for (const [key, title] of checked) links.pages.set(key, title);
  for (const name of links.switches) properties.set(name, '');
  for (const key of trackingOf(page, links.switches, site)) tracking.add(key);
  if (links.files.size > 0) {
    const files = await lookup.filesOf([...links.files]);
    for (const name of files.redirected) links.files.add(name);
    if (files.isMissing) tracking.add('broken-file-category');
  }
  for (const key of tracking) {
    const name = lookup.trackingCategory(key);
    const category = name === undefined ? undefined : titles.make(NS.CATEGORY, name);
    if (category) links.categories.set(category.dbkey, '');
  }
  return {
    id: page.id,
    namespace: page.namespace,
    timestamp: page.timestamp,
    links: [...links.pages.values()],
    templates: [...templates.values()],
    files: [...links.files],
    categories: [...links.categories].map(([to, label]) => sortOf(page, to, label || (properties.get('defaultsort') ?? ''))),
    urls: uniqueLinks([...links.urls].flatMap(url => storedLink(url, site) ?? [])),
    languages: [...links.languages],
    interwikis: [...links.interwikis.values()],
    properties: [...properties],
    coordinates: coordinates.found,
    redirect,
    unknown: [...unknown],
  };
}

async function imageOf(expanded: string, { links }: LinkFinder, page: Title, lookup: WikiLookup): Promise<string | undefined> {
  if (links.files.size === 0) return undefined;
  const { site, titles } = lookup;
  const shown = picturesOfLead(expanded, { site, titles, title: page }, !links.switches.has('noeditsection'));
  if (shown.length === 0) return undefined;
  const known = await lookup.picturesOf([...new Set(shown.map(({ name }) => name))]);
  return bestPicture(shown, known, await lookup.deniedPictures(), lookup);
}

/** Page property of WikibaseClient's `{{SHORTDESC:…}}`. It is also set if the wiki's extensions are unknown. */
const DESCRIPTION = 'wikibase-shortdesc';
const hasDescriptions = ({ extensions }: Site): boolean => extensions?.has('WikibaseClient') ?? true;

/** Removes formatting. Returns undefined for text without letters or digits. */
function plainDescription(text: string): string | undefined {
  const plain = decodeCharacterReferences(text.replace(/<[^<>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
  return /^[\s\p{P}\p{Z}]*$/u.test(plain) ? undefined : plain;
}

function* trackingOf({ namespace }: Title, switches: ReadonlySet<string>, site: Site): Generator<TrackingCategory> {
  if (switches.has('hiddencat') && namespace === NS.CATEGORY) yield 'hidden-category-category';
  if (site.namespaces.get(namespace)?.content) return;
  if (switches.has('noindex')) yield 'noindex-category';
  if (switches.has('index')) yield 'index-category';
}

/** Computes the sort key in a category with MediaWiki's collation `uppercase`. */
function sortOf({ dbkey }: Title, to: string, written: string): DerivedPage['categories'][number] {
  const prefix = cutBytes(decodeCharacterReferences(written).replaceAll('\n', ''), 255);
  const title = dbkey.replaceAll('_', ' ');
  return { to, prefix, sortkey: (prefix === '' ? title : `${prefix}\n${title}`).toUpperCase() };
}

/** Truncates text to a number of bytes in UTF-8 without splitting characters. */
export function cutBytes(text: string, limit: number): string {
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text;
  const bytes = Buffer.from(text);
  let end = limit;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

function uniqueLinks(links: readonly StoredLink[]): StoredLink[] {
  const cut = links.map(link => ({ ...link, el_to_domain_index: cutBytes(link.el_to_domain_index, 255) }));
  return [...new Map(cut.map(link => [`${link.el_to_domain_index} ${link.el_to_path}`, link])).values()];
}
