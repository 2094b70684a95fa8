/**
 * Returns the cookie prefix of one wiki of many. Wikis with different names have different prefixes, also for clients that compare cookie names
 * without regard to case: every character except small letters, digits, "-" and "_" is encoded as the bytes of its UTF-8.
 */
export const cookiePrefixOf = (name: string): string =>
  name.replaceAll(/[^a-z0-9_-]/gu, character => `~${Buffer.from(character).toString('hex')}`);
