/** An error or warning that the wiki returned. */
export interface WikiMessage {
  readonly code: string;
  readonly text: string;
  /** Path of the module that reported the message, such as `query+info`. */
  readonly module: string;
}

/** Thrown if the wiki rejects a request, or returns no usable response. */
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
