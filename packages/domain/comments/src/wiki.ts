import type { Site } from '@wikiquery/core';

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
    known = { trail: trailPattern(site), media: mediaPattern(site), special: specialPages(site) };
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

const specialPages = (site: Site): ((dbkey: string) => string | undefined) => {
  const pages = (site.info.specialpagealiases as readonly { realname: string; aliases: readonly string[] }[] | undefined) ?? [];
  const localNames = new Map<string, string>();
  for (const { realname, aliases } of pages) {
    const local = aliases[0] ?? realname;
    for (const alias of [realname, ...aliases]) localNames.set(fold(alias), local.replaceAll(' ', '_'));
  }
  return dbkey => {
    const slash = dbkey.indexOf('/');
    const name = slash === -1 ? dbkey : dbkey.slice(0, slash);
    const local = localNames.get(fold(name));
    return local === undefined ? undefined : local + dbkey.slice(name.length);
  };
};

const fold = (name: string): string => name.replaceAll(' ', '_').toUpperCase();
