/** Thrown for an invalid site description or configuration. The message says what to change. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}
