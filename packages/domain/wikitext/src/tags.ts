import { perSite } from '@wikiquery/core/host';

/** Extension tags of MediaWiki itself. */
export const CORE_EXTENSION_TAGS: readonly string[] = ['pre', 'nowiki', 'gallery', 'indicator', 'langconvert'];

/** Returns the extension tags that the site configuration lists. Default: `CORE_EXTENSION_TAGS`. */
export const extensionTagsOf = perSite(({ info }): readonly string[] => {
  const listed = info.extensiontags;
  return Array.isArray(listed) ? listed.map(tag => String(tag).replace(/^<|>$/g, '').toLowerCase()) : CORE_EXTENSION_TAGS;
});

export interface PreprocessorTags {
  /** Matches the name of a tag, or the start of a comment. */
  readonly pattern: RegExp;
  /** Tags to drop. Their content stays. */
  readonly ignored: ReadonlySet<string>;
  /** Element to drop with its content. */
  readonly ignoredElement: string;
}

/** Compiled patterns of preprocessor tags, cached by set of extension tags: compiling one takes longer than parsing a footnote. */
const cachedTags: Readonly<Record<'page' | 'inclusion', WeakMap<readonly string[], PreprocessorTags>>> = {
  page: new WeakMap(),
  inclusion: new WeakMap(),
};

export function preprocessorTags(extensionTags: readonly string[], forInclusion: boolean): PreprocessorTags {
  const cache = cachedTags[forInclusion ? 'inclusion' : 'page'];
  let tags = cache.get(extensionTags);
  if (!tags) {
    tags = makeTags(extensionTags, forInclusion);
    cache.set(extensionTags, tags);
  }
  return tags;
}

function makeTags(extensionTags: readonly string[], forInclusion: boolean): PreprocessorTags {
  const ignored = forInclusion ? ['includeonly', '/includeonly'] : ['noinclude', '/noinclude', 'onlyinclude', '/onlyinclude'];
  const ignoredElement = forInclusion ? 'noinclude' : 'includeonly';
  const names = [...extensionTags, ignoredElement, ...ignored].map(name => RegExp.escape(name));
  return { pattern: new RegExp(`(?:${names.join('|')})(?=\\s|/>|>)|!--`, 'iy'), ignored: new Set(ignored), ignoredElement };
}
