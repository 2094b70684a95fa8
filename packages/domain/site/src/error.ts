/** Thrown for an invalid site configuration or setting. The message includes the required change. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}
