/** JSON with PHP's semantics: numeric keys keep their order, and integers their digits. */
export type PhpJson = ReadonlyMap<string, PhpJson> | readonly PhpJson[] | { readonly text: string } | Literal;

/** A number, `true`, `false` or `null`, as PHP writes it. Empty if a number is too large. */
type Literal = string;

/** Maximum nesting depth that MediaWiki allows. */
const DEEPEST = 511;

const TOKENS = /[[\]{}]|"(?:[^"\\]|\\.)*"|[^\s,:[\]{}"]+/g;

/** Parses JSON, or returns undefined if PHP rejects it. */
export function readJson(source: string): PhpJson | undefined {
  try {
    JSON.parse(source);
    const tokens = source.matchAll(TOKENS);
    return readValue(() => tokens.next().value?.[0] ?? '', 0);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readValue(next: () => string, depth: number, token = next()): PhpJson {
  if (depth === DEEPEST && (token === '{' || token === '[')) throw new SyntaxError('Too deep');
  if (token === '[') {
    const items: PhpJson[] = [];
    for (let item = next(); item !== ']'; item = next()) items.push(readValue(next, depth + 1, item));
    return items;
  }
  if (token === '{') {
    const members = new Map<string, PhpJson>();
    for (let key = next(); key !== '}'; key = next()) {
      const name = readText(key);
      // PHP rejects names that start with a NUL character.
      if (name.startsWith('\0')) throw new SyntaxError('Not a name');
      members.set(name, readValue(next, depth + 1));
    }
    return members;
  }
  if (token.startsWith('"')) return { text: readText(token) };
  return /^[tfn]/.test(token) ? token : phpNumber(token);
}

function readText(token: string): string {
  const text: string = JSON.parse(token);
  if (!text.isWellFormed()) throw new SyntaxError('Unpaired surrogate');
  return text;
}

/** Maximum length of a 64-bit integer in characters. */
const LONGEST_WHOLE = 20;

/** Formats a number as PHP does. Returns an empty string if the number is too large. */
function phpNumber(token: string): string {
  if (/^-?\d+$/.test(token) && token.length <= LONGEST_WHOLE) {
    const whole = BigInt(token);
    if (whole === BigInt.asIntN(64, whole)) return String(whole);
  }
  const number = Number(token);
  if (!Number.isFinite(number)) return '';
  if (Object.is(number, -0)) return '-0';
  const [digits = '', power = ''] = number.toExponential().split('e');
  if (Number(power) >= -4 && Number(power) <= 16) return String(number);
  return `${digits.includes('.') ? digits : `${digits}.0`}e${power}`;
}

/** Formats JSON as MediaWiki saves it: indented with tabs, HTML characters escaped. Returns an empty string if a number is too large. */
export function prettyJson(value: PhpJson): string {
  try {
    return pretty(value, '\n');
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

function pretty(value: PhpJson, line: string): string {
  if (value === '') throw new RangeError('A number is too large');
  if (typeof value === 'string') return value;
  if ('text' in value) return quoted(value.text);
  const inner = `${line}\t`;
  const [open, close] = value instanceof Map ? '{}' : '[]';
  const items =
    value instanceof Map
      ? Array.from(value, ([key, item]) => `${quoted(key)}: ${pretty(item, inner)}`)
      : (value as readonly PhpJson[]).map(item => pretty(item, inner));
  return items.length === 0 ? `${open}${close}` : `${open}${inner}${items.join(`,${inner}`)}${line}${close}`;
}

const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(/[<>&\u2028\u2029]/g, sign => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
