/**
 * Returns what begins the names of the cookies of one wiki of many. Different names of wikis have different prefixes, also for clients that compare names of cookies
 * without regard to case: every other character than a small letter, a digit, "-" and "_" is written as the bytes of its UTF-8.
 */
export const cookiePrefixOf = (name: string): string =>
  name.replaceAll(/[^a-z0-9_-]/gu, character => `~${Buffer.from(character).toString('hex')}`);
