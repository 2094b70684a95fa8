/** A MediaWiki release: `1.44`. */
export type Release = `${number}.${number}`;

/** The MediaWiki releases that have a feature. Default: all. */
export interface Lifetime {
  /** The first release with the feature. */
  readonly since?: Release;
  /** The release that removed the feature. */
  readonly until?: Release;
}

/** Returns whether the wiki runs this MediaWiki release or a later one. */
export type Since = (release: Release) => boolean;

/**
 * Parses the MediaWiki release from siteinfo's `general.generator` (`MediaWiki 1.44.2`). If it contains no release, assumes the newest one.
 */
export function sinceOf(generator: unknown): Since {
  const [, release] = /^MediaWiki (\d+\.\d+)/.exec(String(generator)) ?? [];
  if (release === undefined) return () => true;
  const own = rank(release);
  return other => rank(other) <= own;
}

/** Whether the wiki's MediaWiki release has the feature. */
export const lives = ({ since, until }: Lifetime, isSince: Since): boolean =>
  (since === undefined || isSince(since)) && !(until !== undefined && isSince(until));

export const isRelease = (text: unknown): boolean => typeof text === 'string' && /^\d+\.\d+$/.test(text);

const rank = (release: string): number => {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  return major * 1000 + minor;
};
