/**
 * Returns the cookie prefix of a wiki. Prefixes are unique even for clients that ignore case in cookie names: all characters except
 * lower-case letters, digits, "-" and "_" are encoded as UTF-8 bytes.
 */
export const cookiePrefixOf = (name: string): string =>
  name.replaceAll(/[^a-z0-9_-]/gu, character => `~${Buffer.from(character).toString('hex')}`);
