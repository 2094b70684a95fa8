/** A piece of a description: text, or a name or value as code. */
export interface Piece {
  readonly text: string;
  readonly isCode: boolean;
}

/** Splits a description into pieces of plain text. Descriptions are wikitext, or plain text with code in backticks. HTML is never interpreted. */
export function piecesOf(wikitext: string): Piece[] {
  const plain = wikitext
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/\[\[(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replaceAll(/\[(?:https?:)?\/\/\S+ ([^\]]*)\]/g, '$1')
    .replaceAll(/'{2,5}/g, '')
    .replaceAll(/<br\s*\/?>/g, '\n')
    .replaceAll(/`([^`\n]+)`/g, '<code>$1</code>');
  const pieces: Piece[] = [];
  for (const [i, part] of plain.split(CODE).entries()) {
    const text = part
      .replaceAll(TAGS, '')
      .replaceAll(
        /&(lt|gt|amp|quot|nbsp|#0*39|#124|#x7c);/gi,
        (_, name: string) => ENTITIES[name.toLowerCase().replace(/^#0+/, '#')] ?? '',
      );
    if (text !== '') pieces.push({ text, isCode: i % 2 === 1 });
  }
  return pieces;
}

/** Returns the text without markup in one line. */
export const plainText = (wikitext: string): string =>
  piecesOf(wikitext)
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

const CODE = /<(?:kbd|var|code|samp)>([\s\S]*?)<\/(?:kbd|var|code|samp)>/;
/** Markup in MediaWiki's descriptions. Other tags such as `<title>` are text. */
const TAGS = /<\/?(?:kbd|var|code|samp|nowiki|span|div|strong|em|b|i|dl|dt|dd|ul|ol|li|p|small|sup|sub)(?:\s[^<>]*)?>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  '#124': '|',
  '#x7c': '|',
};
