import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Control characters except tabs, line separators, lone surrogates and bidirectional controls. */
const CONTROLS = /[^\P{Cc}\t]|[\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;
const CONTROLS_WITHIN_LINES = /[^\P{Cc}\t\n]|[\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Escapes the characters of a line that control a terminal, and line breaks: the escape character becomes `\u001b`. Escaped JSON parses to
 * the same value.
 */
export const escapeControls = (line: string): string => line.replaceAll(CONTROLS, escaped);

/** Writes lines to standard output. External text in them cannot control the terminal or start a new line. */
export function print(...lines: readonly string[]): void {
  process.stdout.write(textOf(lines));
}

/** Writes lines to standard error. */
export function printError(...lines: readonly string[]): void {
  process.stderr.write(textOf(lines));
}

const textOf = (lines: readonly string[]): string => lines.map(line => `${escapeControls(line)}\n`).join('');

/** Returns standard output for text results such as CSV. Control characters are escaped only on a terminal. */
export function resultStream(out: NodeJS.WriteStream = process.stdout): Writable {
  if (!out.isTTY) return out;
  const decoder = new StringDecoder();
  const lines = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(CONTROLS_WITHIN_LINES, escaped);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) =>
      void out.write(lines(typeof chunk === 'string' ? chunk : decoder.write(chunk)), error => done(error)),
  });
}
