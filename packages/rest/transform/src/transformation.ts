/** Parsed request body. Long bodies are parsed in an isolated process. */
export interface Transformation {
  /** Undefined for the stored text. */
  readonly text: string | undefined;
  readonly title: string | undefined;
  readonly revision: string | undefined;
  readonly language: string | undefined;
  readonly model: string | undefined;
  readonly isBodyOnly: boolean;
}

/** Reads JSON in the formats of Parsoid clients; undefined if it is not an object. */
export function readJson(json: string): Transformation | undefined {
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    return undefined;
  }
  return typeof body === 'object' && body !== null ? readFields(body) : undefined;
}

/** Reads fields of a form or of JSON. */
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

/** PHP's conversion to boolean. */
export const isTrue = (value: unknown): boolean => Boolean(value) && value !== '0';

/** Reads plain text, or an object with body and headers. */
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

/** Control characters and noncharacters, which wiki text cannot contain. */
const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu;
