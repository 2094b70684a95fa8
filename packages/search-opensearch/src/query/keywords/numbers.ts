import type { Message } from '@wikiquery/core';
import { type EngineClause, match } from '../clauses.ts';
import type { Keyword } from '../keyword.ts';
import { cirrusMessage } from '../wiki.ts';

const FIELDS: Readonly<Record<string, string>> = {
  filesize: 'file_size',
  filebits: 'file_bits',
  fileh: 'file_height',
  filew: 'file_width',
  fileheight: 'file_height',
  filewidth: 'file_width',
  fileres: 'file_resolution',
  textbytes: 'text_bytes',
};

/** `filew:800`, `filew:>800`, `filew:<800`, `filew:800,1200`: sizes of files and texts. `filesize:` is in kilobytes, and `filesize:10` is at least 10. */
export const numbers: Keyword = {
  names: Object.keys(FIELDS),
  value: 'word',
  apply({ name, value }) {
    const field = FIELDS[name] as string;
    const unit = name === 'filesize' ? 1024 : 1;
    const sign = /^[<>]/.exec(value)?.[0];
    const text = sign ? value.slice(1) : value;
    const limits = text.split(',', 2);
    if (sign && limits.length > 1) return impossible(multipleWithSign(name, text));
    const invalid = limits.filter(limit => !isNumber(limit));
    if (invalid.length > 0) return impossible(...invalid.map(limit => notANumber(name, limit === '' ? value : limit)));
    const [low = 0, high] = limits.map(limit => Math.trunc(Number(limit)) * unit);
    if (high !== undefined) return { filter: range(field, { gte: low, lte: high }) };
    if (sign === '<') return { filter: range(field, { lte: low }) };
    if (sign === '>' || name === 'filesize') return { filter: range(field, { gte: low }) };
    return { filter: match(field, String(low)) };
  },
};

const range = (field: string, limits: EngineClause): EngineClause => ({ range: { [field]: limits } });

/** Whether a text is a number that the engine's fields can contain. */
const isNumber = (text: string): boolean => /^[+-]?(?:\d{1,15}(?:\.\d*)?|\.\d+)$/.test(text);

const impossible = (...warnings: readonly Message[]) => ({ isImpossible: true, warnings });

const notANumber = (name: string, text: string): Message =>
  cirrusMessage('file-numeric-feature-not-a-number', `The keyword "${name}" needs a number, but its value is "${text}".`, [name, text]);

const multipleWithSign = (name: string, text: string): Message =>
  cirrusMessage('file-numeric-feature-multi-argument-w-sign', `The keyword "${name}" accepts only one number after "<" or ">".`, [
    name,
    text,
  ]);
