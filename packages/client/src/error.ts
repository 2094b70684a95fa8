/** An error or warning of the wiki. */
export interface WikiMessage {
  readonly code: string;
  readonly text: string;
  /** Path of the module: `query+info`. */
  readonly module: string;
}

/** The wiki rejected a request, or returned no usable response. */
export class WikiError extends Error {
  override readonly name = 'WikiError';
  /** The wiki's error code, such as `maxlag`, or `http-503` if the response is not from MediaWiki. */
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
