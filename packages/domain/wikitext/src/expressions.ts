/** Thrown for an invalid expression. `key` and `params` specify the wiki's message. `usual` is the English fallback. */
export class ExpressionError extends Error {
  readonly key: string;
  readonly params: readonly string[];

  constructor(key: string, usual: string, ...params: string[]) {
    super(usual);
    this.key = `pfunc_expr_${key}`;
    this.params = params;
  }
}

interface Operator {
  readonly precedence: number;
  readonly arity: 1 | 2;
  apply(a: number, b: number): number;
}

const one = (apply: (a: number) => number): Operator => ({ precedence: 9, arity: 1, apply });
/** An operator that is undefined for some numbers. */
const partial = (apply: (a: number) => number, refusal: () => ExpressionError): Operator =>
  one(a => {
    const value = apply(a);
    if (!Number.isFinite(value) && Number.isFinite(a)) throw refusal();
    return value;
  });
const beyondOne = (name: string) => (): ExpressionError =>
  new ExpressionError('invalid_argument', `There is no ${name} of this number.`, name);
const two = (precedence: number, apply: Operator['apply']): Operator => ({ precedence, arity: 2, apply });
const truth = (value: boolean): number => (value ? 1 : 0);

const divided = (a: number, b: number): number => a / divisor(b);
const remainder = (a: number, b: number): number => a % divisor(b);

function divisor(value: number): number {
  if (value === 0) throw new ExpressionError('division_by_zero', 'Division by zero.');
  return value;
}

/** Rounds halves away from zero, as PHP does. A negative number of digits rounds to tens, hundreds and so on. */
function rounded(value: number, digits: number): number {
  const factor = 10 ** Math.trunc(digits);
  const result = (Math.sign(value) * Math.round(Number((Math.abs(value) * factor).toPrecision(15)))) / factor;
  return Number.isFinite(result) ? result : value;
}

/** See https://www.mediawiki.org/wiki/Help:Extension:ParserFunctions##expr. A higher precedence binds tighter. */
const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['not', one(a => truth(a === 0))],
  ...(['sin', 'cos', 'tan', 'atan', 'exp', 'abs', 'floor', 'ceil', 'trunc'] as const).map(name => [name, one(Math[name])] as const),
  ...(['asin', 'acos'] as const).map(name => [name, partial(Math[name], beyondOne(name))] as const),
  ['sqrt', partial(Math.sqrt, () => new ExpressionError('not_a_number', 'There is no such root.', 'sqrt'))],
  ['ln', partial(Math.log, () => new ExpressionError('invalid_argument_ln', 'There is no logarithm of zero and less.'))],
  ['e', two(10, (a, b) => a * 10 ** b)],
  ['^', two(8, (a, b) => a ** b)],
  ['*', two(7, (a, b) => a * b)],
  ['/', two(7, divided)],
  ['div', two(7, divided)],
  ['mod', two(7, (a, b) => remainder(Math.trunc(a), Math.trunc(b)))],
  ['fmod', two(7, remainder)],
  ['+', two(6, (a, b) => a + b)],
  ['-', two(6, (a, b) => a - b)],
  ['round', two(5, rounded)],
  ...Object.entries({
    '=': (a: number, b: number) => a === b,
    '!=': (a: number, b: number) => a !== b,
    '<>': (a: number, b: number) => a !== b,
    '<': (a: number, b: number) => a < b,
    '>': (a: number, b: number) => a > b,
    '<=': (a: number, b: number) => a <= b,
    '>=': (a: number, b: number) => a >= b,
  }).map(([name, holds]) => [name, two(4, (a, b) => truth(holds(a, b)))] as const),
  ['and', two(3, (a, b) => truth(a !== 0 && b !== 0))],
  ['or', two(2, (a, b) => truth(a !== 0 || b !== 0))],
]);

const SIGNS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['-', { precedence: 10, arity: 1, apply: a => -a }],
  ['+', { precedence: 10, arity: 1, apply: a => a }],
]);

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['e', Math.E],
  ['pi', Math.PI],
]);

