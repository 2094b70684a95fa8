/** Fields of a parsed request body. */
export interface Transformation {
  /** Wikitext from the request. If undefined, the stored text is converted. */
  readonly text: string | undefined;
  readonly title: string | undefined;
  readonly revision: string | undefined;
  readonly language: string | undefined;
  readonly model: string | undefined;
  readonly isBodyOnly: boolean;
}

/** Reads JSON in the formats of Parsoid clients. Returns undefined if it is not an object. */
export function readJson(json: string): Transformation | undefined {
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    return undefined;
  }
  return typeof body === 'object' && body !== null ? readFields(body) : undefined;
}

/** Reads the fields of a form or a JSON object. */
export function readFields(body: object): Transformation {
  const sent = at(body, 'wikitext');
  const original = at(body, 'original');
  const found = contentOf(sent) ?? contentOf(at(original, 'wikitext'));
  return {
    text: found?.text,
    language: found?.language,
    title: textOf(at(original, 'title')),
    revision: textOf(at(original, 'revid')),
    model: textOf(at(body, 'contentmodel')),
    isBodyOnly: isTrue(at(body, 'body_only')),
  };
}

/** Converts a scalar to a boolean as PHP does. */
export const isTrue = (value: unknown): boolean => Boolean(value) && value !== '0';

/** Reads the wikitext from a string or from an object with `body` and `headers`. */
function contentOf(sent: unknown): Pick<Transformation, 'text' | 'language'> | undefined {
  const isWithHeaders = typeof sent === 'object' && sent !== null;
  const text = textOf(isWithHeaders ? at(sent, 'body') : sent);
  if (text === undefined) return undefined;
  return { text: text.toWellFormed().replace(FORBIDDEN, '\ufffd'), language: textOf(at(at(sent, 'headers'), 'content-language')) };
}

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : value === true ? '1' : undefined;

/** Control characters and noncharacters, which wikitext cannot contain. */
const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu;
