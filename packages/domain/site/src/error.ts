/** The site description or the configuration can not be used. The message says what to change. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}
