/** Converts a key to an XML name as MediaWiki does: `a b` becomes `_a.20.b`. Also encodes colons and a leading `_`. */
export function xmlName(key: string): string {
  if (PLAIN_NAME.test(key) || NAME.test(key)) return key;
  return `_${key.replaceAll('.', '.2E.').replace(NO_NAME, character => `.${character.codePointAt(0)!.toString(16).toUpperCase()}.`)}`;
}

/** Character classes of XML 1.0: NameStartChar without `:` and `_`, and NameChar without `:`. */
const START =
  'A-Za-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}' +
  '\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const INSIDE = `${START}_\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}`;
const PLAIN_NAME = /^[A-Za-z][\w.-]*$/;
const NAME = new RegExp(`^[${START}][${INSIDE}]*$`, 'u');
const NO_NAME = new RegExp(`[^${INSIDE}]`, 'gu');
