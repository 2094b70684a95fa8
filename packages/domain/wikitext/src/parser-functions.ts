import { isInvalid } from '@wikiquery/core';
import { escapeAttribute } from '@wikiquery/html';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { ExpressionError, evaluate, writeNumber } from './expressions.ts';
import { at, integer, type ParserFunction } from './parser-function.ts';
import { readTime } from './read-time.ts';
import type { ArgumentValue } from './values.ts';
import { localTime, type VariableContext } from './variables.ts';
import { writeTime } from './write-time.ts';

/** The functions of the extension ParserFunctions, by its ids. */

/** Compared with others, a reference is the character that it means. */
const meant = async (values: readonly ArgumentValue[], position: number): Promise<string> => decoded(await at(values, position));
const decoded = (text: string): string => (text.includes('&') ? decodeCharacterReferences(text).trim() : text);

/** The message of the extension, or the usual one where the wiki's are not known. */
async function error({ message }: VariableContext, key: string, usual: string, ...params: string[]): Promise<string> {
  const said = (await message?.(key, params)) ?? '';
  return `<strong class="error">${escapeAttribute(said === '' || said.startsWith('⧼') ? usual : said)}</strong>`;
}

export const parserFunctions: Readonly<Record<string, ParserFunction>> = {
  if: async values => at(values, (await at(values, 0)) === '' ? 2 : 1),
  ifeq: async values => at(values, sameValue(await meant(values, 0), await meant(values, 1)) ? 2 : 3),
  switch: chooseCase,
  expr: async (values, given) => calculate(await at(values, 0), given),
  ifexpr: async (values, given) => {
    const result = await calculate(await at(values, 0), given);
    return isError(result) ? result : at(values, result === '' || Number(result) === 0 ? 2 : 1);
  },
  iferror: async values => {
    const text = await at(values, 0);
    if (isError(text)) return at(values, 1);
    return values.length > 2 ? at(values, 2) : text;
  },
  time: (values, given) => time(values, given, false),
  timel: (values, given) => time(values, given, true),
  async rel2abs(values, given) {
    const path = resolvePath(await at(values, 0), (await at(values, 1)) || given.titles.text(given.title));
    return typeof path === 'string' ? path : error(given, 'pfunc_rel2abs_invalid_depth', 'The path leads above the top.', path.tooHigh);
  },
  async titleparts(values, { titles }) {
    const written = await at(values, 0);
    const title = titles.parse(written);
    if (isInvalid(title)) return written;
    const [parts, offset] = [integer(await at(values, 1)), integer(await at(values, 2))];
    const all = titles.text(title).split('/');
    const bits = all.length > MOST_PARTS ? [...all.slice(0, MOST_PARTS - 1), all.slice(MOST_PARTS - 1).join('/')] : all;
    const from = bits.slice(offset > 0 ? offset - 1 : offset);
    return (parts === 0 ? from : from.slice(0, parts)).join('/');
  },
};

const MOST_PARTS = 25;

/** Characters of formats that one page may use. */
const MOST_FORMATS = 6000;
const formats = new WeakMap<VariableContext, number>();

async function time(values: readonly ArgumentValue[], given: VariableContext, always: boolean): Promise<string> {
  const [format, date, language] = [await at(values, 0), await at(values, 1), await at(values, 2)];
  const isLocal = always || !['', '0'].includes(await at(values, 3));
  const moment = date === '' ? given.now : readTime(date, given.now);
  if (moment === undefined) return error(given, 'pfunc_time_error', 'There is no such time.');
  const used = (formats.get(given) ?? 0) + format.length;
  formats.set(given, used);
  if (used > MOST_FORMATS) return error(given, 'pfunc_time_too_long', 'There are too many times on this page.');
  const shown = isLocal ? localTime(moment, given) : moment;
  if (shown.getUTCFullYear() < 0) return error(given, 'pfunc_time_too_small', 'Only years from 0 on can be written.');
  if (shown.getUTCFullYear() > 9999) return error(given, 'pfunc_time_too_big', 'Only years up to 9999 can be written.');
  const known = given.site.info.languages as readonly { readonly code: string }[] | undefined;
  const lang = language !== '' && known?.some(({ code }) => code === language) ? language : given.lang;
  const { text, lasts } = writeTime(shown, format, lang);
  if (date === '' && lasts !== undefined) given.lasts(lasts);
  return text;
}

/** `../Other` seen from a page, or `/Below`; the whole path where it leads above the top. */
function resolvePath(written: string, from: string): string | { readonly tooHigh: string } {
  const to = written.replace(/(?<![ /])[ /]+$/, '');
  if (to === '' || to === '.') return from;
  const isRelative = to.startsWith('/') || to.startsWith('./') || to.startsWith('../') || to === '..';
  const steps: string[] = [];
  const path = `${isRelative ? from : ''}/${to}`;
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return { tooHigh: path };
  }
  return steps.join('/');
}

/** The value of an expression, or what is wrong with it, marked as an error. */
async function calculate(expression: string, given: VariableContext): Promise<string> {
  try {
    const value = evaluate(expression);
    return value === undefined ? '' : writeNumber(value);
  } catch (failure) {
    if (!(failure instanceof ExpressionError)) throw failure;
    return error(given, failure.key, `Expression error: ${failure.message}`, ...failure.params);
  }
}

/** Whether some element of the text has the class `error`. */
function isError(text: string): boolean {
  let isInTag = false;
  for (const [token, classes] of text.matchAll(/<(?:strong|span|p|div)(?=\s)|>|\sclass="([^">]*)"/g)) {
    if (token !== '>' && classes === undefined) isInTag = true;
    else if (token === '>') isInTag = false;
    else if (isInTag && classes?.split(/\s/).includes('error')) return true;
  }
  return false;
}

const sameValue = (a: string, b: string): boolean => a === b || (isNumeric(a) && isNumeric(b) && Number(a) === Number(b));

/** What PHP takes for a number. Nobody writes longer ones, and each comparison reads them. */
const isNumeric = (text: string): boolean =>
  text !== '' && text.length <= 400 && /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text);

/** `a=1|b|c=2|3`: the value of the first label that fits; labels without value share that of the next. */
async function chooseCase(values: readonly ArgumentValue[], { words }: VariableContext): Promise<string> {
  const wanted = await meant(values, 0);
  let fell = false;
  let defaultFell = false;
  let last: string | undefined;
  let fallback: ArgumentValue | undefined;
  for (const value of values.slice(1)) {
    const label = await value.label();
    last = undefined;
    if (label === undefined) {
      last = await value.text();
      const text = decoded(last);
      if (sameValue(text, wanted)) fell = true;
      else if (words.is('default', text)) defaultFell = true;
    } else if (fell || sameValue(decoded(label), wanted)) return value.value();
    else if (defaultFell || words.is('default', decoded(label))) {
      fallback = value;
      defaultFell = false;
    }
  }
  return last ?? fallback?.value() ?? '';
}
