import { escapeTags } from '@wikiquery/html';
import type { Writer } from './writer.ts';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const PAIRED = names(
  'b bdi bdo del i ins u font big small sub sup h1 h2 h3 h4 h5 h6 cite code em s strike strong tt var div center blockquote ol ul dl table caption ' +
    'pre ruby rb rp rt rtc p span abbr dfn kbd samp data time mark tr td th q',
);
export const SINGLE = names('br wbr hr li dt dd');
const EMPTY = names('br wbr hr');

const TAG = /^(\/?)([A-Za-z][^\t\n\v />\0]*)([^>]*?)(\/?>)([^<]*)$/;

export function cleanTags(text: string, attributesOf: Writer['attributes']): string {
  const [before = '', ...bits] = text.split('<');
  let out = escapeTags(before);
  for (const bit of bits) {
    const [, slash = '', written = '', attributes = '', , rest = ''] = (bit.includes('>') && TAG.exec(bit)) || [];
    const name = written.toLowerCase();
    if (isMicrodata(name, slash, attributes)) out += `<${name}${attributesOf(name, attributes)}>${escapeTags(rest)}`;
    else if (PAIRED.has(name) || SINGLE.has(name)) {
      out += slash === '' ? `<${name}${attributesOf(name, attributes)}>` : EMPTY.has(name) ? (name === 'br' ? '<br>' : '') : `</${name}>`;
      out += escapeTags(rest);
    } else out += escapeTags(`<${bit}`);
  }
  return out;
}

const isMicrodata = (name: string, slash: string, attributes: string): boolean =>
  slash === '' &&
  (name === 'meta' || name === 'link') &&
  /\bitemprop\s*=/i.test(attributes) &&
  (name === 'meta' ? /\bcontent\s*=/i : /\bhref\s*=/i).test(attributes);

export function classOf(attributes: string): string {
  const [, double, single, bare] = /(?:^|\s)class\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  const names = (double ?? single ?? bare ?? '').replaceAll(/[^\p{L}\p{N}_\- ]+/gu, ' ').trim();
  return names === '' ? '' : ` class="${names}"`;
}
