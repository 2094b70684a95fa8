import { isInvalid } from '@wikiquery/core';
import { escapeAttribute } from '@wikiquery/html';
import { dateFormat } from '@wikiquery/languages';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { ExpressionError, evaluate, writeNumber } from './expressions.ts';
import { at, integer, type ParserFunction } from './parser-function.ts';
import { readTime } from './read-time.ts';
import type { ArgumentValue } from './values.ts';
import { localTime, type VariableContext } from './variables.ts';
import { writeTime } from './write-time.ts';

const decodedAt = async (values: readonly ArgumentValue[], position: number): Promise<string> => decoded(await at(values, position));
const decoded = (text: string): string => (text.includes('&') ? decodeCharacterReferences(text).trim() : text);

/** Returns the HTML of an error with a message of ParserFunctions, or with `usual` if the wiki's messages are unknown. */
async function error({ message }: VariableContext, key: string, usual: string, ...params: string[]): Promise<string> {
  const text = (await message?.(key, params)) ?? '';
  return `<strong class="error">${escapeAttribute(text === '' || text.startsWith('⧼') ? usual : text)}</strong>`;
}

export const parserFunctions: Readonly<Record<string, ParserFunction>> = {
  if: async values => at(values, (await at(values, 0)) === '' ? 2 : 1),
  ifeq: async values => at(values, sameValue(await decodedAt(values, 0), await decodedAt(values, 1)) ? 2 : 3),
  switch: chooseCase,
  expr: async (values, context) => calculate(await at(values, 0), context),
  ifexpr: async (values, context) => {
    const result = await calculate(await at(values, 0), context);
    return isError(result) ? result : at(values, result === '' || Number(result) === 0 ? 2 : 1);
  },
  iferror: async values => {
    const text = await at(values, 0);
    if (isError(text)) return at(values, 1);
    return values.length > 2 ? at(values, 2) : text;
  },
  time: (values, context) => time(values, context, false),
  timel: (values, context) => time(values, context, true),
  timef: (values, context) => formattedTime(values, context, false),
  timefl: (values, context) => formattedTime(values, context, true),
  async rel2abs(values, context) {
    const path = resolvePath(await at(values, 0), (await at(values, 1)) || context.titles.text(context.title));
    return typeof path === 'string' ? path : error(context, 'pfunc_rel2abs_invalid_depth', 'The path leads above the top.', path.tooHigh);
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

/** Maximum total length in characters of the `{{#time:…}}` formats on a page. */
const MOST_FORMATS = 6000;
const formats = new WeakMap<VariableContext, number>();

async function time(values: readonly ArgumentValue[], context: VariableContext, isAlwaysLocal: boolean): Promise<string> {
  const isLocal = isAlwaysLocal || !['', '0'].includes(await at(values, 3));
  const lang = knownLanguage(await at(values, 2), context);
  return writtenTime({ format: await at(values, 0), date: await at(values, 1), lang, isLocal }, context);
}

/** Formats a time as the language usually does (`{{#timef:date|type|language}}`). */
async function formattedTime(values: readonly ArgumentValue[], context: VariableContext, isLocal: boolean): Promise<string> {
  const written = await at(values, 1);
  const part = written === '' ? 'both' : DATE_PARTS.find(each => context.words.is(`timef-${each}`, written));
  if (part === undefined) return error(context, 'pfunc_timef_bad_format', 'The format of the time is not known.');
  const lang = knownLanguage(await at(values, 2), context);
  return writtenTime({ format: dateFormat(part, lang, context.site), date: await at(values, 0), lang, isLocal }, context);
}

const DATE_PARTS = ['time', 'date', 'both', 'pretty'] as const;

function knownLanguage(code: string, { site, lang }: VariableContext): string {
  const known = site.info.languages as readonly { readonly code: string }[] | undefined;
  return code !== '' && known?.some(each => each.code === code) ? code : lang;
}

interface TimeOptions {
  readonly format: string;
  readonly date: string;
  readonly lang: string;
  readonly isLocal: boolean;
}

async function writtenTime({ format, date, lang, isLocal }: TimeOptions, context: VariableContext): Promise<string> {
  const moment = date === '' ? context.now : readTime(date, context.now);
  if (moment === undefined) return error(context, 'pfunc_time_error', 'The time is not recognized.');
  const used = (formats.get(context) ?? 0) + format.length;
  formats.set(context, used);
  if (used > MOST_FORMATS) return error(context, 'pfunc_time_too_long', 'There are too many times on this page.');
  const shown = isLocal ? localTime(moment, context) : moment;
  if (shown.getUTCFullYear() < 0) return error(context, 'pfunc_time_too_small', 'Years before 0 are not supported.');
  if (shown.getUTCFullYear() > 9999) return error(context, 'pfunc_time_too_big', 'Years after 9999 are not supported.');
  const { text, lasts } = writeTime(shown, format, lang);
  if (date === '' && lasts !== undefined) context.lasts(lasts);
  return text;
}

/** Resolves a relative path, such as `../Other` or `/Below`. Returns `tooHigh` if the path leads above the root. */
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

async function calculate(expression: string, context: VariableContext): Promise<string> {
  try {
    const value = evaluate(expression);
    return value === undefined ? '' : writeNumber(value);
  } catch (failure) {
    if (!(failure instanceof ExpressionError)) throw failure;
    return error(context, failure.key, `Expression error: ${failure.message}`, ...failure.params);
  }
}

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

/** Whether PHP treats a text as a number. The length limit bounds the time of repeated comparisons. */
const isNumeric = (text: string): boolean =>
  text !== '' && text.length <= 400 && /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text);

/** Returns the value of the first label that matches in `a=1|b|c=2|3`. A label without a value uses the next value. */
async function chooseCase(values: readonly ArgumentValue[], { words }: VariableContext): Promise<string> {
  const target = await decodedAt(values, 0);
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
      if (sameValue(text, target)) fell = true;
      else if (words.is('default', text)) defaultFell = true;
    } else if (fell || sameValue(decoded(label), target)) return value.value();
    else if (defaultFell || words.is('default', decoded(label))) {
      fallback = value;
      defaultFell = false;
    }
  }
  return last ?? fallback?.value() ?? '';
}
