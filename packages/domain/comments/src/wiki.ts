import type { Site } from '@wikiquery/core';
import { localSpecialName } from '@wikiquery/titles';

/** What the parser needs of a wiki, worked out once. */
export interface WikiSyntax {
  /** Letters behind a link that belong to it: `[[bridge]]s`. */
  readonly trail: RegExp;
  /** `Media:` links name a file itself; the first group is its name. */
  readonly media: RegExp;
  /** A special page under its local name, or undefined when there is none of that name. */
  special(dbkey: string): string | undefined;
}

export const syntaxOf = (site: Site): WikiSyntax => {
  let known = syntaxes.get(site);
  if (known === undefined) {
    known = { trail: trailPattern(site), media: mediaPattern(site), special: dbkey => localSpecialName(site, dbkey) };
    syntaxes.set(site, known);
  }
  return known;
};

const syntaxes = new WeakMap<Site, WikiSyntax>();

// Siteinfo gives a pattern of PHP: delimiters, `\x{…}` for characters, and the flag D, which JavaScript need not be told.
const trailPattern = (site: Site): RegExp => {
  const [, source, flags = ''] = /^\/(.*)\/([a-zA-Z]*)$/s.exec(site.general.linktrail as string) ?? [];
  if (source === undefined) return ENGLISH_TRAIL;
  try {
    return new RegExp(source.replaceAll(/\\x\{([0-9a-fA-F]+)\}/g, '\\u{$1}'), flags.includes('u') ? 'su' : 's');
  } catch {
    return ENGLISH_TRAIL;
  }
};

const ENGLISH_TRAIL = /^([a-z]+)(.*)$/s;

const mediaPattern = (site: Site): RegExp => {
  const media = site.namespaces.get(-2);
  const names = [media?.canonical ?? 'Media', media?.name ?? 'Media'].map(name => name.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&'));
  return new RegExp(`^(?:${[...new Set(names)].join('|')}):([^\\n]*)$`, 'i');
};
