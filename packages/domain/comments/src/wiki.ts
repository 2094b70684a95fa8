import { perSite } from '@wikiquery/core/host';

/** Pattern of the link trail, such as the `s` in `[[bridge]]s`. Siteinfo has a PHP pattern with delimiters, `\x{…}` and flags. */
export const trailOf = perSite(site => {
  const [, source, flags = ''] = /^\/(.*)\/([a-zA-Z]*)$/s.exec(site.general.linktrail as string) ?? [];
  if (source === undefined) return ENGLISH_TRAIL;
  try {
    return new RegExp(source.replaceAll(/\\x\{([0-9a-fA-F]+)\}/g, '\\u{$1}'), flags.includes('u') ? 'su' : 's');
  } catch {
    return ENGLISH_TRAIL;
  }
});

const ENGLISH_TRAIL = /^([a-z]+)(.*)$/s;

/** Pattern of `Media:` links; the first group captures the file name. */
export const mediaPatternOf = perSite(site => {
  const media = site.namespaces.get(-2);
  const names = [media?.canonical ?? 'Media', media?.name ?? 'Media'].map(name => name.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&'));
  return new RegExp(`^(?:${[...new Set(names)].join('|')}):([^\\n]*)$`, 'i');
});
