import type { Site } from '@wikiquery/core';
import type { Writer } from './writer.ts';

/** Writes links of the form `[https://example.org text]`. */
export function externalLinks(text: string, site: Site, write: Writer['external']): string {
  if (!text.includes('[')) return text;
  const { begin, noLabel } = patternsOf(site);
  let out = '';
  let done = 0;
  /** The next character that no text of a link holds: looked for once, not from each link. */
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

interface Patterns {
  readonly begin: RegExp;
  /** What the text of a link does not hold. */
  readonly noLabel: RegExp;
}

const CONTROLS = '\\x00-\\x08\\x0a-\\x1f';
const known = new WeakMap<Site, Patterns>();

function patternsOf(site: Site): Patterns {
  let patterns = known.get(site);
  if (!patterns) {
    const protocols = ((site.info.protocols as readonly string[] | undefined) ?? []).map(each => RegExp.escape(each)).join('|');
    const character = '[^\\]\\[<>"\\x00-\\x20\\x7f\\p{Zs}\\ufffd]';
    patterns = {
      begin: new RegExp(`\\[(?:(?i:${protocols || '(?!)'})(?:\\[[0-9a-fA-F:.]+\\]|${character})${character}*)`, 'gu'),
      noLabel: new RegExp(`[\\]${CONTROLS}\\ufffd]`, 'g'),
    };
    known.set(site, patterns);
  }
  return patterns;
}
