import type { Yielder } from '@wikiquery/core/host';
import { textPieces } from '@wikiquery/formats';
import {
  cleanPart,
  decode,
  decodeBytes,
  FORBIDDEN,
  FORBIDDEN_BUT_SEPARATOR,
  type SentValue,
  unescapeBytes,
  type ValueReading,
} from './value.ts';

/** Reads a long percent-encoded value like `readValue`, but yields to the event loop between pieces. */
export async function readLongValue(raw: string, reading: ValueReading, inUrl: boolean, yielder: Yielder): Promise<SentValue> {
  let isUtf8 = true;
  const decoded = await yielder.join(rawPieces(raw), piece => {
    const text = isUtf8 ? decode(piece) : '';
    isUtf8 &&= text !== undefined;
    return text ?? '';
  });
  if (isUtf8) return cleanLongValue(decoded, raw, reading, inUrl, yielder);
  const bytes = await yielder.join(rawPieces(raw), unescapeBytes);
  const text = await cleanText(decodeBytes(bytes, reading.encoding), reading, yielder);
  return { text, bytes, inUrl, isKnown: false };
}

async function cleanLongValue(decoded: string, raw: string, reading: ValueReading, inUrl: boolean, yielder: Yielder): Promise<SentValue> {
  const text = await cleanText(decoded, reading, yielder);
  if (text === decoded) return { text, bytes: undefined, inUrl, isKnown: false };
  const bytes = await yielder.join(rawPieces(raw), unescapeBytes);
  return { text, bytes, inUrl, isKnown: false };
}

function cleanText(text: string, reading: ValueReading, yielder: Yielder): Promise<string> {
  const forbidden = text.startsWith('\u001f') ? FORBIDDEN_BUT_SEPARATOR : FORBIDDEN;
  return yielder.join(textPieces(text), piece => cleanPart(piece, forbidden, reading));
}

/** Number of characters that are decoded per piece. */
const PIECE = 16_384;
/** Maximum length of a percent-encoded character, generously rounded up. */
const LONGEST_CHARACTER = 32;

/** Splits percent-encoded text between characters, never within an escape sequence. */
function* rawPieces(raw: string): Generator<string> {
  for (let begin = 0, end: number; begin < raw.length; begin = end) {
    end = begin + PIECE;
    const last = end + LONGEST_CHARACTER;
    while (end < last && end < raw.length && (IN_ESCAPE.test(raw.slice(end - 2, end + 2)) || CONTINUES.test(raw.slice(end, end + 3))))
      end++;
    while (end < raw.length && IN_ESCAPE.test(raw.slice(end - 2, end + 2))) end++;
    yield raw.slice(begin, end);
  }
}

const IN_ESCAPE = /^(?:.%[0-9a-f]|%[0-9a-f]{2})/i;
/** Matches a percent-encoded UTF-8 continuation byte. */
const CONTINUES = /^%[89ab][0-9a-f]/i;
