import type { Site } from '@wikiquery/core';

/** Tags of MediaWiki itself. */
export const CORE_EXTENSION_TAGS: readonly string[] = ['pre', 'nowiki', 'gallery', 'indicator', 'langconvert'];

/** Tags of MediaWiki and, when the description of the wiki lists them, of its extensions. */
export function extensionTagsOf(site: Site): readonly string[] {
  let tags = tagsOfSites.get(site);
  if (!tags) {
    const listed = site.info.extensiontags;
    tags = Array.isArray(listed) ? listed.map(tag => String(tag).replace(/^<|>$/g, '').toLowerCase()) : CORE_EXTENSION_TAGS;
    tagsOfSites.set(site, tags);
  }
  return tags;
}

const tagsOfSites = new WeakMap<Site, readonly string[]>();

/** The tags that a reader looks for. */
export interface ReaderTags {
  /** The name of one, or the beginning of a comment. */
  readonly pattern: RegExp;
  /** Left out, and the element with all that is in it. */
  readonly ignored: ReadonlySet<string>;
  readonly ignoredElement: string;
}

/** Many texts are as short as a footnote: to make the pattern would take longer than to read them. */
const knownTags: Readonly<Record<'page' | 'inclusion', WeakMap<readonly string[], ReaderTags>>> = {
  page: new WeakMap(),
  inclusion: new WeakMap(),
};

export function readerTags(extensionTags: readonly string[], forInclusion: boolean): ReaderTags {
  const known = knownTags[forInclusion ? 'inclusion' : 'page'];
  let tags = known.get(extensionTags);
  if (!tags) {
    tags = makeTags(extensionTags, forInclusion);
    known.set(extensionTags, tags);
  }
  return tags;
}

function makeTags(extensionTags: readonly string[], forInclusion: boolean): ReaderTags {
  const ignored = forInclusion ? ['includeonly', '/includeonly'] : ['noinclude', '/noinclude', 'onlyinclude', '/onlyinclude'];
  const ignoredElement = forInclusion ? 'noinclude' : 'includeonly';
  const names = [...extensionTags, ignoredElement, ...ignored].map(name => RegExp.escape(name));
  return { pattern: new RegExp(`(?:${names.join('|')})(?=\\s|/>|>)|!--`, 'iy'), ignored: new Set(ignored), ignoredElement };
}