const TOKEN = /\s*(?:([\d.]+)|([a-z]+)|(<=|>=|<>|!=|[-+*/^=<>()]))/iy;

const NAMES: ReadonlyMap<Operator, string> = new Map([...OPERATORS, ...SIGNS].map(([name, operator]) => [operator, name]));

const missing = (operator: Operator): ExpressionError =>
  new ExpressionError('missing_operand', 'A value is missing.', NAMES.get(operator) as string);
const unexpectedNumber = (): ExpressionError => new ExpressionError('unexpected_number', 'A number was not expected.');
const unexpected = (name: string): ExpressionError => new ExpressionError('unexpected_operator', `"${name}" was not expected.`, name);

/** Evaluates `{{#expr:…}}`. Returns undefined for an empty expression. Throws an `ExpressionError` for an invalid expression. */
export function evaluate(expression: string): number | undefined {
  const text = expression.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&minus;', '-').replaceAll('\u2212', '-').trim();
  if (text === '') return undefined;
  const values: number[] = [];
  const open: (Operator | '(')[] = [];
  const reduce = (down: number): void => {
    for (let top = open.at(-1); top && top !== '(' && top.precedence >= down; top = open.at(-1)) {
      open.pop();
      const b = values.pop();
      const a = top.arity === 2 ? values.pop() : b;
      if (a === undefined || b === undefined) throw missing(top);
      values.push(top.arity === 2 ? top.apply(a, b) : top.apply(b, 0));
    }
  };
  let needsValue = true;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const [, number, word, sign] = TOKEN.exec(text) ?? [];
    const name = (word ?? sign)?.toLowerCase();
    const constant = name === undefined ? undefined : CONSTANTS.get(name);
    const operator = name === undefined ? undefined : OPERATORS.get(name);
    const prefix = name === undefined ? undefined : SIGNS.get(name);
    if (number !== undefined || (needsValue && constant !== undefined)) {
      if (!needsValue) throw unexpectedNumber();
      values.push(constant ?? (Number.parseFloat(number as string) || 0));
      needsValue = false;
    } else if (name === '(') {
      if (!needsValue) throw unexpected('(');
      open.push('(');
    } else if (name === ')') {
      reduce(0);
      needsValue = false;
      if (open.pop() !== '(') throw new ExpressionError('unexpected_closing_bracket', 'A closing bracket was not expected.');
    } else if (needsValue && operator?.arity === 1) open.push(operator);
    else if (needsValue && prefix) open.push(prefix);
    else if (!needsValue && operator?.arity === 2) {
      reduce(operator.precedence);
      open.push(operator);
      needsValue = true;
    } else if (constant !== undefined && !operator) throw unexpectedNumber();
    else if (operator && name !== undefined) throw unexpected(name);
    else if (word !== undefined) throw new ExpressionError('unrecognised_word', `"${name}" is unknown.`, name as string);
    else {
      const [sign = ''] = text.slice(at).trimStart();
      throw new ExpressionError('unrecognised_punctuation', `"${sign}" is unknown.`, sign);
    }
  }
  reduce(0);
  if (open.length > 0) throw new ExpressionError('unclosed_bracket', 'A bracket is not closed.');
  return values[0];
}

/** Formats a number as PHP does: with up to 14 significant digits, and with an exponent if the number is very large or very small. */
export function writeNumber(value: number): string {
  if (Number.isNaN(value)) return 'NAN';
  if (!Number.isFinite(value)) return value < 0 ? '-INF' : 'INF';
  if (Object.is(value, -0)) return '-0';
  const [digits = '', exponent = ''] = value.toExponential(13).split('e');
  if (value === 0 || (Number(exponent) >= -4 && Number(exponent) < 14)) return String(Number(value.toPrecision(14)));
  const mantissa = digits.replace(/0+$/, '');
  return `${mantissa.endsWith('.') ? `${mantissa}0` : mantissa}E${exponent}`;
}
