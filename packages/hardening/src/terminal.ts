import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Control characters but tabs, line separators, halves of characters, and marks that change the direction of writing. */
const CONTROLS = /[^\P{Cc}\t]|[\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;
const CONTROLS_WITHIN_LINES = /[^\P{Cc}\t\n]|[\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A line without characters that command a terminal: `\u001b` is shown in place of the escape character, and so are line breaks. In JSON the line means
 * the same as before.
 */
export const escapeControls = (line: string): string => line.replaceAll(CONTROLS, escaped);

/** Writes lines for people to standard output. Names and texts of other parties in them cannot command the terminal or begin a line. */
export function print(...lines: readonly string[]): void {
  process.stdout.write(textOf(lines));
}

/** Writes lines for people to the error output. */
export function printError(...lines: readonly string[]): void {
  process.stderr.write(textOf(lines));
}

const textOf = (lines: readonly string[]): string => lines.map(line => `${escapeControls(line)}\n`).join('');

/** Where results go that are text, such as CSV: standard output as it is, but without control characters where that is a terminal. */
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
