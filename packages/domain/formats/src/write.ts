import { finishJson, toJson, toPrettyJson } from './json.ts';
import { framed, type JsonEnvelope, jsonPieces, MOST_AT_ONCE } from './json-pieces.ts';

interface Options {
  /** Bytes of the values, or more: what is long is written in pieces, which are made when they are asked for, once. */
  readonly size: number;
  /** Escapes everything beyond ASCII. */
  readonly ascii: boolean;
  /** Over several lines. */
  readonly pretty?: boolean;
  readonly frame?: JsonEnvelope | undefined;
  /** Brings texts into the form that the language of the wiki has; Unicode normal form C when left out. */
  readonly normalize?: (text: string) => string;
}

/** The body of a response in JSON, and whether it is known to hold no character beyond ASCII. */
export function writeJson(
  value: unknown,
  { size, ascii, pretty = false, frame, normalize }: Options,
): { readonly body: string | Iterable<string>; readonly isAscii: boolean } {
  if (size > MOST_AT_ONCE) return { body: framed(jsonPieces(value, pretty), ascii, frame, normalize), isAscii: false };
  const { text, isAscii } = finishJson(pretty ? toPrettyJson(value) : toJson(value), ascii, normalize);
  if (!frame) return { body: text, isAscii };
  return { body: frame.before + (frame.escape?.(text) ?? text) + frame.after, isAscii: isAscii && !pretty };
}
