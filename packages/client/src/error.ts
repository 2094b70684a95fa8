/** A message of the wiki. */
export interface WikiMessage {
  readonly code: string;
  readonly text: string;
  /** The path of the module that tells it: `query+info`. */
  readonly module: string;
}

/** The wiki refused a request, or did not answer it. */
export class WikiError extends Error {
  override readonly name = 'WikiError';
  /** `maxlag`, `badcontinue` …; `http-503` where there is no answer of the wiki. */
  readonly code: string;
  readonly module: string | undefined;
  readonly messages: readonly WikiMessage[];
  constructor(messages: readonly [WikiMessage, ...WikiMessage[]]) {
    const [{ code, text, module }] = messages;
    super(`${code}: ${text}`);
    this.code = code;
    this.module = module;
    this.messages = messages;
  }
}
