import { LRUCache } from 'lru-cache';
import { currentCode, fallbacksOf } from './fallbacks.ts';
import { LONGEST_CODE } from './locales.ts';
import data from './plural-rules.json' with { type: 'json' };

/** Conditions of the plural forms by language, without the last form, which has none. */
const rules: ReadonlyMap<string, readonly string[]> = new Map(
  data.flatMap(({ languages, rules }) => languages.split(' ').map(language => [language, rules] as const)),
);

/**
 * Returns the index of the plural form for a number, by MediaWiki's rules. They differ from CLDR's current rules in some languages.
 * A language without rules uses those of its first fallback language that has rules.
 */
export function pluralIndex(language: string, count: number): number {
  let plural = known.get(language);
  if (!plural) {
    const code = currentCode(language);
    const spoken = [code, ...fallbacksOf(code), 'en'].find(each => rules.has(each)) as string;
    plural = compile(rules.get(spoken) as readonly string[]);
    if (language.length <= LONGEST_CODE) known.set(language, plural);
  }
  return plural(count);
}

const known = new LRUCache<string, (count: number) => number>({ max: 100 });

/** Operands of CLDR's plural rules: https://unicode.org/reports/tr35/tr35-numbers.html#Operands. */
type Operands = Readonly<Record<'n' | 'i' | 'v' | 'f' | 't', number>>;
type Condition = (operands: Operands) => boolean;

function compile(conditions: readonly string[]): (count: number) => number {
  const compiled = conditions.map(condition => anyOf(condition.split(' or ').map(part => allOf(part.split(' and ').map(relation)))));
  return count => {
    const found = compiled.findIndex(holds => holds(operandsOf(count)));
    return found < 0 ? compiled.length : found;
  };
}

const anyOf =
  (conditions: readonly Condition[]): Condition =>
  operands =>
    conditions.some(holds => holds(operands));
const allOf =
  (conditions: readonly Condition[]): Condition =>
  operands =>
    conditions.every(holds => holds(operands));

/** Compiles a relation, such as `n % 100 != 11..14,71`. Ranges contain only integers. */
function relation(written: string): Condition {
  const [, operand = 'n', modulus, sign, list = ''] = /^([nivft])(?: % (\d+))? (!?=) ([\d.,]+)$/.exec(written.trim()) ?? [];
  const ranges = list.split(',').map(part => part.split('..').map(Number));
  return operands => {
    const whole = operands[operand as keyof Operands];
    const value = modulus === undefined ? whole : whole % Number(modulus);
    const isIn = Number.isInteger(value) && ranges.some(([from = 0, to = from]) => from <= value && value <= to);
    return isIn === (sign === '=');
  };
}

function operandsOf(count: number): Operands {
  const n = Math.abs(count);
  const [, fraction = ''] = String(n).split('.');
  const decimals = fraction.includes('e') ? '' : fraction;
  return { n, i: Math.trunc(n), v: decimals.length, f: Number(decimals), t: Number(decimals) };
}
