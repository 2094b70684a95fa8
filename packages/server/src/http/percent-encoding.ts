// biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII
const BEYOND_ASCII = /[^\x00-\x7f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: nothing but ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** Percent-encodes what is not ASCII in a text that has one character a byte, as Node gives URLs. Nothing is lost, valid UTF-8 or not. */
export const escapeBytes = (bytes: string): string =>
  ASCII.test(bytes) ? bytes : bytes.replaceAll(BEYOND_ASCII, byte => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
