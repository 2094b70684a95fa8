/** An expression that has no value; the message goes into the text, where `{{#iferror:…}}` finds it. */
export class ExpressionError extends Error {}

interface Operator {
  readonly precedence: number;
  /** From the values on top of the stack, the last one first taken. */
  readonly arity: 1 | 2;
  apply(a: number, b: number): number;
}

const one = (apply: (a: number) => number): Operator => ({ precedence: 9, arity: 1, apply });
const two = (precedence: number, apply: Operator['apply']): Operator => ({ precedence, arity: 2, apply });
const truth = (value: boolean): number => (value ? 1 : 0);

const divided = (a: number, b: number): number => a / divisor(b);
const remainder = (a: number, b: number): number => a % divisor(b);

function divisor(value: number): number {
  if (value === 0) throw new ExpressionError('Division by zero.');
  return value;
}

/** Away from zero at one half, as PHP rounds; a negative number of digits rounds to tens and hundreds. */
function rounded(value: number, digits: number): number {
  const factor = 10 ** Math.trunc(digits);
  const result = (Math.sign(value) * Math.round(Number((Math.abs(value) * factor).toPrecision(15)))) / factor;
  return Number.isFinite(result) ? result : value;
}

/** https://www.mediawiki.org/wiki/Help:Extension:ParserFunctions##expr, those that bind closest with the highest number. */
const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['not', one(a => truth(a === 0))],
  ...(['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'exp', 'abs', 'floor', 'ceil', 'trunc', 'sqrt'] as const).map(
    name => [name, one(Math[name])] as const,
  ),
  ['ln', one(Math.log)],
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

const SIGN: Readonly<Record<string, Operator>> = {
  '-': { precedence: 10, arity: 1, apply: a => -a },
  '+': { precedence: 10, arity: 1, apply: a => a },
};

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['e', Math.E],
  ['pi', Math.PI],
]);

const TOKEN = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z]+)|(<=|>=|<>|!=|[-+*/^=<>()]))/iy;

/** The value of `{{#expr:…}}`; undefined for an empty one. Throws an ExpressionError. */
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
      if (a === undefined || b === undefined) throw new ExpressionError('A value is missing.');
      const result = top.arity === 2 ? top.apply(a, b) : top.apply(b, 0);
      if (Number.isNaN(result)) throw new ExpressionError('There is no such number.');
      values.push(result);
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
    if (number !== undefined || constant !== undefined) {
      if (!needsValue) throw new ExpressionError('A number was not expected.');
      values.push(constant ?? Number(number));
      needsValue = false;
    } else if (name === '(') {
      if (!needsValue) throw new ExpressionError('A bracket was not expected.');
      open.push('(');
    } else if (name === ')') {
      reduce(0);
      if (needsValue || open.pop() !== '(') throw new ExpressionError('A closing bracket was not expected.');
    } else if (needsValue && operator?.arity === 1) open.push(operator);
    else if (needsValue && name !== undefined && SIGN[name]) open.push(SIGN[name]);
    else if (!needsValue && operator?.arity === 2) {
      reduce(operator.precedence);
      open.push(operator);
      needsValue = true;
    } else throw new ExpressionError(`"${text.slice(at, at + 20)}" was not expected.`);
  }
  reduce(0);
  if (open.length > 0) throw new ExpressionError('A bracket is not closed.');
  const [value] = values;
  if (values.length !== 1 || value === undefined) throw new ExpressionError('A value is missing.');
  return value;
}

/** A number as PHP writes it: fourteen digits, and an exponent where it needs many zeros. */
export function writeNumber(value: number): string {
  const text = String(Number(value.toPrecision(14)));
  return text.replace(/e([+-])(\d+)$/, 'E$1$2');
}
