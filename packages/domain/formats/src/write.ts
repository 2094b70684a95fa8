import { finishJson, toJson, toPrettyJson } from './json.ts';
import { framed, type JsonEnvelope, jsonPieces, MOST_AT_ONCE } from './json-pieces.ts';

interface Options {
  /** Lower bound of the values' size in bytes. Large responses are written in pieces, which can be iterated only once. */
  readonly size: number;
  /** Whether to escape all non-ASCII characters. */
  readonly ascii: boolean;
  readonly pretty?: boolean;
  readonly frame?: JsonEnvelope | undefined;
  /** Normalizes strings. Default: NFC. */
  readonly normalize?: (text: string) => string;
}

/** Writes the JSON body of a response. `isAscii`: whether the body is known to contain only ASCII. */
export function writeJson(
  value: unknown,
  { size, ascii, pretty = false, frame, normalize }: Options,
): { readonly body: string | Iterable<string>; readonly isAscii: boolean } {
  if (size > MOST_AT_ONCE) return { body: framed(jsonPieces(value, pretty), ascii, frame, normalize), isAscii: false };
  const { text, isAscii } = finishJson(pretty ? toPrettyJson(value) : toJson(value), ascii, normalize);
  if (!frame) return { body: text, isAscii };
  return { body: frame.before + (frame.escape?.(text) ?? text) + frame.after, isAscii: isAscii && !pretty };
}
