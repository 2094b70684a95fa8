import { DatabaseUnusableError } from './errors.ts';

/** Replaces the passwords of all addresses in a text with `…`. Apply it to every database address before printing or logging. */
export const withoutPassword = (text: string): string =>
  text
    .replaceAll(/([a-z][\w+.-]*:\/\/[^\s:@/?#[\]"']*):[^\s"']*@/gi, '$1:…@')
    // For truncated or invalid addresses: text after the colon that is not a port.
    .replaceAll(/([a-z][\w+.-]*:\/\/[^\s:@/?#[\]"']+):(?!…|\d{1,5}(?:[/?#\s"'.,;)]|$))[^\s"']*/gi, '$1:…')
    .replaceAll(/([?&]\w*pass(?:word|wd|phrase)?=)[^\s&#"']*/gi, '$1…');

/** Parses the address of a database server. Throws a `DatabaseUnusableError` without the password. */
export function serverAddress(address: string): URL {
  const url = URL.parse(address);
  // These characters in an unescaped password would end the host name.
  if (url && !/@/.test(url.pathname + url.search + url.hash) && url.hash === '') return url;
  throw new DatabaseUnusableError(
    `"${withoutPassword(address)}" is not the address of a database. Write #, /, ?, @ and other special characters of the password as %23, %2F, %3F and %40.`,
  );
}
