import { escapeTags, escapeTagsAndQuotes } from '@wikiquery/html';
import type { Extension } from '@wikiquery/wikitext';
import { withoutNowikiTags } from './closed-part.ts';
import { classOf } from './tags.ts';
import type { TagReplacement } from './writer.ts';

/** Converts an extension tag to HTML for plain-text extracts. Tags without readable content become empty. */
export function showTag({ name, attributes, inner = '' }: Extension, parse: (wikitext: string) => string): TagReplacement {
  switch (name.toLowerCase()) {
    case 'nowiki':
      return { html: escapeTags(inner).replaceAll('-{', '-&#123;').replaceAll('}-', '&#125;-'), isText: true };
    case 'pre': {
      const plain = withoutNowikiTags(inner);
      return { html: `<pre${classOf(attributes)}>${escapeTagsAndQuotes(plain)}</pre>` };
    }
    case 'ref':
      return { html: '<sup class="reference">[1]</sup>' };
    case 'references':
      return { html: '<div class="mw-references-wrap"></div>' };
    case 'gallery':
      return { html: gallery(attributes, inner, parse) };
    case 'poem':
      return { html: `<div class="poem">${parse(inner)}</div>` };
    case 'langconvert':
    case 'section':
      return { html: parse(inner) };
    case 'syntaxhighlight':
    case 'source':
      return {
        html: /\sinline\b/i.test(attributes)
          ? `<code>${escapeTagsAndQuotes(inner.trim())}</code>`
          : `<div><pre>${escapeTagsAndQuotes(inner)}</pre></div>`,
      };
    case 'math':
    case 'chem':
    case 'ce':
      return { html: `<span>${escapeTagsAndQuotes(`{\\displaystyle ${inner.trim()}}`)}</span>` };
    default:
      return { html: '', isText: true };
  }
}

function gallery(attributes: string, inner: string, parse: (wikitext: string) => string): string {
  const [, double, single] = /\bcaption\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
  const caption = double ?? single;
  const items = inner
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('<!--'))
    .map(line => `\t\t<li class="gallerybox"><div>${parse(line.split('|').slice(1).join('|'))}</div></li>`);
  const heading = caption === undefined ? [] : [`\t<li class="gallerycaption">${parse(caption)}</li>`];
  return `<ul class="gallery mw-gallery-traditional">\n${[...heading, ...items].join('\n')}\n</ul>`;
}
