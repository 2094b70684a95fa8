/** A release of MediaWiki: `1.44`. */
export type Release = `${number}.${number}`;

/** In which releases of MediaWiki something is there: from `since` on, before `until`; in all where it does not say. */
export interface Lifetime {
  readonly since?: Release;
  readonly until?: Release;
}

/** Whether the MediaWiki of the wiki is of this release or of a later one. */
export type Since = (release: Release) => boolean;

/** What `general.generator` of siteinfo says (`MediaWiki 1.44.2`). Where it names no release, the wiki is of the newest. */
export function sinceOf(generator: unknown): Since {
  const [, release] = /^MediaWiki (\d+\.\d+)/.exec(String(generator)) ?? [];
  if (release === undefined) return () => true;
  const own = rank(release);
  return other => rank(other) <= own;
}

/** Whether something is there in the release of the wiki. */
export const lives = ({ since, until }: Lifetime, isSince: Since): boolean =>
  (since === undefined || isSince(since)) && !(until !== undefined && isSince(until));

export const isRelease = (text: unknown): boolean => typeof text === 'string' && /^\d+\.\d+$/.test(text);

const rank = (release: string): number => {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  return major * 1000 + minor;
};
