import type { ApiError, Message } from '@wikiquery/core';
import { toJson } from '@wikiquery/formats';
import { escapeHtml } from '@wikiquery/html';
import type { Ordered } from '../result.ts';
import type { Warnings } from '../warnings.ts';

export const ERROR_FORMATS = ['plaintext', 'wikitext', 'html', 'raw', 'none', 'bc'] as const;
export type ErrorFormat = (typeof ERROR_FORMATS)[number];

export interface MessageStyle {
  readonly errorFormat: ErrorFormat;
  readonly formatVersion: 1 | 2;
}

export interface ResponseStyle extends MessageStyle {
  /** Whether formatversion=2 writes pages as a list. Formats that ignore `formatversion` receive pages keyed by id. */
  readonly listsPages: boolean;
}

/**
 * Formats the field `warnings`. With `errorformat=bc`, it has one text per module, the last module first; otherwise, it is a list. Returns
 * null if `warnings` is empty.
 */
export function formatWarnings(warnings: Warnings, style: MessageStyle): Ordered | unknown[] | null {
  if (warnings.isEmpty) return null;
  if (style.errorFormat !== 'bc') return withoutRepetition(warnings, style);
  const texts = new Map<string, string[]>();
  for (const { module, warning } of warnings.list) {
    const name = module.slice(module.lastIndexOf('+') + 1);
    const lines = texts.get(name);
    const line = plain(warning);
    if (!lines) texts.set(name, [line]);
    else if (!lines.includes(line)) lines.push(line);
  }
  const key = style.formatVersion === 1 ? '*' : 'warnings';
  return new Map([...texts].reverse().map(([name, lines]) => [name, { [key]: lines.join('\n') }]));
}

/** Removes repeated warnings. As in MediaWiki, with `errorformat=raw`, repeated warnings with typed parameters remain. */
function withoutRepetition(warnings: Warnings, style: MessageStyle): Ordered[] {
  const seen = new Set<string>();
  return warnings.list.flatMap(({ module, warning }) => {
    const entry = formatMessage(warning, module, style);
    if (style.errorFormat === 'raw' && warning.params.some(param => typeof param === 'object')) return [entry];
    const text = toJson(entry);
    if (seen.has(text)) return [];
    seen.add(text);
    return [entry];
  });
}

export interface FormattedError {
  /** The field `error` (`errorformat=bc`) or `errors`. */
  readonly problem: Ordered;
  /** Reference to the documentation, which is a separate field next to `errors`. */
  readonly reference?: readonly [key: string, text: string];
}

export function formatError(error: ApiError, documentation: string, style: MessageStyle): FormattedError {
  const key = style.formatVersion === 1 ? '*' : 'docref';
  const see = `The documentation of this API is at ${documentation}.`;
  if (style.errorFormat !== 'bc') {
    return {
      problem: new Map([['errors', error.messages.map(m => formatMessage(m, error.module ?? 'main', style))]]),
      reference: [key, see],
    };
  }
  const [first] = error.messages;
  return { problem: new Map([['error', { code: first.code, info: plain(first), ...first.data, [key]: see }]]) };
}

/** Formats a message as a value in a result. With `errorformat=bc`, the value is only the text. */
export function formatReason(message: Message, style: MessageStyle): unknown {
  if (style.errorFormat === 'bc') return plain(message);
  const reason = formatMessage(message, '', style);
  reason.delete('module');
  return Object.fromEntries(reason);
}

/** Formats a message as a list entry in a result. `errorformat=bc` has the same form as `plaintext`. */
export function describeMessage(message: Message, style: MessageStyle): Record<string, unknown> {
  const entry = formatMessage(message, '', style.errorFormat === 'bc' ? { ...style, errorFormat: 'plaintext' } : style);
  entry.delete('module');
  return Object.fromEntries(entry);
}

/**
 * Formats an error as a list entry in a result. With `errorformat=bc`, the entry has the message key, the parameters, the code and the
 * type.
 */
export function describeError(error: Message, style: MessageStyle): Record<string, unknown> {
  if (style.errorFormat !== 'bc') return describeMessage(error, style);
  return { message: error.key, params: error.params, code: error.code, type: 'error' };
}

function formatMessage(message: Message, module: string, { errorFormat, formatVersion }: MessageStyle): Ordered {
  const out: Ordered = new Map([['code', message.code]]);
  const text = errorFormat === 'plaintext' ? plain(message) : message.text;
  const last: Ordered = new Map();
  switch (errorFormat) {
    case 'plaintext':
    case 'wikitext':
      if (formatVersion === 1) last.set('*', text);
      else out.set('text', text);
      break;
    case 'html':
      if (formatVersion === 1) last.set('*', escapeHtml(text));
      else out.set('html', escapeHtml(text));
      break;
    case 'raw':
      out.set('key', message.key).set('params', message.params);
      break;
    default:
  }
  if (message.data && Object.keys(message.data).length > 0) out.set('data', message.data);
  out.set('module', module);
  for (const [key, value] of last) out.set(key, value);
  return out;
}

/** Puts the text on one line, because `errorformat=bc` separates warnings by line breaks. */
const plain = ({ text }: Message): string => text.replaceAll(/[ \t\r\n]+/g, ' ').trim();
