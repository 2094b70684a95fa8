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
  const [, sign = '', whole = '', fraction] = /^([-−]?)(\d+)(?:\.(\d+))?$/.exec(asDouble(number.trim())) ?? [];
  if (whole === '') return number;
  const { digits, group = ',', decimal = '.', least = 1, lakh = false } = byLanguage.get(currentCode(language)) ?? {};
  const groups = whole.length < 3 + least ? whole : inGroups(whole, lakh ? 2 : 3).join(group);
  const own = Array.from(digits ?? '');
  const written = groups + (fraction === undefined ? '' : decimal + fraction);
  return (sign && '−') + (digits ? written.replaceAll(/\d/g, digit => own[Number(digit)] as string) : written);
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

/** Parses a number in the format of a language. Returns NaN if the text is not a number. */
export function parseNumber(language: string, written: string): number {
  const { digits = '', group = ',', decimal = '.' } = byLanguage.get(currentCode(language)) ?? {};
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

/** Formats by language. Languages without an entry use the English format. */
const byLanguage: ReadonlyMap<string, Format> = new Map(
  (formats as readonly Format[]).flatMap(format => format.languages.split(' ').map(language => [language, format] as const)),
);
