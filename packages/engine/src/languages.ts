/**
 * Returns a language code in lower case. Returns `content` for the code `content`, and for a code with characters that MediaWiki rejects.
 * The language can be unknown.
 */
export function languageCode(text: string, content: string): string {
  const code = text.toLowerCase();
  return text === 'content' || !/^(?!.*%[0-9a-f]{2})[^\p{Cc}"#&'/:<>[\\\]{|}]+$/u.test(code) ? content : code;
}

/** The accepted languages of a request. Records whether they were read, because the response then depends on them and needs `Vary`. */
export class AcceptedLanguages {
  readonly #header: string | undefined;
  #wereRead = false;

  constructor(header: string | undefined) {
    this.#header = header;
  }
  read(): ReadonlyMap<string, number> {
    this.#wereRead = true;
    return acceptLanguages(this.#header);
  }
  /** Adds `Accept-Language` to a value of the header Vary if the languages were read. Undefined: no header. */
  vary(others: string | undefined): string | undefined {
    if (!this.#wereRead) return others;
    return others === undefined ? 'Accept-Language' : `${others}, Accept-Language`;
  }
}

/** Parses the header Accept-Language into weights by language code, highest weight first. */
function acceptLanguages(header: string | undefined): ReadonlyMap<string, number> {
  const languages = [
    ...(header ?? '').matchAll(/([a-z]{1,8}(?:-[a-z]{1,8})*|\*)\s*(?:;\s*q\s*=\s*(1(?:\.0{0,3})?|0(?:\.\d{0,3})?)?)?/gi),
  ].map(([, code, weight]) => [code!.toLowerCase(), weight === undefined ? 1 : Number(weight)] as const);
  return new Map(languages.filter(([, weight]) => weight > 0).sort(([, a], [, b]) => b - a));
}
