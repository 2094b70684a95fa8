import type { Site, Title, Titles } from '@wikiquery/core';
import { escapeText } from '@wikiquery/html';
import { decodeCharacterReferences } from '@wikiquery/titles';

/** Returns the display title as HTML, or undefined if the wiki forbids it (`$wgRestrictDisplayTitle`). */
export function displayTitle(
  written: string,
  { site, titles, title }: { readonly site: Site; readonly titles: Titles; readonly title: Title },
) {
  const html = written
    .replace(/'''''([^']+)'''''/g, '<i><b>$1</b></i>')
    .replace(/'''(.+?)'''/g, '<b>$1</b>')
    .replace(/''(.+?)''/g, '<i>$1</i>')
    .replace(/&(?:#\d+|#x[\da-f]+|[a-z\d]+);/gi, reference => escapeText(decodeCharacterReferences(reference)));
  const shown = titles.local(decodeCharacterReferences(html.replace(/<[^<>]*>/g, '')));
  const isSame = shown?.namespace === title.namespace && shown.dbkey === title.dbkey;
  return isSame || !site.configuration.restrictDisplayTitle ? html : undefined;
}
