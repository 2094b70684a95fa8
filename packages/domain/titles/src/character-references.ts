import { decodeHTMLStrict } from 'entities';

/** Decodes references such as `&eacute;`, `&#233;` and `&#xE9;`. Unknown names stay unchanged. Invalid numbers become U+FFFD. */
export const decodeCharacterReferences = (text: string): string =>
  text.includes('&') ? text.replaceAll(REFERENCE, (whole, name, decimal, hex) => decode(whole, name, decimal, hex)) : text;

/** Whether HTML and XML both allow a reference to a code point. */
export const isReferable = (point: number): boolean =>
  point === 0x9 ||
  point === 0xa ||
  (point >= 0x20 && point <= 0x7e) ||
  (point >= 0xa0 && point <= 0xd7ff) ||
  (point >= 0xe000 && point <= 0xfffd) ||
  (point >= 0x10000 && point <= 0x10ffff);

/** Decodes the name of a character reference, such as `eacute`. Returns undefined if HTML does not define the name. */
export const namedReference = (name: string): string | undefined => {
  if (RIGHT_TO_LEFT_MARK.has(name)) return '\u200f';
  const whole = `&${name};`;
  const text = decodeHTMLStrict(whole);
  return text === whole ? undefined : text;
};

/** Normalizes character references as MediaWiki does: names except `lt`, `gt`, `amp`, `quot` become numbers; invalid ones are escaped. */
export const normalizeCharacterReferences = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(ANY_REFERENCE, (whole, name?: string, decimal?: string, hex?: string) => {
        if (name !== undefined)
          return PLAIN.has(name)
            ? whole
            : RIGHT_TO_LEFT_MARK.has(name)
              ? '&rlm;'
              : (numeric(namedReference(name)) ?? `&amp;${whole.slice(1)}`);
        if (decimal === undefined && hex === undefined) return '&amp;';
        const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        if (!isReferable(point)) return `&amp;${whole.slice(1)}`;
        return decimal === undefined ? `&#x${point.toString(16)};` : `&#${point};`;
      })
    : text;

const PLAIN: ReadonlySet<string> = new Set(['lt', 'gt', 'amp', 'quot']);
const numeric = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : Array.from(text, character => `&#${character.codePointAt(0)};`).join('');

const decode = (whole: string, name: string | undefined, decimal: string | undefined, hex: string | undefined): string => {
  if (name !== undefined) return namedReference(name) ?? whole;
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return isReferable(point) ? String.fromCodePoint(point) : '\ufffd';
};

const REFERENCE = /&(?:([A-Za-z0-9\u0080-\uffff]+);|#([0-9]+);|#[xX]([0-9A-Fa-f]+);)/g;
const ANY_REFERENCE = new RegExp(`${REFERENCE.source}|&`, 'g');
const RIGHT_TO_LEFT_MARK = new Set(['רלמ', 'رلم']);
