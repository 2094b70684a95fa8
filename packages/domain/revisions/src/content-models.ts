/** Formats in which each content model can be had; the first is what one gets unasked. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  wikitext: ['text/x-wiki'],
  javascript: ['text/javascript'],
  json: ['application/json'],
  css: ['text/css'],
  text: ['text/plain'],
};

/** Models of extensions are handed out as they are stored, as MediaWiki does with models that it does not know. */
const UNKNOWN: readonly string[] = [
  'application/octet-stream',
  'application/unknown',
  'application/x-binary',
  'text/unknown',
  'unknown/unknown',
];

const formatsOf = (model: string): readonly string[] => FORMATS[model] ?? UNKNOWN;

/** Every format. */
export const CONTENT_FORMATS: readonly string[] = [...Object.values(FORMATS).flat(), ...UNKNOWN];

export const defaultFormat = (model: string): string => formatsOf(model)[0] as string;

export const supportsFormat = (model: string, format: string): boolean => formatsOf(model).includes(format);
