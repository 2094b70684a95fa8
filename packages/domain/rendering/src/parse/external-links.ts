import type { Site } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { protocolPattern, protocolsIn } from '@wikiquery/wikitext';
import type { Writer } from './writer.ts';

export function externalLinks(text: string, site: Site, write: Writer['external']): string {
  if (!text.includes('[')) return text;
  const { begin, noLabel } = patternsOf(site);
  let out = '';
  let done = 0;
  /** Position of the next character that ends a label. It is searched once, not for each link. */
  let end = 0;
  for (const match of text.matchAll(begin)) {
    if (match.index < done) continue;
    const from = match.index + match[0].length;
    if (end < from) {
      noLabel.lastIndex = from;
      end = noLabel.exec(text)?.index ?? text.length;
    }
    if (text[end] !== ']') continue;
    const label = text.slice(from, end).replace(/^[\p{Zs}]+/u, '');
    out += text.slice(done, match.index) + write(match[0].slice(1), label);
    done = end + 1;
  }
  return out + text.slice(done);
}

const CONTROLS = '\\x00-\\x08\\x0a-\\x1f';
const patternsOf = perSite(site => {
  const character = '[^\\]\\[<>"\\x00-\\x20\\x7f\\p{Zs}\\ufffd]';
  return {
    begin: new RegExp(`\\[(?:(?i:${protocolPattern(protocolsIn(site))})(?:\\[[0-9a-fA-F:.]+\\]|${character})${character}*)`, 'gu'),
    noLabel: new RegExp(`[\\]${CONTROLS}\\ufffd]`, 'g'),
  };
});
