import { currentCode } from './fallbacks.ts';
import formats from './number-formats.json' with { type: 'json' };

interface Format {
  readonly digits?: string;
  readonly group?: string;
  readonly decimal?: string;
  /** Minimum number of digits in the first group; shorter numbers are not grouped. */
  readonly least?: number;
  readonly lakh?: boolean;
  readonly languages: string;
}

/** Formats a number as `{{formatnum:1234.5}}` does. Text that is not a number stays unchanged. */
export function formatNumber(language: string, number: string): string {
  const trimmed = number.trim();
  if (/^-?INF$/.test(trimmed)) return trimmed.replace('INF', '∞').replace('-', '−');
  if (!NUMBER.test(trimmed)) return number;
  const { digits, group = ',', decimal = '.', least = 1, lakh = false } = formatOf(language);
  const isShort = least > 1 && !new RegExp(`^[-−]?\\d{${least + 3}}`).test(trimmed);
  const [, sign = '', whole = '', fraction] = (isShort ? null : /^([-−]?)(\d+)(?:\.(\d+))?$/.exec(asDouble(trimmed))) ?? [];
  if (whole === '') return isShort ? inDigits(trimmed.replace('.', decimal).replaceAll('-', '−'), digits) : number;
  const groups = whole.length < 4 ? whole : inGroups(whole, lakh ? 2 : 3).join(group);
  return (sign && '−') + inDigits(groups + (fraction === undefined ? '' : decimal + fraction), digits);
}

const NUMBER = /^[-−]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** Writes a number with the digits of a language, and with a minus sign instead of a hyphen. Does not group or round it. */
export const localDigits = (language: string, number: string): string => inDigits(number, formatOf(language).digits).replace(/^-/, '−');

function inDigits(number: string, digits: string | undefined): string {
  if (digits === undefined) return number;
  const own = Array.from(digits);
  return number.replaceAll(/\d/g, digit => own[Number(digit)] as string);
}

/** Rewrites exponents and long numbers as PHP does: at most three decimals for exponents, and zeros after 17 digits. */
function asDouble(number: string): string {
  const [, whole, fraction = '', exponent] = /^[-−]?(\d*)(?:\.(\d*))?(e[-+]?\d+)?$/i.exec(number) ?? [];
  if (whole === undefined || (exponent === undefined && whole.length + fraction.length <= MOST_DIGITS)) return number;
  const value = Number(number.replace('−', '-'));
  if (!Number.isFinite(value)) return number;
  const places = exponent === undefined ? Math.min(fraction.length, MOST_PLACES) : 3;
  const format = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: places, roundingMode: 'halfEven' });
  const [ones = '', rest = ''] = format.format(value).replace(/^-0$/, '0').split('.');
  const zeros = exponent === undefined ? rest.padEnd(fraction.length, '0') : rest;
  return zeros === '' ? ones : `${ones}.${zeros}`;
}

const MOST_PLACES = 100;
/** Number of decimal digits that a double always preserves. */
const MOST_DIGITS = 15;

/** Rewrites a number in the format of a language as a plain number, as `{{formatnum:1.234,5|R}}` does. Other text is kept. */
export function plainNumber(language: string, written: string): string {
  if (written === '∞') return 'INF';
  const { digits = '', group = ',', decimal = '.' } = formatOf(language);
  const plain = new Map(Array.from(digits, (digit, value) => [digit, String(value)]));
  // MediaWiki's tables translate separators of English numbers. A separator that is the same in both is not translated.
  if (decimal !== '.') plain.set(decimal, '.');
  if (group !== ',' && group !== '') plain.set(group, ',');
  const signed = written.replaceAll('−', '-');
  if (signed === '-∞') return '-INF';
  return Array.from(signed, sign => plain.get(sign) ?? sign)
    .join('')
    .replaceAll(',', '');
}

/** Parses a number in the format of a language. Returns NaN if the text is not a number. */
export function parseNumber(language: string, written: string): number {
  const { digits = '', group = ',', decimal = '.' } = formatOf(language);
  const own = Array.from(digits);
  // English group separators are accepted unless the comma is the decimal separator.
  const plain = written.replaceAll(group, '').replaceAll(decimal, '.').replaceAll(/[,\s]/g, '').replaceAll('−', '-');
  const latin = Array.from(plain, character => (own.includes(character) ? String(own.indexOf(character)) : character)).join('');
  return latin === '' ? Number.NaN : Number(latin);
}

function inGroups(digits: string, size: number): string[] {
  const groups = [digits.slice(-3)];
  for (let end = digits.length - 3; end > 0; end -= size) groups.push(digits.slice(Math.max(0, end - size), end));
  return groups.reverse();
}

const formatOf = (language: string): Format => byLanguage.get(currentCode(language)) ?? ENGLISH;
const ENGLISH: Format = { languages: '' };

/** Formats by language. Languages without an entry use the English format. */
const byLanguage: ReadonlyMap<string, Format> = new Map(
  (formats as readonly Format[]).flatMap(format => format.languages.split(' ').map(language => [language, format] as const)),
);
