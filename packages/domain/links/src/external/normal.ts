import { withoutDotSegments } from './url.ts';

/** A URL as tables of links hold it: with what needs no escape written plainly, and what needs one escaped. */
export function normalAddress(url: string): string {
  const escaped = url.replaceAll(/[\0- "<>[\\\]^`{|}\u007f-\u{10ffff}]+/gu, part =>
    [...new TextEncoder().encode(part)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
  const [, begin = '', path = '', query = '', fragment = ''] =
    /^([^?#]*?(?:\/\/)?[^/?#]*)(\/[^?#]*)?(\?[^#]*)?(#.*)?$/s.exec(escaped) ?? [];
  const whole = plainly(begin, '/?') + withoutDotSegments(plainly(path, '/?')) + plainly(query, '&=+;') + plainly(fragment, '');
  // The host may be an address of IPv6.
  return whole.replace(/^((?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^@/?#]*@)?)%5B([0-9a-f:.]+)%5D(?=[:/?#]|$)/i, '$1[$2]');
}

const plainly = (part: string, kept: string): string =>
  part.replaceAll(/%([0-9a-f]{2})/gi, (written, hex: string) => {
    const code = Number.parseInt(hex, 16);
    const character = String.fromCharCode(code);
    return code > 32 && code < 127 && !ALWAYS_KEPT.includes(character) && !kept.includes(character) ? character : written.toUpperCase();
  });

const ALWAYS_KEPT = '"#%<>[\\]^`{|}';
